// What a run's storage holds, as its caller gets it: to be compared between storages.
#pragma once

#include <map>
#include <utility>
#include <vector>

#include "ecs/lab/scenario/scenario_run.hpp"

namespace lab_test {

/// All values by entity number and type, as the storage gives them back.
inline std::map<std::pair<std::uint64_t, ecs::lab::TypeIndex>, std::vector<std::byte>> values_of(
    ecs::lab::ScenarioRun& run) {
    std::map<std::pair<std::uint64_t, ecs::lab::TypeIndex>, std::vector<std::byte>> values;
    for (std::uint64_t number = 0; number < run.scenario().entities; ++number)
        for (ecs::lab::TypeIndex type = 0; type < run.scenario().types.size(); ++type) {
            const auto handle = run.handle_of(number);
            if (!handle || !run.storage().alive(*handle) || !run.storage().has(*handle, type)) continue;
            auto& value = values[{number, type}];
            value.resize(run.scenario().types[type]->size);
            run.storage().get(*handle, type, value.data());
        }
    return values;
}

}  // namespace lab_test
