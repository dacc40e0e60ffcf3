// Tables of the Storage Lab for a spreadsheet or a program: every span of memory, every event, and the account of all
// storages step by step. As comma-separated values; the same scenario gives the same bytes.
#pragma once

#include <string>

#include "ecs/base/progress.hpp"
#include "ecs/lab/scenario/scenario_run.hpp"

namespace figures::lab {

/// What every byte of one storage is for, blocks in the order of addresses.
std::string spans_csv(const ecs::lab::ScenarioRun& run);
/// What all operations of one storage did, one after another. The run must keep events, and all of them be done.
std::string events_csv(const ecs::lab::ScenarioRun& run);
/// Bytes by role. Runs all storages, and writes a row for each after each of the first `steps` steps, from step 0 on.
std::string account_csv(const ecs::lab::Scenario& scenario, ecs::lab::Mode mode,
                        const ecs::lab::StorageOptions& options, std::size_t steps, ecs::Progress* progress = nullptr);

}  // namespace figures::lab
