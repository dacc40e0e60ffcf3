// The views of the Storage Lab for slides, as a Drawing or as a table of comma-separated values. Numbers are exact,
// from the ledger and the trace of storages that were really run, but for hits and misses of a cache and for rows under
// rules that no storage here works by: those are simulated, and say so. The same scenario gives the same bytes.
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
    Lines,     // the cache lines that the last query of one storage touched
    Table,     // the values of each entity, and where one storage keeps them
    Cache,     // when the last query touched each line, and what simulated caches make of it
    Capacity,  // how many rows of the scenario's components fit into a chunk, by rule
};
inline constexpr std::array<LabView, 6> all_lab_views{LabView::Map,   LabView::Compare, LabView::Lines,
                                                      LabView::Table, LabView::Cache,   LabView::Capacity};
/// `map`, `compare`, `lines`, `table`, `cache`, `capacity`
std::string_view name_of(LabView view);
std::optional<LabView> lab_view_named(std::string_view name);
/// Whether it shows one storage, which must have run the scenario.
inline bool needs_storage(LabView view) { return view != LabView::Compare && view != LabView::Capacity; }

/// What a role looks like, here and in the panels; payload in the colour of its type (ComponentId = TypeIndex).
Fill fill_of(ecs::lab::Role role, std::int32_t type = -1);
Fill fill_of(ecs::lab::RoleGroup group);

/// What a map's block looks like when each byte cannot be told from its neighbour: bytes by role and type, in the order
/// of roles. Sums up to the block's bytes.
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
/// `steps` of the scenario were run by all.
Drawing draw_compare(const ecs::lab::Scenario& scenario, std::size_t steps,
                     const std::vector<ecs::lab::BoardRow>& rows);

std::string map_csv(const ecs::lab::ScenarioRun& run);
std::string lines_csv(const ecs::lab::ScenarioRun& run);
std::string table_csv(const ecs::lab::ScenarioRun& run);
std::string cache_csv(const ecs::lab::AccessLog& log);
std::string capacity_csv(const ecs::lab::Scenario& scenario);
std::string compare_csv(const std::vector<ecs::lab::BoardRow>& rows);

}  // namespace figures::lab
