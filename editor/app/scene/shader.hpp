// A Shader is a linked GLSL program made of two embedded sources. Debug builds notice when the files in shaders/ change
// and take them over while the program runs; a mistake in them is reported and the last good program stays.
#pragma once

#include <chrono>
#include <filesystem>
#include <string>

#include "shaders/sources.hpp"

namespace editor {

class Shader {
public:
    /// Throws FileError with the compiler's first line when a source is wrong.
    Shader(shaders::Source vertex, shaders::Source fragment);
    ~Shader();
    Shader(const Shader&) = delete;
    Shader& operator=(const Shader&) = delete;

    void use() const;
    /// -1 when the compiler left it out. A name that the sources do not have is a failure.
    int uniform(const char* name) const;

    /// In debug builds: takes over the files if they changed since, looking at most twice a second. Returns what is
    /// wrong with them, once; empty when all is well. Does nothing in release builds.
    std::string reload_changed();

private:
    shaders::Source vertex_, fragment_;
    unsigned program_ = 0;
    bool edited_ = false;  // other sources than the embedded ones
    std::filesystem::file_time_type newest_;
    std::chrono::steady_clock::time_point looked_;
};

}  // namespace editor
