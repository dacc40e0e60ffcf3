// A library with a Game, as tests/game builds it, in a folder of its own where a test can build it anew.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string>

#include "catch.hpp"
#include "editor/game/game_library.hpp"
#include "files/support/temporary_folder.hpp"

#ifdef TEST_GAME_FOLDER

struct BuiltGame {
    explicit BuiltGame(const std::string& build = "my_game") { this->build(build); }

    /// Another library takes its name, as a linker does it: the old file goes.
    void build(const std::string& name) const {
        std::filesystem::remove(file);
        std::filesystem::copy_file(std::filesystem::path(TEST_GAME_FOLDER) / (name + ".so"), file);
    }
    std::shared_ptr<const editor::GameLibrary> open() const {
        const auto opened = editor::GameLibrary::open(file);
        INFO(opened.error());
        REQUIRE(opened);
        return *opened;
    }
    /// Why it is not opened; empty when it is.
    std::string refused(editor::GameLibrary::Patience patience = {}) const {
        return editor::GameLibrary::open(file, patience).error();
    }

    TemporaryFolder folder;
    std::filesystem::path file = folder.path / "game.so";
};

#endif

/// A variable of the environment, for as long as this lives.
struct Environment {
    Environment(const char* name, const std::string& value) : name_(name) { ::setenv(name, value.c_str(), 1); }
    ~Environment() { ::unsetenv(name_); }
    Environment(const Environment&) = delete;
    Environment& operator=(const Environment&) = delete;

private:
    const char* name_;
};
