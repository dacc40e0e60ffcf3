// The two components by which a world knows prefabs. A prefab is an ordinary subtree whose entities have the tag
// Prefab. Queries pass over archetypes with this tag unless they name it, so no system runs on a prefab. InstanceOf is
// on each entity of an instance. Both types are registered when a world gets its first prefab; ecs/prefab works with
// them.
#pragma once

#include <span>
#include <string>

#include "ecs/base/entity.hpp"
#include "ecs/types/type_registry.hpp"

namespace ecs {

class Archetype;
class World;
struct QueryTerm;

/// The entity is part of a prefab. Its root is the topmost one with the tag.
struct Prefab {};

/// The entity is part of an instance: `source` is its counterpart in the prefab.
struct InstanceOf {
    Entity source;
};

/// The id of Prefab, also where a file described the type; no_component when the world never had a prefab.
ComponentId prefab_type(const TypeRegistry& types);
/// The same of InstanceOf.
ComponentId instance_type(const TypeRegistry& types);

/// Registers both types. Returns the reason for a person when other types have their names; else an empty text.
std::string register_prefab_types(TypeRegistry& types);

/// Whether a query with these terms leaves the archetype out because it is of prefabs.
bool passes_over(const World& world, std::span<const QueryTerm> terms, const Archetype& archetype);

}  // namespace ecs
