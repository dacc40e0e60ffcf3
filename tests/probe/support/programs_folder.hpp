// A folder of its own for what programs say of themselves, as long as it lives.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <random>
#include <string>

namespace test {

struct ProgramsFolder {
    std::filesystem::path path =
        std::filesystem::temp_directory_path() / ("chunkscope-programs-" + std::to_string(std::random_device{}()));
    ProgramsFolder() { ::setenv("CHUNKSCOPE_PROGRAMS", path.c_str(), 1); }
    ~ProgramsFolder() {
        ::unsetenv("CHUNKSCOPE_PROGRAMS");
        std::filesystem::remove_all(path);
    }
    ProgramsFolder(const ProgramsFolder&) = delete;
    ProgramsFolder& operator=(const ProgramsFolder&) = delete;
};

}  // namespace test
