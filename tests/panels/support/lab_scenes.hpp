// Scenarios of the Storage Lab for tests of its panels, and a LabState that runs them.
#pragma once

#include <cstring>

#include "ecs/lab/scenario/scenario.hpp"
#include "panels/lab/lab_state.hpp"

/// `name` with so many numbers of 4 bytes called x, y, z, w.
inline ecs::lab::TypeIndex add_type(ecs::lab::Scenario& scenario, const char* name, std::size_t numbers) {
    ecs::ComponentType type;
    type.name = name;
    for (std::size_t i = 0; i < numbers; ++i) {
        ecs::Field field;
        field.name = std::string(1, "xyzw"[i]);
        field.kind = ecs::FieldKind::I32;
        type.fields.push_back(field);
    }
    ecs::lay_out(type.fields);
    scenario.types.push_back(&(*scenario.registry)[*scenario.registry->add_at_run_time(type)]);
    return static_cast<ecs::lab::TypeIndex>(scenario.types.size() - 1);
}

/// `count` entities with Position, every other one with Health, which counts up; each Position is visited. Then #1 is
/// destroyed.
inline ecs::lab::Scenario movers(std::uint64_t count) {
    using namespace ecs::lab;
    Scenario scenario;
    scenario.name = scenario.title = "movers";
    const TypeIndex position = add_type(scenario, "Position", 3), health = add_type(scenario, "Health", 1);
    const auto number = [](std::size_t bytes, std::int32_t value) {
        std::vector<std::byte> result(bytes);
        std::memcpy(result.data(), &value, sizeof value);
        return result;
    };
    CreateStep create{count,
                      {{position, number(12, 7), number(12, 1), {}}, {health, number(4, 1000), number(4, 1), {}}}};
    create.values[1].where = Where{1, 2, 0, false};
    scenario.steps.push_back({create, "create entities", 0});
    scenario.steps.push_back({EachStep{{position}, {}, 1}, "each Position", 0});
    scenario.steps.push_back({DestroyStep{{1, 1, 1}}, "destroy #1", 0});
    scenario.entities = count;
    return scenario;
}

/// The scenario on all six, after so many steps.
inline void run(panels::LabState& state, ecs::lab::Scenario scenario, ecs::lab::Mode mode, std::size_t steps) {
    state.show(std::make_shared<const ecs::lab::Scenario>(std::move(scenario)), mode, {}, steps);
    state.finish();
}
