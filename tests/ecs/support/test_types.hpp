// Components that the tests of this layer share.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

#include "ecs/base/assert.hpp"
#include "ecs/world/world.hpp"

namespace test {

struct Position {
    float x = 0, y = 0, z = 0;
    friend bool operator==(const Position&, const Position&) = default;
};
struct Velocity {
    float x = 0, y = 0, z = 0;
    friend bool operator==(const Velocity&, const Velocity&) = default;
};
struct Health {
    std::int32_t hp = 100;
    friend bool operator==(const Health&, const Health&) = default;
};
struct Label {
    std::string text = "unset";
    friend bool operator==(const Label&, const Label&) = default;
};
struct alignas(32) Wide {
    double values[4] = {1, 2, 3, 4};
    friend bool operator==(const Wide&, const Wide&) = default;
};
struct Frozen {};
struct Enemy {};

inline void register_types(ecs::World& world) {
    world.types().add<Position>("Position").field("x", &Position::x).field("y", &Position::y).field("z", &Position::z);
    world.types().add<Velocity>("Velocity").field("x", &Velocity::x).field("y", &Velocity::y).field("z", &Velocity::z);
    world.types().add<Health>("Health").field("hp", &Health::hp, {.min = 0, .max = 1000});
    world.types().add<Label>("Label").field("text", &Label::text);
    world.types().add<Wide>("Wide").field("values", &Wide::values);
    world.types().add<Frozen>("Frozen");
    world.types().add<Enemy>("Enemy");
}

struct Failure : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// While one lives, a broken precondition throws Failure instead of ending the program.
class FailuresThrow {
public:
    FailuresThrow() : former_(ecs::set_failure_handler([](const std::string& message) { throw Failure(message); })) {}
    ~FailuresThrow() { ecs::set_failure_handler(former_); }
    FailuresThrow(const FailuresThrow&) = delete;
    FailuresThrow& operator=(const FailuresThrow&) = delete;

private:
    ecs::FailureHandler former_;
};

/// All entities in slot order.
inline std::vector<ecs::Entity> entities_of(const ecs::World& world) {
    std::vector<ecs::Entity> result;
    for (std::size_t slot = 0; slot < world.slot_count(); ++slot)
        if (ecs::Entity entity = world.entity_at_slot(slot)) result.push_back(entity);
    return result;
}

}  // namespace test
