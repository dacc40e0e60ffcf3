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

/// Keeps the names of one world's archetypes. Looks at each archetype once.
class ArchetypeNames {
public:
    /// Valid until the next call.
    const ArchetypeName& of(const ecs::World& world, const ecs::Archetype& archetype);
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
    };

    void learn(const ecs::Archetype& archetype);

    const ecs::World* world_ = nullptr;
    std::map<std::vector<ecs::ComponentId>, Group> groups_;  // by tags
    std::vector<Kept> kept_;                                 // by archetype
};

/// From Context::archetype_names, or made anew where there are none.
ArchetypeName archetype_name_of(const Context& context, const ecs::Archetype& archetype);

}  // namespace panels
