// What the Storage Lab gives out for slides and spreadsheets: its views as figures, its tables as comma-separated
// values; of one step, or of every step as numbered files. The panel and the command line both come here.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "ecs/lab/scenario/scenario.hpp"
#include "editor/jobs/figure_file.hpp"

namespace editor {

struct LabExport {
    std::string what;  // the name of a view or table: map, compare, lines; spans, events, account
    ecs::lab::StorageKind storage = ecs::lab::StorageKind::Chunks;  // compare and account show all
    ecs::lab::Mode mode = ecs::lab::Mode::Repaired;
    ecs::lab::StorageOptions options = {};
    std::size_t step = 0;  // how many steps were run
};

/// Names of all views and tables, in the order in which they are offered.
const std::vector<std::string_view>& lab_export_names();
/// Whether it is numbers only, and goes into a .csv.
bool is_lab_table(std::string_view what);
/// Whether it shows one storage.
bool shows_one_storage(std::string_view what);

/// Scenarios with more entities or planned work keep no events: they would be hundreds of megabytes.
inline constexpr std::uint64_t max_entities_with_events = 2'000, max_work_with_events = 1'000'000;
/// Why this cannot go into a file of this name, as a sentence; empty when it can.
std::string why_not_export(const ecs::lab::Scenario& scenario, const LabExport& wanted,
                           const std::filesystem::path& file);

/// Runs the storages, and writes. All or nothing; throws FileError.
void export_lab(const ecs::lab::Scenario& scenario, const LabExport& wanted, const FigureLook& look,
                const std::filesystem::path& file);

/// The %d of a name stands for a step's number, with as many digits as the last one has.
bool has_step_number(const std::filesystem::path& file);
std::filesystem::path with_step_number(const std::filesystem::path& file, std::size_t step, std::size_t last);
/// One file for each step, from 1 to wanted.step. Returns how many. Each is whole; the first that fails ends it.
std::size_t export_lab_steps(const ecs::lab::Scenario& scenario, const LabExport& wanted, const FigureLook& look,
                             const std::filesystem::path& file);

/// `chase-003-map-step-4`, without an extension: what a file is called when nobody says otherwise.
std::string lab_export_name(const ecs::lab::Scenario& scenario, const LabExport& wanted);

}  // namespace editor
