// Edits that make and place prefabs, and take an instance away from its prefab. All are lists of ordinary edits, to be
// one step of the history. None of them changes the world.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "ecs/base/result.hpp"
#include "ecs/edit/edit.hpp"
#include "ecs/prefab/placing.hpp"
#include "ecs/prefab/prefabs.hpp"

namespace ecs {

/// The handles that the next created entities get, in order.
std::vector<Entity> next_handles(const World& world, std::size_t count);

/// Copies the subtree below `root` as a prefab, at the top; the subtree becomes its first instance. So references to it
/// stay. The types must be registered (register_prefab_types).
Result<std::vector<Edit>> make_prefab(const World& world, Entity root);
/// Empty when make_prefab would work, else the reason.
std::string why_not_make_prefab(const World& world, Entity root);

/// Creates an instance: `position` is where its root goes, as x and y of Placing; by default the place of the prefab.
/// In a prefab it becomes a nested one; pass the edit through with_instances() then.
struct PrefabPlace {
    std::optional<Vec2> position = {};
    Entity parent = null_entity;
};
Result<Edit> place_prefab(const World& world, Entity prefab, const PrefabPlace& place, const Placing& placing);
inline Result<Edit> place_prefab(const World& world, Entity prefab, Vec2 position) {
    return place_prefab(world, prefab, {.position = position}, default_placing(world.types()));
}

/// Whether the prefab `within` may contain instances of `prefab`: not when `within` is needed to make them.
bool would_contain_itself(const World& world, Entity prefab, Entity within);

/// Takes an instance away from its prefab. Parts that are instances of a nested prefab stay instances of that.
std::vector<Edit> unpack(const World& world, Entity instance);

/// Why these entities cannot be destroyed: instances of a prefab among them would lose it. Empty when they can.
std::string why_not_destroy_prefabs(const World& world, const std::vector<Entity>& entities);
/// Unpacks all instances of the prefab and destroys it.
std::vector<Edit> destroy_prefab(const World& world, Entity prefab);

}  // namespace ecs
