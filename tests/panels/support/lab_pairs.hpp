// A scenario for tests of the lab's panels: `count` entities with a Health of 4 bytes that counts up from 1, every
// second with a Place of 8 bytes; then each Health is visited.
#pragma once

#include <memory>

#include "panels/lab/lab_state.hpp"

inline ecs::lab::Scenario pairs(std::uint64_t count) {
    using namespace ecs::lab;
    Scenario scenario;
    scenario.name = "pairs";
    scenario.title = "Pairs";
    const auto add_type = [&](const char* name, std::initializer_list<const char*> fields) {
        ecs::ComponentType type;
        type.name = name;
        for (const char* field_name : fields) {
            ecs::Field field;
            field.name = field_name;
            field.kind = ecs::FieldKind::I32;
            type.fields.push_back(field);
        }
        ecs::lay_out(type.fields);
        scenario.types.push_back(&(*scenario.registry)[*scenario.registry->add_at_run_time(type)]);
    };
    add_type("Health", {"points"});
    add_type("Place", {"x", "y"});
    PlannedValue health{0, std::vector<std::byte>(4), std::vector<std::byte>(4), {}};
    health.base[0] = health.growth[0] = std::byte{1};
    const PlannedValue place{1, std::vector<std::byte>(8, std::byte{9}), {}, Where{1, 2, 0, false}};
    scenario.steps.push_back({CreateStep{count, {health, place}}, "create entities", 0});
    scenario.steps.push_back({EachStep{{0}, {}, 1}, "each Health", 0});
    scenario.entities = count;
    return scenario;
}

/// After all steps.
inline std::unique_ptr<panels::LabRuns> lab_runs(ecs::lab::Scenario scenario) {
    const std::size_t steps = scenario.steps.size();
    ecs::Progress progress;
    return panels::make_lab_runs(
        {std::make_shared<const ecs::lab::Scenario>(std::move(scenario)), ecs::lab::Mode::Repaired, {}, steps},
        progress);
}
