// Sessions from world files, and back. See files/world_file/world_file.hpp. Loading is all or nothing and never touches
// an open session.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "editor/session/session.hpp"
#include "files/world_file/world_file.hpp"

namespace editor {

// All functions may run on a thread of their own: loading builds a Session that no other thread knows, and saving
// only reads the world, which must not change meanwhile. `progress` may be null. When it is cancelled, they throw
// Cancelled; open sessions and files on disk stay as they were.

/// Reads a world file, or a bundle. Throws FileError. Warnings (migrated or unknown types) are in the session, and so
/// are losses that were accepted. Component types, systems and scenes are those of `game`, which must outlive the
/// session.
std::unique_ptr<Session> load_world(const Game& game, const std::filesystem::path& file,
                                    ecs::Progress* progress = nullptr, files::Losses losses = files::Losses::Refuse);
/// The same from text; `name` appears in error messages.
std::unique_ptr<Session> read_world(const Game& game, std::string_view text, const std::string& name,
                                    ecs::Progress* progress = nullptr, files::Losses losses = files::Losses::Refuse);
/// "Health: left out mana; Position: made x f32, which was f64".
std::string losses_of(const Session& session);

/// What a file of the session says besides the world. After it was copied from a session, the session may continue
/// (systems, name) while another thread saves the unchanging world.
files::WorldFile head_of(const Session& session);
/// The text that save_world writes. read_world(write_world(s)) is equal to s and writes the same text again. Throws
/// FileError when the world exceeds what a file can hold.
std::string write_world(const Session& session);
/// What a save of the session writes: Session::saves_authored() says which world that is.
struct WorldToSave {
    files::WorldFile head;
    ecs::Snapshot authored;  // empty: the present world
};
WorldToSave world_to_save(const Session& session);
/// Writes beside the old file, flushes to disk and renames over it. Throws FileError; the old file is intact then.
/// Returns what the file is now.
files::FileStamp save_world(const Session& session, const std::filesystem::path& file,
                            ecs::Progress* progress = nullptr);
/// How many lines of a world file, as it is on disk, would change if it was opened and saved without any edit, because
/// somebody else wrote it in another form. 0 for a file that cannot be read, is a bundle, or has more than 4 MiB.
std::size_t lines_in_other_form(const Game& game, const std::filesystem::path& file);

/// The same world, file and camera over another Game, such as a library that was built again. Values of components that
/// the session's Game registered are carried over field by field, by name; what a file described itself stays as it is.
/// A level that is played goes on being played, and Stop leads to its world before Play. Warnings and losses say what
/// changed on the way. The history starts empty. Throws FileError.
std::unique_ptr<Session> with_other_game(const Session& session, const Game& game);

// The same in three parts, of which the second may run on a thread of its own, as long as the world does not change.

/// What is carried over of a session. The world must outlive it.
struct CarriedWorld {
    const ecs::World& world;
    files::WorldFile head;
    std::vector<std::string> names_of_game, described;  // types that the Game registered; that a file described
    std::optional<WorldToSave> authored = {};           // the world before Play, while a level is played
};
CarriedWorld carried_world_of(const Session& session);
std::unique_ptr<Session> with_other_game(const CarriedWorld& carried, const Game& game, ecs::Progress* progress);
/// Gives `next` what the session it replaces has beside the world: file, camera, whether it is unsaved.
void take_place_of(const Session& session, Session& next);

}  // namespace editor
