// The chase: keys move a player, and enemies follow the nearest player in range.
#include <algorithm>
#include <cmath>
#include <string>

#include "ecs/base/language.hpp"
#include "ecs/base/random.hpp"
#include "ecs/world/hierarchy.hpp"
#include "editor/demo/components.hpp"
#include "editor/game/scene.hpp"

namespace editor {

namespace {

constexpr ecs::Rgba green{0.35f, 0.79f, 0.55f, 1}, pale_green{0.62f, 0.9f, 0.68f, 1}, red{0.92f, 0.34f, 0.34f, 1},
    blue{0.36f, 0.65f, 1, 1}, slate{0.42f, 0.47f, 0.57f, 1};

constexpr Position start{150, 150};  // of the player
constexpr float field_width = 800, field_height = 600;
constexpr std::size_t company_from = 8;  // enemies; with fewer, the world has only what the seed gives

ecs::Entity add_player(ecs::World& world) {
    return world.create(ecs::Name{"Player"}, start, Velocity{}, PlayerInput{}, Radius{10}, Shape{ShapeKind::Circle},
                        Color{green}, Health{}, Player{});
}

void add_enemy(ecs::World& world, std::size_t number, Position position, float radius) {
    const auto create = [&](auto... more) {
        world.create(ecs::Name{"Enemy " + std::to_string(number)}, position, Velocity{}, MoveTarget{}, Radius{radius},
                     Shape{ShapeKind::Circle}, Color{red}, Enemy{}, more...);
    };
    if (number % 3 == 0)
        create(Health{.hp = 40, .max = 40});
    else
        create();
}

/// Adds a second, weaker target that moves by itself, standing obstacles, and a shield that circles the player.
void add_company(ecs::World& world, ecs::Entity player, ecs::Random& random) {
    world.create(ecs::Name{"Shield"}, Position{start.x + 26, start.y}, Orbit{.x = 26, .y = 0, .speed = 3}, Radius{4},
                 Shape{ShapeKind::Diamond}, Color{blue}, ecs::Parent{player});

    const Position middle{470, 330};
    const ecs::Entity beacon = world.create(ecs::Name{"Beacon"}, middle, Rotation{}, Spin{.speed = 0.5f}, Radius{16},
                                            Shape{ShapeKind::Square}, Color{slate}, Obstacle{});
    // Slow enough that a following enemy (a fiftieth of the gap each tick) keeps it in range.
    const Orbit path{.x = 170, .y = 0, .speed = 0.4f};
    world.create(ecs::Name{"Decoy"}, Position{middle.x + path.x, middle.y}, path, Radius{8}, Shape{ShapeKind::Diamond},
                 Color{pale_green}, Player{}, ecs::Parent{beacon});

    for (int number = 1; number <= 4; ++number) {
        // In separate statements: the compiler chooses the order of arguments, which must not change the numbers.
        const float x = random.between(40, field_width - 40);
        const float y = random.between(40, field_height - 40);
        const float angle = random.between(0, 360);
        const float scale = random.between(0.8f, 1.6f);
        world.create(ecs::Name{"Rock " + std::to_string(number)}, Position{x, y}, Rotation{angle}, Scale{scale},
                     Radius{14}, Shape{number % 2 == 0 ? ShapeKind::Square : ShapeKind::Triangle}, Color{slate},
                     Obstacle{});
    }
}

/// No enemy starts here, so that the player is the first to move.
bool in_range_of_start(const Position& position) {
    const float x = position.x - start.x, y = position.y - start.y;
    return x * x + y * y < 130 * 130;
}

void fill(ecs::World& world, std::size_t count, std::uint64_t seed) {
    ecs::Random random(seed);
    world.reserve(count + 8);
    const ecs::Entity player = add_player(world);
    // With more than a hundred enemies the field grows, because they would cover it.
    const float spread = std::max(1.0f, std::sqrt(static_cast<float>(count) / 100));
    const auto place = [&] {
        const float x = random.between(20, field_width * spread - 20);
        return Position{x, random.between(20, field_height * spread - 20)};
    };
    for (std::size_t number = 1; number <= count; ++number) {
        Position position = place();
        while (in_range_of_start(position)) position = place();
        const float radius = random.between(8, 15);
        if (number == 1)
            add_enemy(world, number, {10, 10}, 15);
        else
            add_enemy(world, number, position, radius);
    }
    if (count >= company_from) add_company(world, player, random);
}

}  // namespace

Scene chase_scene() {
    return {.name = "chase",
            .description =
                ecs::tr_later("A player that the keys move, and enemies that follow the nearest player in range"),
            .keys = ecs::tr_later("WASD or arrows move the player"),
            .default_count = 24,
            .selected_first = "Enemy 14",  // it moves
            .systems = {"Target", "Input", "Seek", "Movement", "Orbit", "Spin"},
            .fill = fill};
}

}  // namespace editor
