// The fields that say where things are in the picture of the scene, for tools that write them. The program that draws
// the picture names them; entities that are drawn from other fields are moved by those.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "ecs/edit/edit.hpp"
#include "ecs/types/field.hpp"
#include "ecs/types/field_path.hpp"
#include "panels/base/icons.hpp"

namespace panels {

/// Those that the world lacks do not exist(). Valid as long as the registry of its types. In the picture y grows down;
/// where the world's y grows up, y and the angle are mirrored.
struct SceneFields {
    ecs::FieldPath x, y;
    ecs::FieldPath angle;                          // degrees, clockwise
    ecs::FieldPath scale, radius;                  // numbers; what is drawn has the radius times the scale
    ecs::FieldPath shape;                          // 0 is a circle, 1 a square, 2 a triangle, 3 a diamond
    ecs::FieldPath color;                          // a Color or a vector
    std::vector<ecs::FieldPath> moved_along = {};  // further places, moved with an entity; x and y in turn
    float default_radius = 0;                      // world units, of what has no radius
    bool placed() const { return x.exists() && y.exists(); }
    /// Converts a place in the picture to the values of the fields, and back; distances, too.
    ecs::Vec2 in_world(ecs::Vec2 place) const { return {place.x, y.mirrored ? 0 - place.y : place.y}; }
    double y_in_world(double value) const { return y.mirrored ? 0 - value : value; }
    double angle_in_world(double value) const { return angle.mirrored ? 0 - value : value; }
    friend bool operator==(const SceneFields&, const SceneFields&) = default;
};

/// An area in world units. x grows to the right, y down.
struct SceneBox {
    ecs::Vec2 low, high;

    ecs::Vec2 middle() const { return {(low.x + high.x) / 2, (low.y + high.y) / 2}; }
    float width() const { return high.x - low.x; }
    float height() const { return high.y - low.y; }
};

/// What can be put into the scene: a shape, a prefab.
struct SceneMaker {
    std::string name;  // also of what it makes: "Circle"
    Icon icon = Icon::Circle;
    /// One or more records for ecs::CreateEntities, those at the top around this place.
    std::function<std::vector<ecs::EntityRecord>(ecs::Vec2 place)> make = {};
    ecs::Entity prefab = {};  // that it makes instances of; null: another kind of thing
};

}  // namespace panels
