// The views of the Storage Lab for slides, as a Drawing or as a table of comma-separated values. All numbers are exact:
// they come from the ledger and the trace of the storages that were really run. The same scenario gives the same bytes.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ecs/lab/compare.hpp"
#include "figures/drawing.hpp"

namespace figures::lab {

enum class LabView : std::uint8_t {
    Map,      // every block of one storage in the order of addresses, by role
    Compare,  // all storages, bytes by role
    Lines,    // the cache lines that the last query of one storage touched
};
inline constexpr std::array<LabView, 3> all_lab_views{LabView::Map, LabView::Compare, LabView::Lines};
/// `map`, `compare`, `lines`
std::string_view name_of(LabView view);
std::optional<LabView> lab_view_named(std::string_view name);

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
/// `steps` of the scenario were run by all.
Drawing draw_compare(const ecs::lab::Scenario& scenario, std::size_t steps,
                     const std::vector<ecs::lab::BoardRow>& rows);

std::string map_csv(const ecs::lab::ScenarioRun& run);
std::string lines_csv(const ecs::lab::ScenarioRun& run);
std::string compare_csv(const std::vector<ecs::lab::BoardRow>& rows);

}  // namespace figures::lab
