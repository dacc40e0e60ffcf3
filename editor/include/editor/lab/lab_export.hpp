// Exports of the Storage Lab for slides and spreadsheets: figures, and tables as comma-separated values; of one
// step, or of every step as numbered files. The panel and the command line share this.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "ecs/lab/scenario/scenario.hpp"
#include "editor/jobs/figure_file.hpp"

namespace editor {

struct LabExport {
    std::string what;  // name of a figure or table: map, compare, lines; spans, events, account
    ecs::lab::StorageKind storage = ecs::lab::StorageKind::Chunks;  // compare and account show all storages
    ecs::lab::Mode mode = ecs::lab::Mode::Repaired;
    ecs::lab::StorageOptions options = {};
    std::size_t step = 0;  // number of steps to run
};

/// Names of all figures and tables, in the order of menus.
const std::vector<std::string_view>& lab_export_names();
/// Whether this is a table of numbers, for a .csv file.
bool is_lab_table(std::string_view what);
/// Whether it shows a single storage.
bool shows_one_storage(std::string_view what);

/// Scenarios with more entities or planned work keep no events, which would take hundreds of megabytes.
inline constexpr std::uint64_t max_entities_with_events = 2'000, max_work_with_events = 1'000'000;
/// Why this cannot be written to a file of this name, as a sentence; empty when it can.
std::string why_not_export(const ecs::lab::Scenario& scenario, const LabExport& wanted,
                           const std::filesystem::path& file);

/// Runs the storages and writes the file. All or nothing; throws FileError. May run on any thread. `progress` may be
/// null; when it is cancelled, it throws Cancelled, and the file is as it was.
void export_lab(const ecs::lab::Scenario& scenario, const LabExport& wanted, const FigureLook& look,
                const std::filesystem::path& file, ecs::Progress* progress = nullptr);

/// Whether the name has %d. It is replaced by the number of a step, padded to the digits of the last one.
bool has_step_number(const std::filesystem::path& file);
std::filesystem::path with_step_number(const std::filesystem::path& file, std::size_t step, std::size_t last);
/// Writes one file per step, from 1 to wanted.step. Returns the number of files. Each file is complete; the first
/// failure ends the export.
std::size_t export_lab_steps(const ecs::lab::Scenario& scenario, const LabExport& wanted, const FigureLook& look,
                             const std::filesystem::path& file);

/// `chase-003-map-step-4`: the default file name, without extension.
std::string lab_export_name(const ecs::lab::Scenario& scenario, const LabExport& wanted);

}  // namespace editor
