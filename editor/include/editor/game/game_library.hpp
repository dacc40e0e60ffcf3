// A GameLibrary is a shared library that is loaded, and the Game that it made (see plugin.hpp for its side):
//
//     open(file): copy ─► rehearsal in a process of its own ─► dlopen the copy ─► check ─► Game
//
// What runs is a copy, so the file may be built again at any time, and opening it again loads the new code. The
// rehearsal makes the Game, its types, systems and scenes; if that crashes, only the rehearsal does. Sessions of the
// Game keep its code in memory (Game::code). Works on POSIX systems; elsewhere open() says that it does not.
#pragma once

#include <chrono>
#include <filesystem>
#include <memory>
#include <string>

#include "ecs/base/result.hpp"
#include "editor/game/game.hpp"
#include "files/base/file_stamp.hpp"

namespace editor {

class GameLibrary {
public:
    /// For tests: how long the rehearsal may take.
    struct Patience {
        std::chrono::milliseconds rehearsal{20'000};
    };

    /// The error is one sentence that begins with the name of the file. May run on any thread, also several at once.
    static ecs::Result<std::shared_ptr<const GameLibrary>> open(const std::filesystem::path& file, Patience patience);
    static ecs::Result<std::shared_ptr<const GameLibrary>> open(const std::filesystem::path& file) {
        return open(file, {});
    }
    GameLibrary(const GameLibrary&) = delete;
    GameLibrary& operator=(const GameLibrary&) = delete;

    /// Valid as long as the library, or any Session of it.
    const Game& game() const;
    const std::filesystem::path& file() const { return file_; }
    /// `libmy_game.so`
    std::string name() const { return file_.filename().string(); }
    /// The file as it was loaded, with its content.
    const files::FileStamp& loaded() const { return loaded_; }

private:
    struct Code;
    GameLibrary() = default;

    std::filesystem::path file_;
    files::FileStamp loaded_;
    std::shared_ptr<Code> code_;
};

}  // namespace editor
