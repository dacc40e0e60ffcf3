// What a merge means for instances of prefabs. A merge compares entity by entity, so an instance that one side made
// does not know how the other side changed its prefab:
//
//     base     Turret hp 100 <── T1             ours     Turret hp 50 <── T1 50
//     theirs   Turret hp 100 <── T1, T2 100     merged   Turret hp 50 <── T1 50, T2 100: an override that nobody made
//
//     ecs::OverridesOfSides sides;
//     sides.add(ours, handle in the merged world);  // before the merge changes ours
//     sides.add(theirs, …);
//     for (edits = sides.follow(merged); !edits.empty(); edits = sides.follow(merged)) apply them
#pragma once

#include <functional>
#include <set>
#include <string>
#include <tuple>
#include <unordered_set>
#include <vector>

#include "ecs/diff/merge.hpp"
#include "ecs/prefab/overrides.hpp"

namespace ecs {

class OverridesOfSides {
public:
    using Handle = std::function<Entity(Entity)>;
    /// `merged` says which handle an entity of this side has in the merged world.
    void add(const World& side, const Handle& merged);
    /// Edits by which instances follow their prefabs in fields, components and children that differ now, and in neither
    /// side did. An entity that is no instance in one of the sides keeps all that it has; nothing is taken away from
    /// any. What follows in a nested prefab may have to follow in its instances then: call it again, `most_rounds` at
    /// the most. The last round returns nothing.
    std::vector<Edit> follow(const World& merged);

private:
    using Key = std::tuple<Entity, OverrideKind, std::string, std::string, Entity>;
    static constexpr int most_rounds = 8;

    std::set<Key> known_;
    std::unordered_set<Entity> no_parts_;  // entities that are no part of an instance in one of the sides
    int rounds_ = 0;
};

/// An instance that one side made of a prefab that the other side destroyed: nothing makes it follow any more.
struct InstanceWithoutPrefab {
    Entity part;  // the topmost one; handle of the world that made it
    bool of_theirs = false;
};
std::vector<InstanceWithoutPrefab> instances_without_prefab(const World& base, const World& ours, const World& theirs,
                                                            const WorldMerge& merged);

}  // namespace ecs
