// World files: a world as JSON that people read, keep in git and edit by hand. See docs/world-file.md.
// Loading is all or nothing and never touches a session that is open; saving never leaves a broken file.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "ecs/base/progress.hpp"
#include "editor/base/file_error.hpp"
#include "editor/session/session.hpp"

namespace editor {

// All may run on a thread of their own: a load builds a Session that nobody else knows yet; a save only looks at the
// world, which must not change meanwhile. A Progress may be null. When it is cancelled, they throw Cancelled; what is
// open and what is on disk are as they were.

/// What becomes of a file that a scene of the program has outgrown, so that reading it drops values or narrows them:
/// whoever accepts it asks a person, or was told by one.
enum class Losses { Refuse, Accept };

/// Throws FileError. Warnings (migrated or unknown types) are in the session, and so are losses that were accepted.
std::unique_ptr<Session> load_world(const std::filesystem::path& file, ecs::Progress* progress = nullptr,
                                    Losses losses = Losses::Refuse);
/// The same from text; `name` stands in error messages.
std::unique_ptr<Session> read_world(std::string_view text, const std::string& name, ecs::Progress* progress = nullptr,
                                    Losses losses = Losses::Refuse);
/// "Health: left out mana; Position: made x f32, which was f64".
std::string losses_of(const Session& session);

/// The text that save_world writes. read_world(write_world(s)) is equal, and writes the same text again.
/// Throws FileError when the world is beyond what a file can hold.
std::string write_world(const Session& session);
/// Writes beside the old file, flushes to disk and renames over it. Throws FileError; the old file is intact then.
/// Returns what the file is now.
FileStamp save_world(const Session& session, const std::filesystem::path& file, ecs::Progress* progress = nullptr);

/// All that a file holds beside the world. It is small: taken from a session, it lets that go on (systems, a name)
/// while a world that stands still is saved on another thread.
struct WorldFileHead {
    std::filesystem::path file;  // that the session was opened from, for messages
    std::string scene;
    std::uint64_t seed = 1, random = 1;
    std::optional<CameraState> camera;                  // that the file had when it was read
    std::vector<std::pair<std::string, bool>> systems;  // whether they are enabled
    std::vector<ecs::ComponentId> described_types;      // see Session
};
WorldFileHead head_of(const Session& session);
/// As above, for this world: that of the session, or a copy. With `over` it throws ChangedOnDisk when the file is
/// another than that; a file that went meanwhile is written anew.
FileStamp save_world(const ecs::World& world, const WorldFileHead& head, const std::filesystem::path& file,
                     ecs::Progress* progress = nullptr, FileStamp* over = nullptr);

}  // namespace editor
