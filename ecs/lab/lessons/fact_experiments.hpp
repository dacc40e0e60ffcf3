// Experiments on a run that several kinds of facts share.
#pragma once

#include <vector>

#include "ecs/lab/scenario/scenario_run.hpp"

namespace ecs::lab {

/// The entities with `type`, in the order in which a query visits them now.
std::vector<Handle> visited_now(ScenarioRun& run, TypeIndex type);

}  // namespace ecs::lab
