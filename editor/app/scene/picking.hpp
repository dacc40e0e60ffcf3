// Where entities are in the scene, and which of them a world point hits. What is picked is what the shaders draw: the
// same fields (editor/game/draw_roles.hpp), shapes, and values for components that an entity lacks.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "ecs/world/world.hpp"
#include "editor/game/draw_roles.hpp"
#include "panels/base/scene_fields.hpp"

namespace editor {

/// What an entity looks like in the scene. The defaults stand for components that it lacks; DrawnFields says the
/// radius.
struct DrawnShape {
    ecs::Vec2 position;
    float rotation = 0;  // degrees, clockwise
    float scale = 1;
    ShapeKind kind = ShapeKind::Circle;
    float radius = 0;  // world units, before scale
    ecs::Rgba tint{0.54f, 0.58f, 0.65f, 1};
};

/// Archetypes that have a place in the scene, those with the component `on_top` last. Among the others, and among
/// these, the entity with the later slot lies on top, whatever its archetype.
template <class F>
void each_drawn_archetype(const ecs::World& world, const DrawnFields& fields, F&& visit) {
    for (const bool on_top : {false, true})
        for (ecs::ArchetypeId id = 0; id < world.archetype_count(); ++id) {
            const ecs::Archetype& archetype = world.archetype(id);
            const bool is_on_top = fields.on_top != ecs::no_component && archetype.has(fields.on_top);
            if (archetype.entity_count() > 0 && fields.places(archetype) && is_on_top == on_top) visit(archetype);
        }
}

/// Nothing when the entity has no place in the scene.
std::optional<DrawnShape> drawn_shape(const ecs::World& world, const DrawnFields& fields, ecs::Entity entity);

/// Middle and radius (x, y, radius), scale included.
std::optional<ecs::Vec3> bounds_of(const ecs::World& world, const DrawnFields& fields, ecs::Entity entity);

/// What encloses the shape as it is drawn, turned as it is; nothing when the entity has no place.
std::optional<panels::SceneBox> box_of(const ecs::World& world, const DrawnFields& fields, ecs::Entity entity);

/// Distance of a point to the edge of a shape, negative inside; `from_middle` in the shape's own, unrotated frame.
float distance_to_shape(ShapeKind kind, ecs::Vec2 from_middle, float radius);

/// All entities whose shape, widened by `tolerance` world units, covers the point; the topmost, drawn last, first.
/// Looks at every entity that has a place.
std::vector<ecs::Entity> entities_at(const ecs::World& world, const DrawnFields& fields, ecs::Vec2 point,
                                     float tolerance);

/// All entities whose middle lies inside the polygon, in the order they are drawn. Where its sides cross, what is
/// enclosed twice is outside. Looks at every entity that has a place.
std::vector<ecs::Entity> entities_inside(const ecs::World& world, const DrawnFields& fields,
                                         std::span<const ecs::Vec2> corners);

struct WorldRect {
    float left = 0, top = 0, right = 0, bottom = 0;
};
/// What a camera frames.
struct FramedShapes {
    std::optional<WorldRect> rect;  // nothing: there are none
    std::size_t left_out = 0;       // their place is no finite number, or so far away that the rest would vanish
};
/// How far shapes may lie apart, in world units: a picture of 1,000 pixels at the least zoom.
inline constexpr double framed_reach = 1e6;

/// The rectangle around all shapes. Looks at every entity that has a place.
FramedShapes rect_of_all(const ecs::World& world, const DrawnFields& fields);
/// The same of these.
FramedShapes rect_of(const ecs::World& world, const DrawnFields& fields, std::span<const ecs::Entity> entities);

}  // namespace editor
