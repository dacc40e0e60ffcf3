#include "editor/demo/components.hpp"

namespace editor {

namespace {

void register_shapes(ecs::TypeRegistry& types) {
    types.add<Position>("Position", "Where it is in the scene")
        .field("x", &Position::x, {.step = 1, .unit = "u", .description = "From the left edge"})
        .field("y", &Position::y, {.step = 1, .unit = "u", .description = "From the top edge, down"});
    types.add<Velocity>("Velocity", "How far Movement takes it each tick")
        .field("x", &Velocity::x, {.step = 0.05, .unit = "u/tick", .description = "To the right"})
        .field("y", &Velocity::y, {.step = 0.05, .unit = "u/tick", .description = "Down"});
    types.add<Rotation>("Rotation", "Which way it is turned")
        .field("angle", &Rotation::angle, {.step = 1, .unit = "°", .description = "Clockwise"});
    types.add<Scale>("Scale", "Makes it larger or smaller than its radius")
        .field("value", &Scale::value,
               {.min = 0.0, .max = 100.0, .step = 0.01, .unit = "×", .description = "1 is the size that Radius says"});
    types.add<Shape>("Shape", "What it is drawn as")
        .field(
            "kind", &Shape::kind,
            {.description = "Its outline", .names = {{"Circle", 0}, {"Square", 1}, {"Triangle", 2}, {"Diamond", 3}}});
    types.add<Color>("Color", "What it is filled with")
        .field("value", &Color::value, {.description = "Red, green, blue and opacity, sRGB"});
    types.add<Radius>("Radius", "How large it is")
        .field("value", &Radius::value,
               {.min = 0.0, .max = 10'000.0, .step = 0.1, .unit = "u", .description = "From the middle to the rim"});
}

void register_behaviour(ecs::TypeRegistry& types) {
    types.add<Health>("Health", "What is left of it")
        .field("hp", &Health::hp, {.min = 0.0, .max = 1'000'000.0, .step = 1, .unit = "hp", .description = "Left now"})
        .field("max", &Health::max,
               {.min = 1.0, .max = 1'000'000.0, .step = 1, .unit = "hp", .description = "When it is whole"});
    types.add<PlayerInput>("PlayerInput", "Moved by the keys of the person")
        .field("speed", &PlayerInput::speed,
               {.min = 0.0, .max = 100.0, .step = 0.05, .unit = "u/tick", .description = "Along each axis"});
    types.add<MoveTarget>("MoveTarget", "Follows the nearest player while it is in range")
        .field("target", &MoveTarget::target, {.description = "The nearest player; the Target system sets it"})
        .field(
            "range", &MoveTarget::range,
            {.min = 0.0, .max = 100'000.0, .step = 1, .unit = "u", .description = "Follows what is nearer than this"})
        .field("distance", &MoveTarget::distance,
               {.unit = "u", .description = "To the target; the Target system sets it"});
    types.add<Spin>("Spin", "Turns at a steady rate")
        .field("speed", &Spin::speed,
               {.min = -180.0, .max = 180.0, .step = 0.05, .unit = "°/tick", .description = "Clockwise"});
    types.add<Orbit>("Orbit", "Circles around its parent")
        .field("x", &Orbit::x, {.step = 0.5, .unit = "u", .description = "From the parent, to the right"})
        .field("y", &Orbit::y, {.step = 0.5, .unit = "u", .description = "From the parent, down"})
        .field("speed", &Orbit::speed,
               {.min = -10.0, .max = 10.0, .step = 0.05, .unit = "°/tick", .description = "Clockwise"});
    types.add<Arena>("Arena", "The area in which Bounce keeps what moves, from (0, 0) on")
        .field("width", &Arena::width, {.min = 1.0, .step = 1, .unit = "u", .description = "To the right"})
        .field("height", &Arena::height, {.min = 1.0, .step = 1, .unit = "u", .description = "Down"});
}

void register_bullets(ecs::TypeRegistry& types) {
    types.add<Damage>("Damage", "Hurts the first player that it overlaps, and is gone then")
        .field("points", &Damage::points,
               {.min = 0.0, .max = 1'000'000.0, .step = 1, .unit = "hp", .description = "Taken from its health"});
    types.add<Gun>("Gun", "Fires bullets upwards")
        .field("period", &Gun::period,
               {.min = 1.0, .max = 3600.0, .step = 1, .unit = "ticks", .description = "From one bullet to the next"})
        .field("wait", &Gun::wait,
               {.min = 0.0, .max = 3600.0, .step = 1, .unit = "ticks", .description = "Left until the next bullet"});
    types.add<Wave>("Wave", "Brings players whenever none is left")
        .field("players", &Wave::players,
               {.min = 0.0, .max = 100'000.0, .step = 1, .unit = "players", .description = "How many come in one wave"})
        .field("number", &Wave::number,
               {.min = 0.0, .step = 1, .unit = "waves", .description = "So far, this one included"});
}

void register_space(ecs::TypeRegistry& types) {
    types.add<Position3D>("Position3D", "Where it is in space; Project places what is drawn of it")
        .field("x", &Position3D::x, {.step = 0.1, .unit = "u", .description = "To the right"})
        .field("y", &Position3D::y, {.step = 0.1, .unit = "u", .description = "Up"})
        .field("z", &Position3D::z, {.step = 0.1, .unit = "u", .description = "Away from the person"});
    types.add<Velocity3D>("Velocity3D", "How far Apply velocity takes it")
        .field("x", &Velocity3D::x, {.step = 0.05, .unit = "u", .description = "To the right"})
        .field("y", &Velocity3D::y, {.step = 0.05, .unit = "u", .description = "Up"})
        .field("z", &Velocity3D::z, {.step = 0.05, .unit = "u", .description = "Away from the person"});
}

}  // namespace

void register_components(ecs::TypeRegistry& types) {
    register_shapes(types);
    register_behaviour(types);
    types.add<Player>("Player", "Enemies follow it");
    types.add<Enemy>("Enemy", "Is after players");
    types.add<Frozen>("Frozen", "Movement and Spin pass it over");
    types.add<Obstacle>("Obstacle", "Stands in the scene and takes no part");
    register_bullets(types);
    register_space(types);
}

}  // namespace editor
