// What the entities of the benchmark consist of, on both sides, and the values they start with. The loops over them
// are here too: the ECS and the floor run the very same ones, so that only the storage differs.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

#include "ecs/types/type_registry.hpp"

namespace bench {

struct Position {
    float x = 0, y = 0, z = 0;
};
struct Velocity {
    float x = 1, y = 2, z = 3;
};
/// What `add` adds and `remove` removes.
struct Acceleration {
    float x = 0, y = -9.81f, z = 0;
};
/// Five of these make 32 archetypes.
template <int Number>
struct Tag {};

inline constexpr float dt_secs = 1.0f / 60.0f;

/// Different for every entity, so that rows that get mixed up are noticed.
inline Position position_of(std::size_t i) {
    const auto x = static_cast<float>(i);
    return {x, x + 0.25f, x + 0.5f};
}
inline Velocity velocity_of(std::size_t i) {
    const auto x = static_cast<float>(i % 1000);
    return {x, x - 0.25f, x - 0.5f};
}
inline Acceleration acceleration_of(std::size_t i) {
    const auto x = static_cast<float>(i % 100);
    return {x, x * 2, x * 3};
}

inline void integrate(Position* position, const Velocity* velocity, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) {
        position[i].x += velocity[i].x * dt_secs;
        position[i].y += velocity[i].y * dt_secs;
        position[i].z += velocity[i].z * dt_secs;
    }
}

void register_components(ecs::TypeRegistry& types);

/// What a side ended up with, as one number that depends on every bit and on the order.
class Digest {
public:
    void add(std::uint64_t value) { value_ = (std::rotl(value_, 5) ^ value) * 0x9e3779b97f4a7c15u; }
    void add(float value) { add(std::uint64_t{std::bit_cast<std::uint32_t>(value)}); }
    template <class Vector>
    void add_xyz(const Vector& value) {
        add(value.x);
        add(value.y);
        add(value.z);
    }
    std::uint64_t value() const { return value_; }

private:
    std::uint64_t value_ = 0;
};

}  // namespace bench
