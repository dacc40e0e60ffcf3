#include "editor/demo/components.hpp"
#include "ecs/base/language.hpp"

namespace editor {

namespace {

void register_shapes(ecs::TypeRegistry& types) {
    types.add<Position>("Position", ecs::tr_later("Where it is in the scene"))
        .field("x", &Position::x, {.step = 1, .unit = "u", .description = ecs::tr_later("From the left edge")})
        .field("y", &Position::y, {.step = 1, .unit = "u", .description = ecs::tr_later("From the top edge, down")});
    types.add<Velocity>("Velocity", ecs::tr_later("How far Movement takes it each tick"))
        .field("x", &Velocity::x, {.step = 0.05, .unit = "u/tick", .description = ecs::tr_later("To the right")})
        .field("y", &Velocity::y, {.step = 0.05, .unit = "u/tick", .description = ecs::tr_later("Down")});
    types.add<Rotation>("Rotation", ecs::tr_later("Which way it is turned"))
        .field("angle", &Rotation::angle, {.step = 1, .unit = "°", .description = ecs::tr_later("Clockwise")});
    types.add<Scale>("Scale", ecs::tr_later("Makes it larger or smaller than its radius"))
        .field("value", &Scale::value,
               {.min = 0.0,
                .max = 100.0,
                .step = 0.01,
                .unit = "×",
                .description = ecs::tr_later("1 is the size that Radius says")});
    types.add<Shape>("Shape", ecs::tr_later("What it is drawn as"))
        .field("kind", &Shape::kind,
               {.description = ecs::tr_later("Its outline"),
                .names = {{"Circle", 0}, {"Square", 1}, {"Triangle", 2}, {"Diamond", 3}}});
    types.add<Color>("Color", ecs::tr_later("What it is filled with"))
        .field("value", &Color::value, {.description = ecs::tr_later("Red, green, blue and opacity, sRGB")});
    types.add<Radius>("Radius", ecs::tr_later("How large it is"))
        .field("value", &Radius::value,
               {.min = 0.0,
                .max = 10'000.0,
                .step = 0.1,
                .unit = "u",
                .description = ecs::tr_later("From the middle to the rim")});
}

void register_behaviour(ecs::TypeRegistry& types) {
    types.add<Health>("Health", ecs::tr_later("What is left of it"))
        .field("hp", &Health::hp,
               {.min = 0.0, .max = 1'000'000.0, .step = 1, .unit = "hp", .description = ecs::tr_later("Left now")})
        .field("max", &Health::max,
               {.min = 1.0,
                .max = 1'000'000.0,
                .step = 1,
                .unit = "hp",
                .description = ecs::tr_later("When it is whole")});
    types.add<PlayerInput>("PlayerInput", ecs::tr_later("Moved by the keys of the person"))
        .field("speed", &PlayerInput::speed,
               {.min = 0.0,
                .max = 100.0,
                .step = 0.05,
                .unit = "u/tick",
                .description = ecs::tr_later("Along each axis")});
    types.add<MoveTarget>("MoveTarget", ecs::tr_later("Follows the nearest player while it is in range"))
        .field("target", &MoveTarget::target,
               {.description = ecs::tr_later("The nearest player; the Target system sets it")})
        .field("range", &MoveTarget::range,
               {.min = 0.0,
                .max = 100'000.0,
                .step = 1,
                .unit = "u",
                .description = ecs::tr_later("Follows what is nearer than this")})
        .field("distance", &MoveTarget::distance,
               {.unit = "u", .description = ecs::tr_later("To the target; the Target system sets it")});
    types.add<Spin>("Spin", ecs::tr_later("Turns at a steady rate"))
        .field(
            "speed", &Spin::speed,
            {.min = -180.0, .max = 180.0, .step = 0.05, .unit = "°/tick", .description = ecs::tr_later("Clockwise")});
    types.add<Orbit>("Orbit", ecs::tr_later("Circles around its parent"))
        .field("x", &Orbit::x,
               {.step = 0.5, .unit = "u", .description = ecs::tr_later("From the parent, to the right")})
        .field("y", &Orbit::y, {.step = 0.5, .unit = "u", .description = ecs::tr_later("From the parent, down")})
        .field("speed", &Orbit::speed,
               {.min = -10.0, .max = 10.0, .step = 0.05, .unit = "°/tick", .description = ecs::tr_later("Clockwise")});
    types.add<Arena>("Arena", ecs::tr_later("The area in which Bounce keeps what moves, from (0, 0) on"))
        .field("width", &Arena::width,
               {.min = 1.0, .step = 1, .unit = "u", .description = ecs::tr_later("To the right")})
        .field("height", &Arena::height, {.min = 1.0, .step = 1, .unit = "u", .description = ecs::tr_later("Down")});
}

void register_bullets(ecs::TypeRegistry& types) {
    types.add<Damage>("Damage", ecs::tr_later("Hurts the first player that it overlaps, and is gone then"))
        .field("points", &Damage::points,
               {.min = 0.0,
                .max = 1'000'000.0,
                .step = 1,
                .unit = "hp",
                .description = ecs::tr_later("Taken from its health")});
    types.add<Gun>("Gun", ecs::tr_later("Fires bullets upwards"))
        .field("period", &Gun::period,
               {.min = 1.0,
                .max = 3600.0,
                .step = 1,
                .unit = "ticks",
                .description = ecs::tr_later("From one bullet to the next")})
        .field("wait", &Gun::wait,
               {.min = 0.0,
                .max = 3600.0,
                .step = 1,
                .unit = "ticks",
                .description = ecs::tr_later("Left until the next bullet")});
    types.add<Wave>("Wave", ecs::tr_later("Brings players whenever none is left"))
        .field("players", &Wave::players,
               {.min = 0.0,
                .max = 100'000.0,
                .step = 1,
                .unit = "players",
                .description = ecs::tr_later("How many come in one wave")})
        .field("number", &Wave::number,
               {.min = 0.0, .step = 1, .unit = "waves", .description = ecs::tr_later("So far, this one included")});
}

void register_space(ecs::TypeRegistry& types) {
    types.add<Position3D>("Position3D", ecs::tr_later("Where it is in space; Project places what is drawn of it"))
        .field("x", &Position3D::x, {.step = 0.1, .unit = "u", .description = ecs::tr_later("To the right")})
        .field("y", &Position3D::y, {.step = 0.1, .unit = "u", .description = ecs::tr_later("Up")})
        .field("z", &Position3D::z, {.step = 0.1, .unit = "u", .description = ecs::tr_later("Away from the person")});
    types.add<Velocity3D>("Velocity3D", ecs::tr_later("How far Apply velocity takes it"))
        .field("x", &Velocity3D::x, {.step = 0.05, .unit = "u", .description = ecs::tr_later("To the right")})
        .field("y", &Velocity3D::y, {.step = 0.05, .unit = "u", .description = ecs::tr_later("Up")})
        .field("z", &Velocity3D::z, {.step = 0.05, .unit = "u", .description = ecs::tr_later("Away from the person")});
}

}  // namespace

void register_components(ecs::TypeRegistry& types) {
    register_shapes(types);
    register_behaviour(types);
    types.add<Player>("Player", ecs::tr_later("Enemies follow it"));
    types.add<Enemy>("Enemy", ecs::tr_later("Is after players"));
    types.add<Frozen>("Frozen", ecs::tr_later("Movement and Spin pass it over"));
    types.add<Obstacle>("Obstacle", ecs::tr_later("Stands in the scene and takes no part"));
    register_bullets(types);
    register_space(types);
}

}  // namespace editor
