// How the handles that a CreateEntities took go back to the entity index, as if they had never been taken.
#pragma once

#include <optional>
#include <vector>

#include "ecs/edit/edit.hpp"

namespace ecs {

/// The free handles before those in `taken` were taken one after another.
std::vector<FreeRun> former_free_runs(const World& world, const TakenHandles& taken);

/// The free handles that take_back() sets, if it sets any. Takes memory, so it comes before the first change.
std::optional<std::vector<FreeRun>> merged_free_runs(const World& world, const TakenHandles& taken);

/// Keeps slots for those again that they were kept for before; with `free_ones` also those that were free.
void restore_displaced(World& world, const TakenHandles& taken, bool free_ones);

/// Gives the handles back. Handles that were freed since in other ways stay free.
void take_back(World& world, const TakenHandles& taken, const std::optional<std::vector<FreeRun>>& free_runs);

}  // namespace ecs
