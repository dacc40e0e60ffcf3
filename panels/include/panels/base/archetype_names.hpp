// Names of archetypes for people, by what tells them apart: "Enemy", "Enemy + Health", "Rotation + Spin". All
// components of an archetype say too much: most archetypes of a world have most of them in common.
//
// A name begins with the tags of the archetype. Then come the components that some archetype with just these tags
// lacks, those first that the fewest of them have; Name and Parent are the last of both. So two archetypes have the
// same name only if two components have. Archetypes are never removed, so a name changes only when the world gets a new
// archetype.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "ecs/world/world.hpp"

namespace panels {

struct Context;

struct ArchetypeName {
    std::string text;                    // "no components" for the archetype without any
    std::vector<std::uint16_t> columns;  // all positions in Archetype::types(): first those in the text, then the rest
    std::size_t named = 0;               // how many of them the text names
};

/// Keeps the names of one world's archetypes. Looks at each archetype once, and at a few in each call: a name tells an
/// archetype from those that were looked at.
class ArchetypeNames {
public:
    static constexpr std::size_t looked_at_a_call = 64;

    /// Valid until the next call.
    const ArchetypeName& of(const ecs::World& world, const ecs::Archetype& archetype);
    /// Whether the next call looks at others, so that names may change.
    bool busy(const ecs::World& world) const { return world_ != &world || next_ < world.archetype_count(); }
    /// How many it looked at so far.
    std::size_t looked_at() const { return looked_at_; }
    /// Call it when another world is shown.
    void forget() { *this = {}; }

private:
    /// All archetypes with the same tags.
    struct Group {
        std::vector<ecs::ComponentId> common;                     // components that all of them have
        std::map<ecs::ComponentId, std::size_t> archetypes_with;  // a component
        std::size_t changes = 0;                                  // how often an archetype came to the group
    };
    struct Kept {
        Group* group = nullptr;
        ArchetypeName name;
        std::size_t changes = 0;  // of the group when the name was made
        bool looked_at = false;
    };

    void learn(const ecs::Archetype& archetype);

    const ecs::World* world_ = nullptr;
    std::map<std::vector<ecs::ComponentId>, Group> groups_;  // by tags
    std::vector<Kept> kept_;                                 // by archetype
    std::size_t next_ = 0;                                   // the next one to look at, unless it was named before
    std::size_t looked_at_ = 0;
};

/// "12 archetypes, 3 empty".
std::string archetypes_text(std::size_t count, std::size_t empty);

/// From Context::archetype_names, or made here where there are none.
ArchetypeName archetype_name_of(const Context& context, const ecs::Archetype& archetype);

}  // namespace panels
