// The game of article 004, on any storage: bullets fly, and hurt the first player whose box they overlap; who has no
// health left is gone, and so is the bullet. The article's objects with their functions are shared_object_game.hpp;
// here the same work is data and systems, so that all six storages can be given it.
//
//     player: Position, Velocity, Box, Health        bullet: Position, Velocity, Box, Damage
//     a tick: move -> collect -> collide -> hurt -> destroy
//
// As in the article deleting is lazy: during a pass the dead are only noted. They are destroyed after it, so that no
// storage is changed while it is being visited.
#pragma once

#include "ecs/lab/scenario/game.hpp"

namespace ecs::lab {

namespace bullets {

struct Position {
    float x = 0, y = 0;  // pixels
    friend bool operator==(const Position&, const Position&) = default;
};
struct Velocity {
    float x = 0, y = 0;  // pixels a second
    friend bool operator==(const Velocity&, const Velocity&) = default;
};
/// Around the position: the article's players are 20 by 20, its bullets 4 by 4.
struct Box {
    float width = 0, height = 0;
    friend bool operator==(const Box&, const Box&) = default;
};
struct Health {
    std::int32_t points = 0;
    friend bool operator==(const Health&, const Health&) = default;
};
struct Damage {
    std::int32_t points = 1;
    friend bool operator==(const Damage&, const Damage&) = default;
};
inline constexpr TypeIndex position = 0, velocity = 1, box = 2, health = 3, damage = 4;

inline constexpr int ticks_per_second = 60;

/// The five types in the order of the constants above.
std::span<const ComponentType* const> types();

/// Whether the boxes around two positions have more than an edge in common.
bool overlap(Position a, Box of_a, Position b, Box of_b);

}  // namespace bullets

class Bullets {
public:
    /// What the storage calls the five types: `parts[bullets::health]` and so on.
    using Parts = std::array<TypeIndex, 5>;

    /// The storage must outlive this.
    explicit Bullets(Storage& storage, const Parts& parts = {0, 1, 2, 3, 4}, GameHost host = {})
        : storage_(&storage), parts_(parts), host_(std::move(host)) {}

    /// One 60th of a second. The first refusal ends the tick; what was done before it stays.
    Outcome tick();

    /// Of the last tick.
    std::uint64_t hits() const { return hits_; }
    std::uint64_t destroyed() const { return destroyed_; }

private:
    struct Body {
        Handle entity;
        std::uint64_t number = 0;
        bullets::Position at;
        bullets::Box box;
        std::int32_t points = 0;  // of health, or of damage
        bool hurt = false, gone = false;
    };
    Outcome move();
    /// All that have position, box and `what`, in the order of their numbers.
    Outcome collect(TypeIndex what, std::vector<Body>& to);
    void collide(std::vector<Body>& flying, std::vector<Body>& players);
    Outcome destroy_gone(const std::vector<Body>& all);
    void begin(const std::string& operation) const {
        if (host_.begin) host_.begin(operation);
    }

    Storage* storage_;
    Parts parts_;
    GameHost host_;
    std::uint64_t hits_ = 0, destroyed_ = 0;
};

}  // namespace ecs::lab
