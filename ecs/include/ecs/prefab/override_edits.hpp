// Edits about overrides: take them back, or make them part of the prefab. And with_instances(), by which every edit of
// a prefab reaches its instances. All of it is one step of the history.
//
//     revert   prefab ──value──► instance
//     apply    prefab ◄──value── instance        two levels: nested prefab ◄── prefab ◄──value── instance
#pragma once

#include <span>
#include <string>
#include <unordered_set>
#include <vector>

#include "ecs/base/result.hpp"
#include "ecs/edit/edit.hpp"
#include "ecs/prefab/overrides.hpp"

namespace ecs {

/// Makes the instance as its prefab is in these things.
std::vector<Edit> revert(const World& world, std::span<const Override> found, const Placing& placing);

/// Makes the prefab as the instance is in these things. With 2 levels, also the prefab that is nested in it, and so on;
/// the other instances follow by with_instances(). The error says what cannot be applied.
Result<std::vector<Edit>> apply_to_prefab(const World& world, std::span<const Override> found, const Placing& placing,
                                          std::size_t levels = 1);
/// How many levels down the override can be applied: 0 for what cannot be applied at all.
std::size_t levels_of(const World& world, const Override& found);

/// Adds to edits of prefabs what they mean for the instances: whatever was as in the prefab follows it, and overrides
/// stay. Edits of anything else stay alone. With `only`, no other entities follow: those that followed the first edit
/// of a drag, so that an override that the drag passes over stays one. The error says which edit makes no sense.
Result<std::vector<Edit>> with_instances(const World& world, std::vector<Edit> edits, const Placing& placing,
                                         const std::unordered_set<Entity>* only = nullptr);

}  // namespace ecs
