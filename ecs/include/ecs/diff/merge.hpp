// A merge of three worlds: what two people made of one world, `base`. Differences that only one of them made are taken;
// where both made the same, nothing is to do; where both made different ones, there is a conflict: nothing is guessed,
// and ours stays. `theirs` is merged into `ours`:
//
//     ecs::WorldMerge merged = ecs::merge(base, ours, theirs);
//     edits = ecs::edits_of(merged, ours, theirs);  // all that is not in conflict
//
// The unit is a field of a component, the name, and the parent. An entity is the same in the three worlds if it has the
// same handle, but both sides may have given one handle to an entity of their own: then theirs gets another one, and
// all that refers to it in their world follows. Text inside of values does not follow, as everywhere.
#pragma once

#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

#include "ecs/diff/diff_edits.hpp"
#include "ecs/diff/world_diff.hpp"

namespace ecs {

struct MergeConflict {
    enum class Why : std::uint8_t {
        BothChanged,
        OursDestroyed,    // we destroyed or removed what they changed, or the parent that they chose
        TheirsDestroyed,  // the other way round
        Circle,           // each side moved one below the other
    };
    Entity entity;          // handle of the world in which it lives
    std::string component;  // empty: the field has no component
    std::string field;      // "name", "parent", or a field of the component; empty: the whole component
    Why why = Why::BothChanged;

    friend bool operator==(const MergeConflict&, const MergeConflict&) = default;
};

/// "Health.hp", "Health", "name", "parent".
std::string path_of(const MergeConflict& conflict);

struct WorldMerge {
    std::vector<MergeConflict> conflicts;  // by entity
    WorldDiff taken;                       // of theirs: from ours to theirs, without anything in conflict
    Renumbered renumbered;                 // theirs that cannot keep their handle
    std::unordered_set<Entity> at_top;     // new ones of theirs whose parent we destroyed: a conflict
};

WorldMerge merge(const World& base, const World& ours, const World& theirs);

/// Edits that make `ours` the merged world, which has ours at each conflict. Call bring_types(ours, theirs) first.
Result<std::vector<Edit>> edits_of(const WorldMerge& merge, const World& ours, const World& theirs);

}  // namespace ecs
