// World files: a world as JSON that people read, keep in git and edit by hand. See docs/world-file.md. Loading is all
// or nothing and never touches an open session. Saving never leaves a broken file.
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
#include "editor/session/session.hpp"
#include "files/base/file_error.hpp"

namespace editor {

// All functions may run on a thread of their own: loading builds a Session that no other thread knows, and saving
// only reads the world, which must not change meanwhile. `progress` may be null. When it is cancelled, they throw
// Cancelled; open sessions and files on disk stay as they were.

/// Whether to read a file of an older version of its scene although values would be dropped or narrowed. Accept only
/// if a person agreed.
enum class Losses { Refuse, Accept };

/// Throws FileError. Warnings (migrated or unknown types) are in the session, and so are losses that were accepted.
/// Component types, systems and scenes are those of `game`, which must outlive the session.
std::unique_ptr<Session> load_world(const Game& game, const std::filesystem::path& file,
                                    ecs::Progress* progress = nullptr, Losses losses = Losses::Refuse);
/// The same from text; `name` stands in error messages.
std::unique_ptr<Session> read_world(const Game& game, std::string_view text, const std::string& name,
                                    ecs::Progress* progress = nullptr, Losses losses = Losses::Refuse);
/// "Health: left out mana; Position: made x f32, which was f64".
std::string losses_of(const Session& session);

/// The text that save_world writes. read_world(write_world(s)) is equal to s and writes the same text again. Throws
/// FileError when the world exceeds what a file can hold.
std::string write_world(const Session& session);
/// Writes beside the old file, flushes to disk and renames over it. Throws FileError; the old file is intact then.
/// Returns what the file is now.
files::FileStamp save_world(const Session& session, const std::filesystem::path& file,
                            ecs::Progress* progress = nullptr);

/// Everything in a file besides the world. It is small. After it was copied from a session, the session may continue
/// (systems, name) while another thread saves the unchanging world.
struct WorldFileHead {
    std::filesystem::path file;  // source of the session, for messages
    std::string scene;
    std::uint64_t seed = 1, random = 1;
    std::optional<CameraState> camera;                  // of the file when it was read
    std::vector<std::pair<std::string, bool>> systems;  // whether they are enabled
    std::vector<ecs::ComponentId> described_types;      // see Session
};
WorldFileHead head_of(const Session& session);
/// As above, for a world: that of the session, or a copy. With `over`, throws ChangedOnDisk when the file on disk is
/// another one; a file that disappeared is written again.
files::FileStamp save_world(const ecs::World& world, const WorldFileHead& head, const std::filesystem::path& file,
                            ecs::Progress* progress = nullptr, files::FileStamp* over = nullptr);

}  // namespace editor
