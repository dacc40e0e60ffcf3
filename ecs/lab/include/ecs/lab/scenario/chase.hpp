// The game of article 003 on any storage. Keys move a player (green); enemies (red) chase a player that they see
// nearby. All data lies in the storage; a Chase keeps only a reference to it.
//
//     player: Input, Velocity, Position        enemy: MoveTarget, Velocity, Position
//     a tick: target -> input -> seek -> move -> view
#pragma once

#include "ecs/lab/scenario/game.hpp"

namespace ecs::lab {

namespace chase {

struct Input {
    bool up = false, left = false, down = false, right = false;  // W A S D
    friend bool operator==(const Input&, const Input&) = default;
};
struct Velocity {
    float x = 0, y = 0;  // pixels per tick
    friend bool operator==(const Velocity&, const Velocity&) = default;
};
struct Position {
    float x = 0, y = 0;  // pixels, y down
    friend bool operator==(const Position&, const Position&) = default;
};
struct MoveTarget {
    float x = 0, y = 0;
    std::uint32_t chasing = 0;  // 0: no player is near enough
    friend bool operator==(const MoveTarget&, const MoveTarget&) = default;
};
inline constexpr TypeIndex input = 0, velocity = 1, position = 2, move_target = 3;

inline constexpr float window_width = 800, window_height = 600;
inline constexpr int ticks_per_second = 60;
inline constexpr Position player_start{150, 150}, enemy_start{10, 10};
inline constexpr float player_radius = 10, enemy_radius = 15;
inline constexpr float player_speed = 2;      // pixels per tick and axis
inline constexpr float sight = 100;           // an enemy chases a player nearer than this
inline constexpr float ticks_to_target = 50;  // a chasing enemy covers this part of the way per tick

/// The four types, in the order of the constants above. The storage must be made with them.
std::span<const ComponentType* const> types();

}  // namespace chase

class Chase {
public:
    /// Which of several players an enemy chases. The article's loop overwrites the target for each player, so a
    /// distant player wipes out a near one before it (003-L5).
    enum class Target : std::uint8_t { LastSeen, Nearest };

    /// The storage's indices of the four types: `parts[chase::velocity]` and so on.
    using Parts = std::array<TypeIndex, 4>;

    /// The storage must outlive this object. A storage made with chase::types() needs no other parts.
    explicit Chase(Storage& storage, const Parts& parts = {0, 1, 2, 3}, GameHost host = {})
        : Chase(storage, storage.mode() == Mode::Faithful ? Target::LastSeen : Target::Nearest, parts,
                std::move(host)) {}
    Chase(Storage& storage, Target target, const Parts& parts = {0, 1, 2, 3}, GameHost host = {})
        : storage_(&storage), target_(target), parts_(parts), host_(std::move(host)) {}

    Outcome add_player(chase::Position at = chase::player_start);
    Outcome add_enemy(chase::Position at = chase::enemy_start);

    /// Runs one 60th of a second. The first refusal ends the tick: 000-C6 where a storage cannot join, 003-L3 where a
    /// written type is not the base of the join.
    Outcome tick(const chase::Input& keys);

    struct Circle {
        Handle entity;
        chase::Position at;
        float radius = 0;
        bool player = false;
    };
    /// The circles to draw: players, then enemies, each in the order of the storage.
    std::vector<Circle> view();

private:
    Outcome choose_targets();
    Outcome read_keys(const chase::Input& keys);
    Outcome seek();
    Outcome move();
    void begin(const char* operation) const {
        if (host_.begin) host_.begin(operation);
    }

    Storage* storage_;
    Target target_;
    Parts parts_;
    GameHost host_;
};

}  // namespace ecs::lab
