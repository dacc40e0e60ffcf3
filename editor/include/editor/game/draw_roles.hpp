// DrawRoles say from which fields the picture of the scene is drawn. DrawnFields are those fields found in one world.
//
//     Game::draw ──┐
//     a guess ─────┼─► DrawRoles (names) ── find_drawn_fields ──► DrawnFields (component, offset) ──► renderer, picking
//     the person ──┘
//
// The first source that gives a place wins, from below: what a person chose, else the Game's, else a guess.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ecs/types/field_path.hpp"
#include "ecs/world/world.hpp"

namespace editor {

/// What a field can be in the picture.
enum class DrawRole : unsigned { X, Y, Z, Angle, Scale, Radius, Shape, Color };
inline constexpr std::size_t draw_role_count = 8;

/// Words for a role: `key` in settings, `label` and `description` for people.
struct DrawRoleText {
    std::string_view key, label, description;
};
const DrawRoleText& text_of(DrawRole role);

/// Outlines that can be drawn; a Shape field has these numbers, and all others are circles.
enum class ShapeKind : std::int32_t { Circle, Square, Triangle, Diamond };

/// Fields as paths ("Position.x"), see ecs/types/field_path.hpp. Empty: there is none.
struct DrawRoles {
    std::array<std::string, draw_role_count> fields = {};
    float default_radius = 0;  // world units, of entities without a Radius; 0: a dot of the same size at each zoom
    std::string on_top = {};   // entities with this component are drawn over the others
    std::string range = {};    // a radius in world units that is shown around a selected entity
    std::string area_width = {},
                area_height = {};  // of the area that the world plays in, from (0, 0); one entity has it
    ecs::Vec2 default_area = {};   // for worlds where no entity has it; 0: the view fits all entities
    std::vector<std::string> moved_along =
        {};             // further places ("Position3D.x"), moved with an entity; x and y in turn
    bool y_up = false;  // y grows up, and angles from x to y: against the clock

    std::string& operator[](DrawRole role) { return fields[static_cast<std::size_t>(role)]; }
    const std::string& operator[](DrawRole role) const { return fields[static_cast<std::size_t>(role)]; }
    bool has_place() const { return !(*this)[DrawRole::X].empty() && !(*this)[DrawRole::Y].empty(); }
    friend bool operator==(const DrawRoles&, const DrawRoles&) = default;
};

/// The roles in one world. Valid as long as its TypeRegistry. In the picture y grows down; where the world's y grows
/// up, the fields of y and of the angle are mirrored, so that what reads and writes them agrees with the picture.
struct DrawnFields {
    std::array<ecs::FieldPath, draw_role_count> fields = {};  // those that this world lacks do not exist()
    float default_radius = 4;                                 // world units, for the present zoom
    ecs::ComponentId on_top = ecs::no_component;
    ecs::FieldPath range = {}, area_width = {}, area_height = {};
    std::vector<ecs::FieldPath> moved_along = {};
    ecs::ComponentId prefab = ecs::no_component;  // the tag of prefabs
    bool shows_prefabs = false;                   // the picture is of prefabs; else of all other entities
    bool y_up = false;                            // of the world

    const ecs::FieldPath& operator[](DrawRole role) const { return fields[static_cast<std::size_t>(role)]; }
    bool has_place() const { return (*this)[DrawRole::X].exists() && (*this)[DrawRole::Y].exists(); }
    /// Whether entities of this archetype have a place.
    bool places(const ecs::Archetype& archetype) const;
};

/// Fields that do not exist or do not fit their role (a Color needs a Color or a vector of 3 or 4, all others a number)
/// are left out.
DrawnFields find_drawn_fields(const ecs::TypeRegistry& types, const DrawRoles& roles);

/// All fields that fit a role, as paths: those that entities have come first.
std::vector<std::string> fields_for(const ecs::World& world, DrawRole role);

/// For settings: "x=Position.x", one for each role that has a field. Lines that are wrong are passed over.
std::vector<std::string> to_lines(const DrawRoles& roles);
DrawRoles draw_roles_from(const std::vector<std::string>& lines);

/// What looks like a place and a look, by names and kinds of fields: Position or Transform before other components, x
/// and y before anything else. Of several, the one that most entities have. Without a place when nothing does.
DrawRoles guess_draw_roles(const ecs::World& world);

/// Where the picture shows a point of three axes: x to the right, y as it is, z a little up and to the right.
constexpr ecs::Vec2 projected(float x, float y, float z) { return {x + 0.4f * z, y - 0.3f * z}; }

/// The outline that a Shape field with this number means.
constexpr ShapeKind shape_kind(std::int32_t number) {
    return number >= 0 && number <= 3 ? static_cast<ShapeKind>(number) : ShapeKind::Circle;
}
/// A Color or vector field as a colour; a vector of 3 is opaque.
ecs::Rgba color_at(const ecs::FieldPath& field, const void* component);

/// The corner of the area that the world plays in, whose other corner is (0, 0); nothing when no entity has one. In the
/// picture: y is negative where the world's y grows up.
std::optional<ecs::Vec2> area_of(const ecs::World& world, const DrawnFields& fields);

/// Entities that have no place.
std::size_t count_unplaced(const ecs::World& world, const DrawnFields& fields);

}  // namespace editor
