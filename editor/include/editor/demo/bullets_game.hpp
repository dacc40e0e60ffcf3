// The entities of the game of bullets and players, and the places of the players in a wave. Used by the scene and by
// the systems: `to` is a World, or the Commands of a system.
#pragma once

#include <cmath>
#include <cstdint>
#include <string>

#include "ecs/world/hierarchy.hpp"
#include "editor/demo/components.hpp"

namespace editor::bullets {

constexpr ecs::Rgba green{0.35f, 0.79f, 0.55f, 1}, red{0.92f, 0.34f, 0.34f, 1}, yellow{0.95f, 0.78f, 0.35f, 1},
    blue{0.36f, 0.65f, 1, 1}, slate{0.42f, 0.47f, 0.57f, 1};
constexpr float room_a_player = 80;  // in both directions, for a row of players
constexpr std::int32_t full_health = 4;

/// As in the article: players are 20 by 20, bullets 4 by 4.
constexpr Radius player_size{10}, bullet_size{2};

template <class To>
void add_bullet(To& to, Position at) {
    to.create(at, Velocity{0, -4}, bullet_size, Shape{ShapeKind::Square}, Color{yellow}, Damage{});
}

/// Creates player `i` of a wave, counted from 0. Waves start to the right and to the left in turn.
template <class To>
void add_player(To& to, std::int32_t i, std::int32_t wave, const Arena& arena) {
    const auto columns = static_cast<std::int32_t>(std::fmax(1, std::floor((arena.width - 160) / room_a_player)));
    const std::int32_t row = i / columns, column = i % columns;
    const float way = (row + wave) % 2 == 0 ? -1.0f : 1.0f;
    const Position at{120 + room_a_player * static_cast<float>(column) + 12 * way,
                      70 + 0.625f * room_a_player * static_cast<float>(row)};
    to.create(ecs::Name{"Player " + std::to_string(wave) + "." + std::to_string(i + 1)}, at, Velocity{0.8f * way, 0},
              player_size, Shape{ShapeKind::Square}, Color{green}, Health{full_health, full_health}, Player{});
}

}  // namespace editor::bullets
