// Backups that an earlier run left behind, for tests.
#pragma once

#include <filesystem>
#include <string>

#include <sys/wait.h>
#include <unistd.h>

#include "catch.hpp"
#include "editor/jobs/recovery.hpp"
#include "editor/jobs/recovery_name.hpp"

namespace test {

/// The id of a process that has ended.
inline pid_t dead_process() {
    const pid_t pid = fork();
    if (pid == 0) _exit(0);
    waitpid(pid, nullptr, 0);
    return pid;
}

/// As if the run that wrote this had been another one.
inline std::filesystem::path leave_as(const std::filesystem::path& recovery_file, const files::ProcessMark& owner) {
    std::string name = recovery_file.filename().string();
    const std::string own = to_string(files::own_mark());
    REQUIRE(name.find(own) != std::string::npos);
    name.replace(name.find(own), own.size(), to_string(owner));
    std::filesystem::rename(recovery_file, recovery_file.parent_path() / name);
    return recovery_file.parent_path() / name;
}

inline files::ProcessMark gone() {
    files::ProcessMark mark = files::own_mark();
    mark.pid = dead_process();
    return mark;
}

}  // namespace test
