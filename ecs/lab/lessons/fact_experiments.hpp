// What several kinds of facts ask of a run.
#pragma once

#include <vector>

#include "ecs/lab/scenario/scenario_run.hpp"

namespace ecs::lab {

/// The entities that have `type` in the order in which a query visits them now.
std::vector<Handle> visited_now(ScenarioRun& run, TypeIndex type);

}  // namespace ecs::lab
