// Bundles: a world with the time that was recorded of it, in one file. See docs/bundle.md.
//
//     { "format": "chunkscope.bundle", "version": 1,
//       "note": …, "view": …,            what a person wrote and looked at
//       "world": { … }, "order": { … },  a world file of the first tick, and what world files leave out
//       "time": { … } }                  inputs of the ticks since, hashes, and the steps of the history
//
// Reading takes two turns, because edits can be read only when the world has their types: a BundleReader gives the
// world and its order, and then, with that world, the recorded time. Nothing of a damaged bundle is guessed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ecs/base/progress.hpp"
#include "ecs/snapshot/world_order.hpp"
#include "ecs/timeline/time_tape.hpp"
#include "files/base/file_error.hpp"
#include "files/script/edit_script.hpp"
#include "files/world_file/world_file.hpp"

namespace files {

/// What a person looked at.
struct BundleView {
    std::uint64_t tick = 0;  // of the recorded ones
    std::vector<ecs::Entity> selection = {};
    std::optional<Camera> camera = {};
    std::string layout = {};  // which panels are where; a text of the program
};

/// Without the start of the tape, which is kept beside it.
struct BundleContent {
    std::string note = {};
    BundleView view = {};
    WorldFile head = {};  // of the world file inside
    std::string time;     // time_text() of the tape
};

/// The recorded time as JSON. `world` is the one that it was recorded in. Steps of the history that no file can hold
/// are left out, with those behind them. Throws FileError when an edit between ticks cannot be held.
std::string time_text(const ecs::World& world, const ecs::TimeTape& tape);

/// `start` is the world at the first tick; only it takes long. Throws FileError, also for a bundle that is too large to
/// be read again.
std::string write_bundle(const ecs::World& start, const BundleContent& content, ecs::Progress* progress = nullptr);
/// Writes beside the old file, flushes to disk and renames over it. Throws FileError; the old file is intact then.
FileStamp save_bundle(const ecs::World& start, const BundleContent& content, const std::filesystem::path& to,
                      ecs::Progress* progress = nullptr);

/// Whether a file says that it is a bundle, by its first bytes. False for files that cannot be read.
bool is_bundle(const std::filesystem::path& file);
bool is_bundle_text(std::string_view text);

class BundleReader {
public:
    /// Reads all but the recorded time. Error messages say `name`. Throws FileError.
    BundleReader(std::string text, std::string name);
    BundleReader(const BundleReader&) = delete;
    BundleReader& operator=(const BundleReader&) = delete;

    const std::string& note() const { return note_; }
    const BundleView& view() const { return view_; }
    /// A world file, for read_world(). It begins with empty lines, so that messages have the lines of the bundle.
    const std::string& world() const { return world_; }
    const ecs::WorldOrder& order() const { return order_; }
    /// Edits have types of this world, which is read from world(). Throws FileError.
    ecs::TimeTape time(const ecs::World& world, const SystemsByName& systems) const;

private:
    std::string text_, name_, note_, world_;
    BundleView view_;
    ecs::WorldOrder order_;
    std::size_t time_at_ = 0;
};

/// Largest size of a bundle.
inline constexpr std::uint64_t most_bundle_bytes = std::uint64_t{256} << 20;

}  // namespace files
