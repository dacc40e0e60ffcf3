// Component types for the tests of the lab: what the articles use, and some of odd sizes.
#pragma once

#include <span>

#include "ecs/lab/storages/storage.hpp"
#include "ecs/types/type_registry.hpp"

namespace lab_test {

struct Position {
    float x = 0, y = 0, z = 0;
    friend bool operator==(const Position&, const Position&) = default;
};
struct Velocity {
    float x = 0, y = 0, z = 0;
    friend bool operator==(const Velocity&, const Velocity&) = default;
};
struct Health {
    float points = 0;
    friend bool operator==(const Health&, const Health&) = default;
};
struct Wide {  // 8 bytes aligned
    double a = 0, b = 0, c = 0;
    friend bool operator==(const Wide&, const Wide&) = default;
};
struct Small {
    std::uint8_t level = 0;
    friend bool operator==(const Small&, const Small&) = default;
};

/// In the order above: 0 Position, 1 Velocity, 2 Health, 3 Wide, 4 Small, 5 Marked (a tag).
std::span<const ecs::ComponentType* const> types();
inline constexpr ecs::lab::TypeIndex position = 0, velocity = 1, health = 2, wide = 3, small = 4, marked = 5;

}  // namespace lab_test
