// Small scenarios for tests, of the types in lab_types.hpp.
#pragma once

#include <cstring>

#include "ecs/lab/scenario/scenario.hpp"
#include "lab/support/lab_types.hpp"

namespace lab_test {

template <class T>
ecs::lab::PlannedValue planned(ecs::lab::TypeIndex type, const T& value) {
    ecs::lab::PlannedValue result{type, std::vector<std::byte>(sizeof value), {}, {}};
    std::memcpy(result.base.data(), &value, sizeof value);
    return result;
}

/// `count` entities with position, velocity and health where the design's reference numbers have them, and a query that
/// adds velocities to positions.
inline ecs::lab::Scenario pattern(std::uint64_t count) {
    using namespace ecs::lab;
    Scenario scenario;
    scenario.name = scenario.title = "pattern";
    scenario.types.assign(types().begin(), types().end());
    CreateStep create{
        count,
        {planned(position, Position{1, 2, 3}), planned(velocity, Velocity{1, 1, 1}), planned(health, Health{100})}};
    create.values[0].where = Where{10, 3, 0, true};
    create.values[1].where = Where{10, 4, 0, true};
    scenario.steps.push_back({create, "create", 0});
    scenario.steps.push_back({EachStep{{position, velocity}, {{0, 1, {}, 1}}, 1}, "each", 0});
    scenario.entities = count;
    return scenario;
}

/// Five entities with health; the second is destroyed, and then its old handle is used.
inline ecs::lab::Scenario removal() {
    using namespace ecs::lab;
    Scenario scenario;
    scenario.name = scenario.title = "removal";
    scenario.types.assign(types().begin(), types().end());
    for (int i = 0; i < 5; ++i)
        scenario.steps.push_back({CreateStep{1, {planned(health, Health{static_cast<float>(i)})}}, "create", 0});
    scenario.steps.push_back({DestroyStep{{1, 1, 1}}, "destroy", 0});
    scenario.steps.push_back({TypeStep{OperationKind::Get, {1, 1, 1}, health}, "get", 0});
    scenario.entities = 5;
    return scenario;
}

}  // namespace lab_test
