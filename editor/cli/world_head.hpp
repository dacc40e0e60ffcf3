// What a world file says besides its entities, as paths with values, so that it can be compared and merged as fields of
// entities are: types, systems, and the state of the simulation. Private to the command line.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "editor/session/session_file.hpp"

namespace editor {

/// `components.Lamp`, `systems.Seek`, `scene.tick` …, with JSON as in the file.
using WorldHead = std::map<std::string, std::string>;

WorldHead head_fields(const Session& session);

/// The JSON of a path; `null` where it is not.
std::string head_value(const WorldHead& head, const std::string& path);

/// Paths whose values differ. A type that only one of them has is left out if no file describes it: it comes with its
/// entities.
std::vector<std::string> different_paths(const WorldHead& before, const WorldHead& after);

struct HeadMerge {
    std::vector<std::string> taken;      // that only theirs changed
    std::vector<std::string> conflicts;  // that both changed, differently
};
HeadMerge merge_heads(const WorldHead& base, const WorldHead& ours, const WorldHead& theirs);

/// Names of the types among these paths.
std::vector<std::string> types_among(const std::vector<std::string>& paths);

/// Makes `head` as theirs in these paths. Types are left alone; systems keep their order, new ones come last.
void take_paths(files::WorldFile& head, std::uint64_t& tick, const files::WorldFile& theirs, std::uint64_t their_tick,
                const std::vector<std::string>& paths);

/// Puts the systems of `head` into the order that one side gave them: theirs, where ours has that of base.
void merge_order(files::WorldFile& head, const files::WorldFile& base, const files::WorldFile& theirs);

}  // namespace editor
