// Placements remember where entities were when something began to move them, and make the edits that bring them
// elsewhere. Every edit starts from there and not from the present values, so a gesture that comes back to its
// beginning changes nothing, and a rounded number is rounded once.
//
// The children of an entity move, turn and grow with it. Their positions are positions in the world, so an edit that
// moves a parent moves its children, too.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "ecs/edit/edit.hpp"
#include "panels/base/scene_fields.hpp"
#include "panels/base/scene_marks.hpp"

namespace panels {

/// Where an entity stood. x and y are those of its fields, which need not be the place on the screen.
struct Placement {
    ecs::Entity entity;
    double x = 0, y = 0;
    double angle = 0;        // degrees
    double size = 1;         // scale times radius
    int shape = 0;           // as SceneFields::shape
    std::uint32_t root = 0;  // position of the root that it belongs to
};

/// What becomes of an entity.
struct PlaceChange {
    double x = 0, y = 0;  // added
    double turn = 0;      // degrees, added to the angle
    double factor = 1;    // of the scale, or of the radius where there is no scale
};

class Placements {
public:
    Placements() = default;
    /// `roots` that are below another of them come with that one. What is locked stays where it is, and what has no
    /// place, too; what stands below that moves.
    Placements(const ecs::World& world, const SceneFields& fields, const SceneMarks& marks,
               const std::vector<ecs::Entity>& roots);

    /// A root before what is below it, in the order of the roots.
    std::span<const Placement> all() const { return all_; }
    bool empty() const { return all_.empty(); }
    /// Those that the edits turn, or make larger: the others lack the component.
    std::size_t can_turn() const { return can_turn_; }
    std::size_t can_grow() const { return can_grow_; }

    /// One change for each of all(). The same fields of the same entities in every call, so that the history makes one
    /// step of a gesture. Which fields, `turns` and `grows` say: the places are always among them.
    std::vector<ecs::Edit> edits(std::span<const PlaceChange> changes, bool turns, bool grows) const;
    /// Drops entities that are gone or lost their components meanwhile. Returns whether there were any.
    bool forget_gone(const ecs::World& world);

private:
    enum class Part : std::uint8_t { X, Y, Angle, Size };
    struct Number {
        ecs::FieldPath path;  // offset within the field
        Part part;
    };
    /// One field of one component, of all entities that have it.
    struct Column {
        ecs::ComponentId component = ecs::no_component;
        std::uint32_t field = 0;
        std::size_t size_bytes = 0;
        double low = 0, high = 0;  // what a person may enter, where the field is one number with a range
        bool limited = false;
        bool places = false, turns = false, grows = false;
        std::vector<Number> numbers = {};
        std::vector<ecs::Entity> entities = {};
        std::vector<std::uint32_t> positions = {};  // of the entities in all()
        std::vector<std::byte> starts = {};
    };
    void add_tree(const ecs::World& world, const SceneFields& fields, const SceneMarks& marks, ecs::Entity root,
                  std::uint32_t number);
    void add_number(const ecs::World& world, const ecs::FieldPath& path, Part part);
    void fill(const ecs::World& world, Column& column, bool without_scale, ecs::ComponentId scale) const;

    std::vector<Placement> all_;
    std::vector<Column> columns_;
    std::size_t can_turn_ = 0, can_grow_ = 0;
};

/// The number in a component of the entity; `absent` where it lacks it.
double number_of(const ecs::World& world, const ecs::FieldPath& path, ecs::Entity entity, double absent);
/// Of the field that the path leads into: "u"; empty where it has none.
std::string unit_of(const ecs::World& world, const ecs::FieldPath& path);
/// The middle of the area in which the places of these entities lie, as their fields say; nothing when none has one.
std::optional<ecs::Vec2> middle_of(const ecs::World& world, const SceneFields& fields,
                                   std::span<const ecs::Entity> entities);

}  // namespace panels
