// Conflicts of a merge as a world file marks them, in its member "conflicts": places at which both sides made different
// things. The world of such a file has ours there. A mark stays in the file until somebody takes it out; nothing in it
// counts otherwise. See docs/git.md.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace files {

struct MergeMark {
    std::string entity = {};                        // its id; empty: a place besides entities
    std::string name = {};                          // of the entity
    std::string path = {};                          // "Health.hp", "Health", "name", "parent", "systems.Seek"
    std::string why = {};                           // a few words for people
    std::string base = {}, ours = {}, theirs = {};  // JSON; empty: that side does not have the entity
    std::string line = {};                          // JSON: the entity of theirs, which ours destroyed

    friend bool operator==(const MergeMark&, const MergeMark&) = default;
};

/// "Player Health.hp, 12v1 parent, systems.Seek, …": at most `most` of them.
std::string places_of(const std::vector<MergeMark>& marks, std::size_t most);

}  // namespace files
