// Placing names the fields that say where an entity is in the world. An instance is where a person puts it, so
// these fields of its root never differ from the prefab. Below the root they are compared relative to it.
#pragma once

#include <vector>

#include "ecs/types/field_path.hpp"

namespace ecs {

struct Placing {
    struct Axis {
        FieldPath number;
        unsigned axis = 0;  // 0: x, 1: y, 2: z
    };
    std::vector<Axis> moved;        // numbers that grow with the place
    std::vector<FieldPath> turned;  // other fields of the root that are its own, such as its angle

    bool moves(ComponentId component, const Field& field) const;
    bool turns(ComponentId component, const Field& field) const;
    bool places(ComponentId component, const Field& field) const {
        return moves(component, field) || turns(component, field);
    }
};

/// What a game calls its places by their names: x, y and z of Position, Position3D, Translation, Location or Transform,
/// also in a vector inside of them.
Placing default_placing(const TypeRegistry& types);

}  // namespace ecs
