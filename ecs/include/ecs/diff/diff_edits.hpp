// Edits that carry differences from one world into the other. They are one step of a history: applied together they
// make the differences go away, and undone together they bring them back.
//
//     if (std::string problem = ecs::bring_types(world, other); !problem.empty()) return problem;
//     auto edits = ecs::edits_of(ecs::diff(world, other), world, other);
//     if (!edits) return edits.error();
//     history.perform({"Take over 3 differences", std::move(*edits)});
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "ecs/base/result.hpp"
#include "ecs/diff/world_diff.hpp"
#include "ecs/edit/edit.hpp"

namespace ecs {

/// Registers the types that entities of `from` have and `world` does not know. They stay when edits are undone. Returns
/// why that is impossible, for a person; empty when all is well.
std::string bring_types(World& world, const World& from);

/// Handles of the world after, and what they are called in the world before: for those that cannot keep their handle.
using Renumbered = std::unordered_map<Entity, Entity>;

/// Edits that make `before` as `after` is, in all chosen entries (positions in WorldDiff::entries). What the chosen
/// entries cannot do without comes along: a parent that must exist, whoever is below an entity that goes. The worlds
/// must not have changed since they were compared. Added entities of `at_top` get no parent. The error names the type
/// that prevents it.
Result<std::vector<Edit>> edits_of(const WorldDiff& diff, const World& before, const World& after,
                                   std::span<const std::uint32_t> chosen, const Renumbered& renumbered = {},
                                   const std::unordered_set<Entity>& at_top = {});
/// The same for all entries.
Result<std::vector<Edit>> edits_of(const WorldDiff& diff, const World& before, const World& after);

}  // namespace ecs
