// World files: a world as JSON that people read, keep in git and edit by hand. See docs/world-file.md.
//
//     ecs::World world;  // its component types are registered: world.types().add<Position>("Position")…
//     files::WorldFile file = files::load_world("level.json", world);
//     …
//     files::save_world(world, file, "level.json");
//
// Nothing of a file is dropped: a type that only the file knows becomes one made at run time, or keeps its text.
// Loading is all or nothing, and saving never leaves a broken file.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "ecs/base/progress.hpp"
#include "ecs/base/result.hpp"
#include "ecs/world/world.hpp"
#include "files/base/file_error.hpp"
#include "files/world_file/load_options.hpp"
#include "files/world_file/merge_marks.hpp"

namespace files {

/// What a picture of the world shows first. World units, pixels a unit.
struct Camera {
    float x = 400, y = 300, zoom = 1;
    friend bool operator==(const Camera&, const Camera&) = default;
};

/// What a person noted about a system, see ecs::NoteSystem.
struct SystemNote {
    std::string system;
    std::string group = {};
    double budget_us = 0;

    bool empty() const { return group.empty() && budget_us == 0; }
};

/// Everything in a file besides the world. It is small, and belongs to one world.
struct WorldFile {
    std::filesystem::path file = {};     // where it was loaded from, for messages of saving
    std::string scene = {};              // its name; empty: the file names none
    std::uint64_t seed = 1, random = 1;  // of the scene = {}; state of the random source (ecs::Random)
    std::optional<Camera> camera = {};   // nothing: the file does not say
    std::vector<std::pair<std::string, bool>> systems =
        {};  // by name, in the order of the file: whether they are enabled
    std::vector<std::pair<std::string, std::string>> rules = {};  // those of `systems` that are rules: name and change
    std::vector<SystemNote> notes = {};                  // of those of `systems` about which somebody noted something
    double tick_budget_us = 0;                           // that a tick may take; 0: no budget
    std::vector<std::string> removed_systems = {};       // of the scene: they do not run, and are no more in `systems`
    std::vector<ecs::ComponentId> described_types = {};  // they stay in the file while no entity has them
    std::vector<MergeMark> conflicts = {};               // of a merge, which nobody has decided yet

    // Of loading; saving does not look at it.

    std::vector<std::string> warnings = {};  // what was migrated, or kept without being understood
    std::vector<std::string> losses = {};    // values that were dropped or changed on the way
    FileStamp on_disk = {};                  // the file as it was then: what a save may replace
};

// All functions may run on a thread of their own. Loading needs a world that no other thread uses. Saving only reads
// the world, which must not change meanwhile. A load or save that is cancelled throws Cancelled, and the world and the
// files on disk are as they were.

/// Reads a file into a world without entities. Throws FileError; then the world has none again, and its tick and the
/// handles that it hands out next are as they were. Its types stay: those that the file described are still
/// registered, so another file is best loaded into a new World.
///
/// A type that the world has is filled by field name if the file describes it in another way: see `warnings`. A type
/// that is registered only after loading replaces the file's if both have the same fields. Systems are left to the
/// program: it adds those it wants to its schedule, by the names in `systems`. A world with resources has an entity, so
/// they are set after loading.
WorldFile load_world(const std::filesystem::path& file, ecs::World& world, const LoadOptions& options = {});
/// The same from text; error messages say `name`.
WorldFile read_world(std::string_view text, const std::string& name, ecs::World& world,
                     const LoadOptions& options = {});
/// "Health: left out mana; Position: made x f32, which was f64".
std::string losses_of(const WorldFile& file);

/// The text that save_world writes. A world that is read from it writes the same text again. Throws FileError when the
/// world exceeds what a file can hold.
std::string write_world(const ecs::World& world, const WorldFile& file, ecs::Progress* progress = nullptr);
/// Writes beside the old file, flushes to disk and renames over it. Throws FileError; the old file is intact then.
/// Returns what the file is now. With `over`, throws ChangedOnDisk when the file on disk is another one; a file that
/// disappeared is written again.
FileStamp save_world(const ecs::World& world, const WorldFile& file, const std::filesystem::path& to,
                     ecs::Progress* progress = nullptr, FileStamp* over = nullptr);

// The same for programs without exceptions: the error is what FileError::what() says.

ecs::Result<WorldFile> try_load_world(const std::filesystem::path& file, ecs::World& world,
                                      const LoadOptions& options = {});
ecs::Result<FileStamp> try_save_world(const ecs::World& world, const WorldFile& file, const std::filesystem::path& to);

}  // namespace files
