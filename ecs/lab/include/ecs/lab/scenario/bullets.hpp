// The game of article 004 on any storage. Bullets fly and hurt the first player whose box they overlap, and then they
// are gone. A player without health is gone, too. The article's objects and their functions are in
// shared_object_game.hpp; here data and systems do the same work, so that all six storages can run it.
//
//     player: Position, Velocity, Box, Health        bullet: Position, Velocity, Box, Damage
//     a tick: move -> collect -> collide -> hurt -> destroy
//
// As in the article, deleting is lazy: a pass only notes the dead. They are destroyed after it, so that no storage is
// changed while it is visited.
#pragma once

#include "ecs/lab/scenario/game.hpp"

namespace ecs::lab {

namespace bullets {

struct Position {
    float x = 0, y = 0;  // pixels
    friend bool operator==(const Position&, const Position&) = default;
};
struct Velocity {
    float x = 0, y = 0;  // pixels per second
    friend bool operator==(const Velocity&, const Velocity&) = default;
};
/// A box around the position: 20 by 20 for the article's players, 4 by 4 for its bullets.
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

/// The five types, in the order of the constants above.
std::span<const ComponentType* const> types();

/// Whether the boxes around two positions share more than an edge.
bool overlap(Position a, Box of_a, Position b, Box of_b);

}  // namespace bullets

class Bullets {
public:
    /// The storage's indices of the five types: `parts[bullets::health]` and so on.
    using Parts = std::array<TypeIndex, 5>;

    /// The storage must outlive this object.
    explicit Bullets(Storage& storage, const Parts& parts = {0, 1, 2, 3, 4}, GameHost host = {})
        : storage_(&storage), parts_(parts), host_(std::move(host)) {}

    /// Runs one 60th of a second. The first refusal ends the tick; earlier work stays.
    Outcome tick();

    /// In the last tick.
    std::uint64_t hits() const { return hits_; }
    std::uint64_t destroyed() const { return destroyed_; }

private:
    struct Body {
        Handle entity;
        std::uint64_t number = 0;
        bullets::Position at;
        bullets::Box box;
        std::int32_t points = 0;  // health or damage
        bool hurt = false, gone = false;
    };
    Outcome move();
    /// Collects all entities with position, box and `what`, in the order of their numbers.
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
