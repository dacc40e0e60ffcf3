// Each program with a Probe writes a file to a folder that only its user can write to. The editor lists these files by the
// names in them, and removes those of ended programs.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "ecs/base/result.hpp"

namespace probe {

struct RunningProgram {
    std::string name;
    std::uint16_t port = 0;  // of 127.0.0.1
    std::string token;       // gives access
    std::string version;     // of its library
    std::int64_t pid = 0;
    std::string started;  // as the operating system counts it: another process may get the same pid
};

/// Of the user: CHUNKSCOPE_PROGRAMS, else in the runtime folder (XDG_RUNTIME_DIR), else in the temporary folder.
std::filesystem::path programs_folder();

/// A file that says where this process listens; removed with the object.
class Announcement {
public:
    static ecs::Result<Announcement> make(std::string_view name, std::uint16_t port, std::string_view token);
    Announcement(Announcement&& other) noexcept : file_(std::exchange(other.file_, {})) {}
    Announcement& operator=(Announcement&& other) noexcept {
        std::swap(file_, other.file_);
        return *this;
    }
    ~Announcement();

private:
    explicit Announcement(std::filesystem::path file) : file_(std::move(file)) {}
    std::filesystem::path file_;
};

/// Those that run now, by name.
std::vector<RunningProgram> running_programs();

/// 128 random bits as text.
std::string make_token();

/// The version of this library.
std::string_view library_version();

}  // namespace probe
