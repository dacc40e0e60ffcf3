// The game of article 004: bullets hurt players until these are gone, and guns fire more bullets.
#include <algorithm>
#include <cmath>
#include <string>

#include "ecs/base/language.hpp"
#include "ecs/base/random.hpp"
#include "editor/demo/bullets_game.hpp"
#include "editor/game/scene.hpp"

namespace editor {

namespace {

constexpr std::size_t guns = 3, first_bullets = 16;

void fill(ecs::World& world, std::size_t count, std::uint64_t seed) {
    ecs::Random random(seed);
    // Two dozen players have 800 x 600; more players have as much room each.
    const float side = std::max(1.0f, std::sqrt(static_cast<float>(count) / 24));
    const Arena arena{800 * side, 600 * side};
    world.create(ecs::Name{"Arena"}, arena, Wave{.players = static_cast<std::int32_t>(count)});
    for (std::size_t number = 1; number <= guns; ++number) {
        const bool yours = number == 2;
        const float way = number == 1 ? 1.0f : -1.0f;
        const Position at{arena.width * static_cast<float>(number) / (guns + 1), arena.height - (yours ? 30 : 60)};
        const Gun gun{.period = yours ? 12 : 18, .wait = 1 + static_cast<std::int32_t>(random.below(18))};
        const auto create = [&](const char* name, auto... more) {
            world.create(ecs::Name{name}, at, gun, Radius{12}, Shape{ShapeKind::Triangle}, more...);
        };
        if (yours)
            create("Your gun", Velocity{}, Color{bullets::blue}, PlayerInput{.speed = 4});
        else
            create(number == 1 ? "Left gun" : "Right gun", Velocity{1.7f * way, 0}, Color{bullets::slate});
    }
    for (std::size_t i = 0; i < count; ++i) bullets::add_player(world, static_cast<std::int32_t>(i), 1, arena);
    for (std::size_t i = 0; i < first_bullets; ++i) {
        const float x = random.between(60, arena.width - 60);
        bullets::add_bullet(world, {x, arena.height - random.between(80, 260)});
    }
}

// Leave runs before Bounce: entities that leave are gone before Bounce could turn them back.
}  // namespace

Scene bullets_scene() {
    return {.name = "bullets",
            .description = ecs::tr_later(
                "Article 004: bullets hurt players until they are gone. Look at the archetype of the bullets: "
                "rows come and go all the time"),
            .keys = ecs::tr_later("WASD or arrows move your gun"),
            .default_count = 24,
            .systems = {"Input", "Fire", "Movement", "Leave", "Bounce", "Hits", "Tint", "Waves"},
            .fill = fill};
}

}  // namespace editor
