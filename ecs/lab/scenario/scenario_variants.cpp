#include "ecs/lab/scenario/scenario_variants.hpp"

#include <algorithm>

#include "ecs/base/assert.hpp"

namespace ecs::lab {

namespace {

/// A full copy; the types are registered again.
Scenario copy_of(const Scenario& base) {
    Scenario scenario;
    scenario.name = base.name;
    scenario.title = base.title;
    scenario.about = base.about;
    scenario.steps = base.steps;
    scenario.names = base.names;
    scenario.entities = base.entities;
    for (const ComponentType* type : base.types)
        scenario.types.push_back(&(*scenario.registry)[*scenario.registry->add_at_run_time(*type)]);
    return scenario;
}

}  // namespace

Scenario with_marks(const Scenario& base, Marking marking, unsigned count) {
    ECS_ASSERT(base.types.size() + count <= max_types, "a storage takes no more types");
    Scenario scenario = copy_of(base);
    const auto create = std::find_if(scenario.steps.begin(), scenario.steps.end(), [](const ScenarioStep& step) {
        return std::holds_alternative<CreateStep>(step.what);
    });
    for (unsigned j = 0; j < count && create != scenario.steps.end(); ++j) {
        ComponentType mark;
        mark.name = (marking == Marking::Tags ? "Tag" : "Flag") + std::to_string(j);
        if (marking == Marking::Bools) {
            Field field;
            field.name = "on";
            field.kind = FieldKind::Bool;
            mark.fields.push_back(field);
            lay_out(mark.fields);
        }
        const auto type = static_cast<TypeIndex>(scenario.types.size());
        scenario.types.push_back(&(*scenario.registry)[*scenario.registry->add_at_run_time(mark)]);
        auto& values = std::get<CreateStep>(create->what).values;
        const Where set{std::uint64_t{1} << j, 2, 1, false}, not_set{std::uint64_t{1} << j, 2, 1, true};
        if (marking == Marking::Tags) {
            values.push_back({type, {}, {}, set});
        } else {
            values.push_back({type, {std::byte{1}}, {}, set});
            values.push_back({type, {std::byte{0}}, {}, not_set});
        }
    }
    return scenario;
}

Scenario built_by_adds(const Scenario& base) {
    ECS_ASSERT(!base.steps.empty() && std::holds_alternative<CreateStep>(base.steps.front().what),
               "the first step creates");
    Scenario scenario = copy_of(base);
    const auto create = std::get<CreateStep>(scenario.steps.front().what);
    std::vector<ScenarioStep> built;
    for (std::uint64_t i = 0; i < create.count; ++i) {
        built.push_back({CreateStep{}, "create " + scenario.entity_name(i) + " empty", 0});
        for (const PlannedValue& value : create.values) {
            if (value.where && !value.where->holds(i)) continue;
            const ComponentType& type = *scenario.types[value.type];
            const PlannedValue own{value.type, value_at(value, type, i), {}, {}};
            built.push_back({ValueStep{OperationKind::Add, {i, 1, 1}, own},
                             "add " + type.name + " to " + scenario.entity_name(i), 0});
        }
    }
    scenario.steps.erase(scenario.steps.begin());
    scenario.steps.insert(scenario.steps.begin(), built.begin(), built.end());
    return scenario;
}

}  // namespace ecs::lab
