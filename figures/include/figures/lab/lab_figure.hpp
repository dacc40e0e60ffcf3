// The figures of the Storage Lab for slides, as a Drawing or as a table of comma-separated values. Numbers are exact:
// they come from the ledger and the trace of storages that were really run. Only hits and misses of a cache, and rows
// under rules that no storage here works by, are simulated, and say so. The same scenario gives the same bytes.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ecs/base/progress.hpp"
#include "ecs/base/result.hpp"
#include "ecs/lab/scenario/access_log.hpp"
#include "ecs/lab/scenario/compare.hpp"
#include "figures/drawing/drawing.hpp"

namespace figures::lab {

/// What a figure is made of. A figure of one storage has its run; the others run what they need.
struct LabSubject {
    const ecs::lab::Scenario& scenario;
    ecs::lab::StorageKind storage = ecs::lab::StorageKind::Chunks;
    ecs::lab::Mode mode = ecs::lab::Mode::Repaired;
    ecs::lab::StorageOptions options = {};
    std::size_t step = 0;                        // how many steps were run
    const ecs::lab::ScenarioRun* run = nullptr;  // that is at this step
    ecs::Progress* progress = nullptr;           // of storages that are run for it; once cancelled, it may be anything
};
struct LabPicture {
    Drawing drawing;  // empty where the figure is a table
    std::string csv;
};

/// One kind of figure, or of table, that the lab gives out. All are listed in lab_figure_list.cpp.
struct LabFigure {
    std::string_view name;       // the word of the command line and of file names: `map`
    bool is_table = false;       // numbers only
    bool of_one_storage = true;  // which must have run the scenario
    /// How that run is traced, however much there is to do; none: as far as there is memory for it (tracing_for).
    std::optional<ecs::lab::Tracing> tracing = {};
    /// An error is why there is none.
    ecs::Result<LabPicture> (*make)(const LabSubject& subject);
};
/// All of them, in the order in which they are offered, figures before tables.
std::span<const LabFigure> all_lab_figures();
/// Null when there is none of that name.
const LabFigure* lab_figure_named(std::string_view name);

/// The component of a world that a type of the scenario looks like: Name and Parent are neutral, the others have the
/// tones in their order.
std::uint32_t look_of_type(const ecs::lab::Scenario& scenario, std::size_t type);
/// The look of a role, here and in the panels. Payload has the tone of its type; -1: of none.
Fill fill_of(ecs::lab::Role role, const ecs::lab::Scenario& scenario, std::int32_t type);
Fill fill_of(ecs::lab::RoleGroup group);

/// A block of a map that is too small to show each byte: its bytes by role and type, in the order of roles. They sum up
/// to the bytes of the block.
struct BlockShare {
    ecs::lab::Role role = ecs::lab::Role::Spare;
    std::int32_t type = -1;
    std::uint64_t bytes = 0;
};
struct BlockSummary {
    ecs::lab::Block block;
    std::vector<BlockShare> shares;
};
/// Blocks of the heap, by address.
std::vector<BlockSummary> summarize_blocks(const ecs::lab::ScenarioRun& run);

Drawing draw_map(const ecs::lab::ScenarioRun& run);
Drawing draw_lines(const ecs::lab::ScenarioRun& run);
Drawing draw_table(const ecs::lab::ScenarioRun& run);
/// `log` has all accesses of the run's last query.
Drawing draw_cache(const ecs::lab::ScenarioRun& run, const ecs::lab::AccessLog& log);
Drawing draw_capacity(const ecs::lab::Scenario& scenario);
/// `rows` are of all storages after `steps` steps.
Drawing draw_compare(const ecs::lab::Scenario& scenario, std::size_t steps,
                     const std::vector<ecs::lab::BoardRow>& rows);

std::string map_csv(const ecs::lab::ScenarioRun& run);
std::string lines_csv(const ecs::lab::ScenarioRun& run);
std::string table_csv(const ecs::lab::ScenarioRun& run);
std::string cache_csv(const ecs::lab::AccessLog& log);
std::string capacity_csv(const ecs::lab::Scenario& scenario);
std::string compare_csv(const std::vector<ecs::lab::BoardRow>& rows);

}  // namespace figures::lab
