#include "ecs/base/language.hpp"
#include "editor/demo/components.hpp"
#include "editor/demo/system_table.hpp"

namespace editor {

namespace {

// Each system runs once, a second apart, so that a person can follow. Then all points rest.
constexpr std::uint64_t second = 60;  // ticks; a turn is the last tick of its second
constexpr std::uint64_t shuffle_turn = 1 * second, increment_turn = 2 * second, second_shuffle_turn = 3 * second,
                        velocity_turn = 4 * second;

/// Makes a system that applies `change` to every point, only at its turn.
template <class Change>
ecs::SystemDescription once(const ecs::World& world, const char* description, std::uint64_t turn, Change change) {
    ecs::SystemDescription system;
    system.description = description;
    system.accesses = ecs::access<Position3D>(world);
    system.parallel = true;
    ecs::View<Position3D> points(world);
    system.queries = ecs::queries_of(points);
    system.run = [points, turn, change](ecs::SystemContext& context) mutable {
        if (context.tick + 1 == turn) context.each_parallel(points, change);
    };
    return system;
}

void turn_axes(Position3D& at) { at = {at.z, at.x, at.y}; }

}  // namespace

ecs::SystemDescription make_shuffle(const ecs::World& world, const HeldKeys&) {
    return once(world, ecs::tr_later("After a second: x becomes z, y becomes x, z becomes y"), shuffle_turn, turn_axes);
}

ecs::SystemDescription make_increment(const ecs::World& world, const HeldKeys&) {
    return once(world, ecs::tr_later("After two seconds: adds 1 to x, y and z"), increment_turn, [](Position3D& at) {
        at = {at.x + 1, at.y + 1, at.z + 1};
    });
}

ecs::SystemDescription make_shuffle_again(const ecs::World& world, const HeldKeys&) {
    return once(world, ecs::tr_later("After three seconds: the same as Shuffle"), second_shuffle_turn, turn_axes);
}

ecs::SystemDescription make_apply_velocity(const ecs::World& world, const HeldKeys&) {
    ecs::SystemDescription system;
    system.description = ecs::tr_later("After four seconds: moves the points that have a velocity");
    system.accesses = ecs::access<Position3D, const Velocity3D>(world);
    system.parallel = true;
    ecs::View<Position3D, const Velocity3D> moving(world);
    system.queries = ecs::queries_of(moving);
    system.run = [moving](ecs::SystemContext& context) mutable {
        if (context.tick + 1 != velocity_turn) return;
        context.each_parallel(moving, [](Position3D& at, const Velocity3D& by) {
            at = {at.x + by.x, at.y + by.y, at.z + by.z};
        });
    };
    return system;
}

ecs::SystemDescription make_project(const ecs::World& world, const HeldKeys&) {
    ecs::SystemDescription system;
    system.description =
        ecs::tr_later("Draws each point of space a part of the way to where it is now: z leads up and to the right");
    system.accesses = ecs::access<Position, const Position3D>(world);
    system.parallel = true;
    ecs::View<Position, const Position3D> points(world);
    system.queries = ecs::queries_of(points);
    system.run = [points](ecs::SystemContext& context) mutable {
        context.each_parallel(points, [](Position& drawn, const Position3D& at) {
            const Position place = projected(at);
            drawn.x += (place.x - drawn.x) / 8;
            drawn.y += (place.y - drawn.y) / 8;
        });
    };
    return system;
}

Position projected(const Position3D& at) { return {2 + at.x + 0.4f * at.z, 10 - at.y - 0.3f * at.z}; }

}  // namespace editor
