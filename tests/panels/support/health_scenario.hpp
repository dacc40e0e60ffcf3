// The scenario that tests of the Storage Lab's panels begin with.
#pragma once

#include "ecs/lab/scenario/scenario.hpp"

/// Its only step creates `count` entities with a health of 4 bytes, which counts up from 1.
inline ecs::lab::Scenario health_scenario(const char* title, std::uint64_t count) {
    using namespace ecs::lab;
    Scenario scenario;
    scenario.name = scenario.title = title;
    ecs::ComponentType type;
    type.name = "Health";
    ecs::Field field;
    field.name = "points";
    field.kind = ecs::FieldKind::I32;
    type.fields.push_back(field);
    ecs::lay_out(type.fields);
    scenario.types.push_back(&(*scenario.registry)[*scenario.registry->add_at_run_time(type)]);
    PlannedValue value{0, std::vector<std::byte>(4), std::vector<std::byte>(4), {}};
    value.base[0] = value.growth[0] = std::byte{1};
    scenario.steps.push_back({CreateStep{count, {value}}, "create entities with Health", 0});
    scenario.entities = count;
    return scenario;
}
