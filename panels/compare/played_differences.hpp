// Which differences of a played world are a person's own doing, and not that of its systems.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "ecs/diff/world_diff.hpp"
#include "ecs/edit/history.hpp"

namespace panels {

/// Positions in WorldDiff::entries of what these steps touched, in order. `found` compares the authored world with
/// `world`, and the steps, which are in force, were made while it was played.
std::vector<std::uint32_t> entries_by_person(const ecs::World& world, const ecs::WorldDiff& found,
                                             std::span<const ecs::HistoryStep> steps);

}  // namespace panels
