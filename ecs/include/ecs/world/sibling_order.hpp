// The order of siblings that a person chose. Entities with the same parent, and those at the top, are in the order
// of their places:
//
//     entity            7v1    9v1    12v1
//     SiblingOrder       -     3.5     -
//     place              7     3.5     12        so 9v1 comes first
//
// The place of an entity without the component is its slot. So only entities that a person moved have it, and an
// entity keeps its place when another one goes. Storage and systems do not depend on it: lists sort by it. It is an
// ordinary component, which files, undo, diffs and queries treat as all others; the type is registered when a world
// first needs it. ecs/edit/sibling_edits.hpp makes the edits.
#pragma once

#include <string>
#include <vector>

#include "ecs/base/entity.hpp"
#include "ecs/types/type_registry.hpp"

namespace ecs {

class World;

struct SiblingOrder {
    double value = 0;
};

/// The id of SiblingOrder, also where a file described the type; no_component when the world never had the type.
ComponentId sibling_order_type(const TypeRegistry& types);
/// Registers the type. Returns the reason for a person when another type has its name; else an empty text.
std::string register_sibling_order(TypeRegistry& types);

/// The order of siblings in one world, which must not change while it is in use.
class SiblingPlaces {
public:
    explicit SiblingPlaces(const World& world);

    /// Whether a person chose an order of any entities of this world.
    bool any() const { return any_; }
    double place(Entity entity) const;
    bool before(Entity a, Entity b) const;
    void sort(std::vector<Entity>& siblings) const;
    /// The entities at the top that have the component, sorted.
    std::vector<Entity> placed_at_top() const;
    /// Grows when a place changes; costs a look at each chunk with the component.
    std::uint64_t version() const;

private:
    const World& world_;
    ComponentId type_;
    bool any_;
};

}  // namespace ecs
