// Tables of the Storage Lab for a spreadsheet or a program: every span of memory, every event, and the account of all
// storages step by step. As comma-separated values; the same scenario gives the same bytes.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "ecs/lab/scenario/scenario_run.hpp"

namespace figures::lab {

enum class LabTable : std::uint8_t {
    Spans,    // what every byte of one storage is for, blocks in the order of addresses
    Events,   // what all its operations did, one after another; only of a run that keeps events
    Account,  // bytes by role of all storages after every step
};
inline constexpr std::array<LabTable, 3> all_lab_tables{LabTable::Spans, LabTable::Events, LabTable::Account};
/// `spans`, `events`, `account`
std::string_view name_of(LabTable table);
std::optional<LabTable> lab_table_named(std::string_view name);

std::string spans_csv(const ecs::lab::ScenarioRun& run);
/// The run must keep events, and all of them be done.
std::string events_csv(const ecs::lab::ScenarioRun& run);
/// Runs all storages, and writes a row for each after each of the first `steps` steps, from step 0 on.
std::string account_csv(const ecs::lab::Scenario& scenario, ecs::lab::Mode mode,
                        const ecs::lab::StorageOptions& options, std::size_t steps);

}  // namespace figures::lab
