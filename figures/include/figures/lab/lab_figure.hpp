// The views of the Storage Lab for slides, as a Drawing or as comma-separated values. Numbers are exact, from the
// ledger and the trace of real runs. Exceptions are hits and misses of a cache, and rows under rules that no storage
// here uses: those are simulated, and say so. The same scenario gives the same bytes.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ecs/lab/scenario/access_log.hpp"
#include "ecs/lab/scenario/compare.hpp"
#include "figures/drawing/drawing.hpp"

namespace figures::lab {

enum class LabView : std::uint8_t {
    Map,       // every block of one storage in the order of addresses, by role
    Compare,   // all storages, bytes by role
    Lines,     // the cache lines touched by the last query of one storage
    Table,     // the values of each entity, and their places in one storage
    Cache,     // when the last query touched each line, and the hits in simulated caches
    Capacity,  // rows of the scenario's components per chunk, by rule
};
inline constexpr std::array<LabView, 6> all_lab_views{LabView::Map,   LabView::Compare, LabView::Lines,
                                                      LabView::Table, LabView::Cache,   LabView::Capacity};
/// `map`, `compare`, `lines`, `table`, `cache`, `capacity`
std::string_view name_of(LabView view);
std::optional<LabView> lab_view_named(std::string_view name);
/// Whether it shows one storage, which must have run the scenario.
inline bool needs_storage(LabView view) { return view != LabView::Compare && view != LabView::Capacity; }

/// The look of a role, here and in the panels; payload has the colour of its type (ComponentId = TypeIndex).
Fill fill_of(ecs::lab::Role role, std::int32_t type = -1);
Fill fill_of(ecs::lab::RoleGroup group);

/// The look of a map's block when single bytes are too small to see: bytes by role and type, in the order of roles.
/// Adds up to the block's bytes.
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
/// `log` must have all accesses of the run's last query.
Drawing draw_cache(const ecs::lab::ScenarioRun& run, const ecs::lab::AccessLog& log);
Drawing draw_capacity(const ecs::lab::Scenario& scenario);
/// All storages must have run `steps` steps of the scenario.
Drawing draw_compare(const ecs::lab::Scenario& scenario, std::size_t steps,
                     const std::vector<ecs::lab::BoardRow>& rows);

std::string map_csv(const ecs::lab::ScenarioRun& run);
std::string lines_csv(const ecs::lab::ScenarioRun& run);
std::string table_csv(const ecs::lab::ScenarioRun& run);
std::string cache_csv(const ecs::lab::AccessLog& log);
std::string capacity_csv(const ecs::lab::Scenario& scenario);
std::string compare_csv(const std::vector<ecs::lab::BoardRow>& rows);

}  // namespace figures::lab
