// Conflicts of a merge as a world file marks them, in its member "conflicts": places at which both sides made different
// things. The world of such a file has ours there. A mark stays in the file until somebody takes it out; nothing in it
// counts otherwise. See docs/git.md.
#pragma once

#include <cstddef>
#include <string>
#include <tuple>
#include <vector>

namespace files {

struct MergeMark {
    std::string entity = {};                        // its id; empty: a place besides entities
    std::string name = {};                          // of the entity, in ours if it is there
    std::string their_name = {};                    // where theirs calls it otherwise
    std::string path = {};                          // "Health.hp", "Health", "name", "parent", "systems.Seek"
    std::string why = {};                           // a few words for people
    std::string base = {}, ours = {}, theirs = {};  // JSON; empty: that side does not have the entity
    std::string line = {};                          // JSON: the entity of theirs, which ours destroyed
    int at_line = 0, at_column = 0;                 // in the text that it was read from; 0: not known

    /// Of the same content, wherever it was read from.
    friend bool operator==(const MergeMark& a, const MergeMark& b) {
        return std::tie(a.entity, a.name, a.their_name, a.path, a.why, a.base, a.ours, a.theirs, a.line) ==
               std::tie(b.entity, b.name, b.their_name, b.path, b.why, b.base, b.ours, b.theirs, b.line);
    }
};

/// So many marks of a text that is read know their line and column.
inline constexpr std::size_t most_placed_marks = 10;

/// "12v1 Player (theirs: Hero)"; empty for a place besides entities.
std::string entity_of(const MergeMark& mark);
/// "12v1 Player Health.hp, 14v1 parent, systems.Seek, …": at most `most` of them.
std::string places_of(const std::vector<MergeMark>& marks, std::size_t most);
/// The same, with the lines of those behind the first: "12v1 Player Health.hp, 14v1 parent (line 7)".
std::string places_with_lines(const std::vector<MergeMark>& marks, std::size_t most);

}  // namespace files
