// A GameWatch looks now and then, on its own thread, whether the file of a GameLibrary was built again, and then opens
// it. It waits until the file has stayed the same for two looks, so that the linker has ended. A file that is refused
// is told once; the next build is tried again.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "ecs/base/background_task.hpp"
#include "editor/game/game_library.hpp"

namespace editor {

class GameWatch {
public:
    explicit GameWatch(std::shared_ptr<const GameLibrary> present, double interval_secs = 0.5);

    /// One of them is empty.
    struct News {
        std::shared_ptr<const GameLibrary> library;
        std::string refused;  // a sentence
    };
    /// Call it often, with a clock that only grows. A library that it gave is the present one from then on.
    std::optional<News> update(double now_secs);

private:
    struct Found {
        files::FileStamp present, candidate;  // see below
        std::optional<ecs::Result<std::shared_ptr<const GameLibrary>>> opened;
    };
    static Found look(const std::filesystem::path& file, files::FileStamp present, files::FileStamp candidate,
                      files::FileStamp refused);

    std::filesystem::path file_;
    double interval_secs_, next_secs_ = 0;
    files::FileStamp present_;    // of the library that is loaded
    files::FileStamp candidate_;  // of another one, as the last look found it
    files::FileStamp refused_;    // of the last one that was opened in vain
    ecs::BackgroundTask<Found> task_;
};

}  // namespace editor
