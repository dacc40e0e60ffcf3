// What a part of an instance gets from its source when nothing else is said: the value, with references into the prefab
// turned into references into the instance, and moved to the place of the instance. World files leave out what equals
// it, bit by bit.
#pragma once

#include <span>
#include <unordered_map>

#include "ecs/types/field_path.hpp"
#include "ecs/types/value.hpp"

namespace ecs {

/// The parts of one instance by their sources.
using InstanceParts = std::unordered_map<Entity, Entity>;

/// How far an instance is from its prefab in one number.
struct InstanceMove {
    FieldPath number;
    double way = 0;
};

/// The type must be copyable; `source` is null for tags.
Value inherited(const ComponentType& type, const void* source, const InstanceParts& parts,
                std::span<const InstanceMove> moved);

}  // namespace ecs
