#include "probe/run/running_programs.hpp"

#include <fstream>
#include <string>

#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "catch.hpp"
#include "probe/support/programs_folder.hpp"

namespace running_programs_test {

namespace {

using Folder = test::ProgramsFolder;

}  // namespace

TEST_CASE("Running programs: one is found by its file, which only its user reads and which goes with it", "[running]") {
    const Folder folder;
    CHECK(probe::running_programs().empty());
    {
        const auto made = probe::Announcement::make("my\ngame", 1234, "secret");
        REQUIRE(made);
        const auto found = probe::running_programs();
        REQUIRE(found.size() == 1);
        CHECK(found.front().name == "my game");
        CHECK(found.front().port == 1234);
        CHECK(found.front().token == "secret");
        CHECK(found.front().version == probe::library_version());
        struct stat facts {};
        REQUIRE(::stat(std::filesystem::directory_iterator(folder.path)->path().c_str(), &facts) == 0);
        CHECK((facts.st_mode & (S_IRWXG | S_IRWXO)) == 0);
    }
    CHECK(probe::running_programs().empty());
}

TEST_CASE("Running programs: the file of one that ended is removed, also when another process has its number",
          "[running]") {
    const Folder folder;
    const auto made = probe::Announcement::make("alive", 1, "token");
    REQUIRE(made);
    const auto write = [&](const char* name, const std::string& pid, const std::string& started) {
        std::ofstream(folder.path / (std::string(name) + ".program"))
            << "chunkscope program 1\nname=" << name << "\nport=5\ntoken=x\npid=" << pid << "\nstarted=" << started
            << "\n";
    };
    write("gone", "2000000000", "1");
    write("taken", std::to_string(probe::running_programs().front().pid), "1");
    std::ofstream(folder.path / "half.program") << "chunksc";
    const auto found = probe::running_programs();
    REQUIRE(found.size() == 1);
    CHECK(found.front().name == "alive");
    CHECK_FALSE(std::filesystem::exists(folder.path / "gone.program"));
    CHECK_FALSE(std::filesystem::exists(folder.path / "taken.program"));
    CHECK_FALSE(std::filesystem::exists(folder.path / "half.program"));
}

TEST_CASE("Running programs: one that ended does not run, also while its parent has not asked how it did",
          "[running]") {
    const Folder folder;
    const auto made = probe::Announcement::make("alive", 1, "token");
    REQUIRE(made);
    const pid_t child = ::fork();
    if (child == 0) ::_exit(0);
    REQUIRE(child > 0);
    siginfo_t ended{};
    REQUIRE(::waitid(P_PID, static_cast<id_t>(child), &ended, WEXITED | WNOWAIT) == 0);
    std::ofstream(folder.path / "ended.program")
        << "chunkscope program 1\nname=ended\nport=5\ntoken=x\npid=" << child << "\n";
    const auto found = probe::running_programs();
    REQUIRE(found.size() == 1);
    CHECK(found.front().name == "alive");
    CHECK(::waitpid(child, nullptr, 0) == child);
}

TEST_CASE("Running programs: nothing is read from a folder that others may write to", "[running]") {
    const Folder folder;
    const auto made = probe::Announcement::make("alive", 1, "token");
    REQUIRE(made);
    REQUIRE(probe::running_programs().size() == 1);
    REQUIRE(::chmod(folder.path.c_str(), 0777) == 0);
    CHECK(probe::running_programs().empty());
    CHECK_FALSE(probe::Announcement::make("other", 2, "token"));
}

}  // namespace running_programs_test
