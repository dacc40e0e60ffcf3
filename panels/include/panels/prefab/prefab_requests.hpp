// The requests of panels about prefabs, each one step of the history. What an edit of a prefab means for its instances
// is added by the RequestRunner, so every panel may edit a prefab as it edits anything else.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "ecs/prefab/override_edits.hpp"
#include "ecs/prefab/prefab_edits.hpp"
#include "panels/base/panel.hpp"

namespace panels {

/// The fields with the positions of entities of this world.
ecs::Placing placing_of(const ecs::World& world);

void request_make_prefab(const Context& context, ecs::Entity root);
/// Creates an instance and selects it: at this place of the scene, in the middle of the scene, or where the prefab
/// stands.
void request_place(const Context& context, ecs::Entity prefab, std::optional<ecs::Vec2> at = {},
                   ecs::Entity parent = ecs::null_entity);
void request_revert(const Context& context, std::span<const ecs::Override> found);
/// `levels`: see ecs::apply_to_prefab().
void request_apply(const Context& context, std::span<const ecs::Override> found, std::size_t levels = 1);
/// Empty when request_apply would work, else the reason.
std::string why_not_apply(const ecs::World& world, std::span<const ecs::Override> found, std::size_t levels = 1);
void request_unpack(const Context& context, ecs::Entity instance);
/// Unpacks all instances and destroys the prefab.
void request_destroy_prefab(const Context& context, ecs::Entity prefab);
/// Shows only this prefab in the list and the scene; null: the world again.
void open_prefab(const Context& context, ecs::Entity prefab);

/// The prefab that is so many levels below the part: 1 is its own prefab.
ecs::Entity prefab_below(const ecs::World& world, ecs::Entity part, std::size_t levels);
/// Those of `found` that are about one component; with a field, only that field.
std::vector<ecs::Override> overrides_of(std::span<const ecs::Override> found, ecs::ComponentId component,
                                        std::optional<std::uint32_t> field = {});
/// "3 overrides", "no overrides".
std::string count_of_overrides(std::size_t count);

}  // namespace panels
