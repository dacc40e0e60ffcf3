// Where entities are in the scene, and which of them a world point hits. What is picked is what the shaders draw: the
// same shapes, and the same values for components that an entity lacks.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "ecs/world/world.hpp"
#include "editor/demo/components.hpp"

namespace editor {

/// What an entity looks like in the scene. The defaults stand for components that it lacks.
struct DrawnShape {
    ecs::Vec2 position;
    float rotation = 0;  // degrees, clockwise
    float scale = 1;
    ShapeKind kind = ShapeKind::Circle;
    float radius = 4;  // world units, before scale
    ecs::Rgba tint{0.54f, 0.58f, 0.65f, 1};
};

/// Archetypes that have a place in the scene, in the order they are drawn: by number, but those that the player moves
/// last, so that whoever catches the player does not hide it.
template <class F>
void each_drawn_archetype(const ecs::World& world, F&& visit) {
    const ecs::ComponentId position = world.id<Position>(), player = world.id<PlayerInput>();
    for (const bool players : {false, true})
        for (ecs::ArchetypeId id = 0; id < world.archetype_count(); ++id) {
            const ecs::Archetype& archetype = world.archetype(id);
            if (archetype.entity_count() > 0 && archetype.has(position) && archetype.has(player) == players)
                visit(archetype);
        }
}

/// Nothing when the entity has no place in the scene.
std::optional<DrawnShape> drawn_shape(const ecs::World& world, ecs::Entity entity);

/// Middle and radius (x, y, radius), scale included.
std::optional<ecs::Vec3> bounds_of(const ecs::World& world, ecs::Entity entity);

/// Distance of a point to the edge of a shape, negative inside; `from_middle` in the shape's own, unrotated frame.
float distance_to_shape(ShapeKind kind, ecs::Vec2 from_middle, float radius);

/// All entities whose shape, widened by `tolerance` world units, covers the point; the topmost, drawn last, first.
/// Looks at every entity that has a place.
std::vector<ecs::Entity> entities_at(const ecs::World& world, ecs::Vec2 point, float tolerance);

/// All entities whose middle lies inside the polygon, in the order they are drawn. Where its sides cross, what is
/// enclosed twice is outside. Looks at every entity that has a place.
std::vector<ecs::Entity> entities_inside(const ecs::World& world, std::span<const ecs::Vec2> corners);

struct WorldRect {
    float left = 0, top = 0, right = 0, bottom = 0;
};
/// What holds all shapes; nothing when there are none. Looks at every entity that has a place.
std::optional<WorldRect> rect_of_all(const ecs::World& world);

/// The size of the field that the world plays in, from its Arena.
std::optional<ecs::Vec2> field_of(const ecs::World& world);

}  // namespace editor
