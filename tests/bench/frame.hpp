// The seven systems of `frame7`, a frame such as ECS benchmark suites commonly run: movement, a bit of arithmetic on
// data of mixed types, a decision over three components, damage, health, and two that prepare drawing. Each system is
// one loop over whole columns; the ECS and the floor call the same loops.
//
// Entities come in four kinds, in turns, so that every system meets more than one archetype and no two the same set:
//
//     0: Position Velocity                              scenery that moves
//     1: Position Velocity Data                         with a mind of its own
//     2: Position Velocity Data Health Damage Sprite    fighters
//     3: Position Velocity Data Health Sprite           bystanders
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "components.hpp"

namespace bench::frame {

/// A small generator of random numbers in each entity: xoshiro128++.
struct RandomState {
    std::array<std::uint32_t, 4> s{};

    std::uint32_t next() {
        const std::uint32_t result = std::rotl(s[0] + s[3], 7) + s[0];
        const std::uint32_t shifted = s[1] << 9;
        s[2] ^= s[0];
        s[3] ^= s[1];
        s[1] ^= s[2];
        s[0] ^= s[3];
        s[2] ^= shifted;
        s[3] = std::rotl(s[3], 11);
        return result;
    }
};

struct Data {
    std::int32_t count = 0;
    bool flag = false;
    double sum = 0;
    RandomState random;
    std::uint32_t drawn = 0;
};
enum class Status : std::int32_t { Spawn, Alive, Dead };
struct Health {
    std::int32_t hp = 0, max = 0;
    Status status = Status::Spawn;
};
struct Damage {
    std::int32_t attack = 0, defence = 0;
};
struct Sprite {
    char symbol = ' ';
};

inline constexpr std::size_t kinds = 4;
inline bool has_data(std::size_t i) { return i % kinds >= 1; }
inline bool has_health(std::size_t i) { return i % kinds >= 2; }
inline bool has_damage(std::size_t i) { return i % kinds == 2; }

inline Data data_of(std::size_t i) {
    Data data;
    data.count = static_cast<std::int32_t>(i % 10);
    data.flag = i % 3 == 0;
    data.random.s = {static_cast<std::uint32_t>(i) * 2654435761u, 1, 2, 3};
    return data;
}
inline Health health_of(std::size_t i) { return {0, static_cast<std::int32_t>(20 + i % 40), Status::Spawn}; }
inline Damage damage_of(std::size_t i) {
    return {static_cast<std::int32_t>(4 + i % 7), static_cast<std::int32_t>(i % 5)};
}

/// What `draw` draws to: one character a cell.
struct Screen {
    static constexpr std::uint32_t width = 320, height = 240;
    std::vector<char> cells = std::vector<char>(width * height, ' ');
};

inline void update_data(Data* data, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) {
        data[i].count = (data[i].count + 1) % 10;
        data[i].sum += 0.0001 * dt_secs;
        data[i].flag = !data[i].flag;
        data[i].drawn = data[i].random.next();
    }
}

/// One frame in ten turns around or sets off elsewhere.
inline void decide(const Position* position, Velocity* velocity, Data* data, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) {
        if (data[i].count != 0) continue;
        if (position[i].x > position[i].y) {
            velocity[i].x = static_cast<float>(data[i].random.next() % 16) - 5;
            velocity[i].y = static_cast<float>(data[i].random.next() % 16) - 10;
        } else {
            velocity[i].x = static_cast<float>(data[i].random.next() % 16) - 10;
            velocity[i].y = static_cast<float>(data[i].random.next() % 16) - 5;
        }
    }
}

inline void take_damage(Health* health, const Damage* damage, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) {
        const std::int32_t hurt = damage[i].attack - damage[i].defence;
        if (health[i].hp > 0 && hurt > 0) health[i].hp = health[i].hp > hurt ? health[i].hp - hurt : 0;
    }
}

inline void update_health(Health* health, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) {
        if (health[i].status == Status::Spawn) {
            health[i].hp = health[i].max;
            health[i].status = Status::Alive;
        } else if (health[i].hp <= 0) {
            health[i].status = health[i].status == Status::Alive ? Status::Dead : Status::Spawn;
        }
    }
}

inline void choose_sprite(Sprite* sprite, const Health* health, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i)
        sprite[i].symbol = health[i].status == Status::Alive ? 'A' : health[i].status == Status::Dead ? '|' : '_';
}

inline void draw(Screen& screen, const Position* position, const Sprite* sprite, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) {
        const auto x = static_cast<std::uint32_t>(static_cast<std::int32_t>(position[i].x));
        const auto y = static_cast<std::uint32_t>(static_cast<std::int32_t>(position[i].y));
        if (x < Screen::width && y < Screen::height) screen.cells[y * Screen::width + x] = sprite[i].symbol;
    }
}

}  // namespace bench::frame
