// The stress test: up to a million shapes of many archetypes, moving in an arena that grows with their number.
#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "ecs/base/language.hpp"
#include "ecs/base/random.hpp"
#include "ecs/world/hierarchy.hpp"
#include "ecs/world/view.hpp"
#include "editor/demo/components.hpp"
#include "editor/game/scene.hpp"

namespace editor {

namespace {

enum Part : unsigned {
    moves = 1,
    colored = 2,
    spins = 4,
    scaled = 8,
    healthy = 16,
    frozen = 32,
    named = 64,
};

/// One archetype of shapes, and its share of a hundred shapes.
struct Kind {
    unsigned parts, share;
};
constexpr std::array kinds{
    Kind{moves | colored, 29},
    Kind{moves | colored | spins, 20},
    Kind{moves | colored | scaled, 12},
    Kind{moves | colored | spins | scaled, 10},
    Kind{moves, 8},
    Kind{moves | spins, 6},
    Kind{moves | colored | healthy, 5},
    Kind{moves | colored | spins | healthy, 3},
    Kind{moves | colored | frozen, 3},
    Kind{moves | colored | spins | scaled | healthy, 2},
    Kind{colored, 1},
    Kind{moves | colored | named, 1},
};
static_assert([] {
    unsigned sum = 0;
    for (const Kind& kind : kinds) sum += kind.share;
    return sum == 100;
}());

constexpr std::array palette{
    ecs::Rgba{0.36f, 0.65f, 1, 1},     ecs::Rgba{0.35f, 0.79f, 0.55f, 1}, ecs::Rgba{0.95f, 0.72f, 0.29f, 1},
    ecs::Rgba{0.92f, 0.45f, 0.45f, 1}, ecs::Rgba{0.72f, 0.55f, 0.93f, 1}, ecs::Rgba{0.4f, 0.82f, 0.85f, 1},
};

std::vector<ecs::ComponentId> components_of(const ecs::World& world, unsigned parts) {
    std::vector<ecs::ComponentId> ids{world.id<Position>(), world.id<Shape>(), world.id<Radius>()};
    if (parts & moves) ids.push_back(world.id<Velocity>());
    if (parts & colored) ids.push_back(world.id<Color>());
    if (parts & spins) ids.insert(ids.end(), {world.id<Rotation>(), world.id<Spin>()});
    if (parts & scaled) ids.push_back(world.id<Scale>());
    if (parts & healthy) ids.push_back(world.id<Health>());
    if (parts & frozen) ids.push_back(world.id<Frozen>());
    if (parts & named) ids.push_back(world.name_id());
    if (!(parts & moves)) ids.push_back(world.id<Obstacle>());
    return ids;
}

void create_shapes(ecs::World& world, std::size_t count) {
    std::vector<ecs::Entity> created;
    std::size_t made = 0, shares = 0;
    for (const Kind& kind : kinds) {
        // From the running sum, so that the shares add up to exactly `count`.
        shares += kind.share;
        created.resize(count * shares / 100 - made);
        made += created.size();
        world.create_many(created, components_of(world, kind.parts));
    }
}

/// Sets values column by column, in order of creation, so the same seed gives the same world.
void give_values(ecs::World& world, const Arena& arena, std::uint64_t seed) {
    ecs::Random random(seed);
    ecs::View<Position>(world).each(world, [&](Position& position) {
        position.x = random.between(0, arena.width);
        position.y = random.between(0, arena.height);
    });
    ecs::View<Velocity>(world).each(world, [&](Velocity& velocity) {
        velocity.x = random.between(-1.5f, 1.5f);
        velocity.y = random.between(-1.5f, 1.5f);
    });
    ecs::View<Shape, Radius>(world).each(world, [&](Shape& shape, Radius& radius) {
        shape.kind = static_cast<ShapeKind>(random.below(4));
        radius.value = random.between(3, 8);
    });
    ecs::View<Color>(world).each(
        world, [&](Color& color) { color.value = palette[random.below(static_cast<std::uint32_t>(palette.size()))]; });
    ecs::View<Rotation, Spin>(world).each(world, [&](Rotation& rotation, Spin& spin) {
        rotation.angle = random.between(0, 360);
        spin.speed = random.between(-4, 4);
    });
    ecs::View<Scale>(world).each(world, [&](Scale& scale) { scale.value = random.between(0.6f, 1.8f); });
    ecs::View<Health>(world).each(
        world, [&](Health& health) { health.hp = 1 + static_cast<std::int32_t>(random.below(100)); });
    std::size_t number = 0;
    ecs::View<ecs::Name>(world).each(world, [&](ecs::Name& name) { name.value = "Scout " + std::to_string(++number); });
}

void fill(ecs::World& world, std::size_t count, std::uint64_t seed) {
    world.reserve(count + 1);
    create_shapes(world, count);
    // A thousand shapes have 800 x 600; more shapes have as much room each.
    const float side = std::max(1.0f, std::sqrt(static_cast<float>(count) / 1000));
    const Arena arena{800 * side, 600 * side};
    give_values(world, arena, seed);
    world.create(ecs::Name{"Arena"}, arena);
}

}  // namespace

Scene stress_scene() {
    return {.name = "stress",
            .description = ecs::tr_later("Moving shapes of twelve archetypes, up to a million of them"),
            .keys = ecs::tr_later("F10 steps one tick"),
            .default_count = 10'000,
            .systems = {"Movement", "Bounce", "Spin"},
            .fill = fill};
}

}  // namespace editor
