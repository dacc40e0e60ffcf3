// The requests of panels about entities, each with its name in the history.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ecs/edit/sibling_edits.hpp"
#include "panels/base/language.hpp"
#include "panels/base/panel.hpp"
#include "panels/base/wanted_change.hpp"

namespace panels {

/// Those of `entities` that are alive and not below another of them: destroying or moving these includes the rest.
std::vector<ecs::Entity> topmost(const ecs::World& world, const std::vector<ecs::Entity>& entities);

/// Names the entities concerned, for a person: "Player", "Player and 2 entities below it" or "7 entities", with those
/// below.
std::string words_for(const ecs::World& world, const std::vector<ecs::Entity>& roots);

/// Creates an entity called "Entity", at the top or below `parent`, and selects it once it exists.
void request_create(const Context& context, ecs::Entity parent = ecs::null_entity);
void request_destroy(const Context& context, const std::vector<ecs::Entity>& entities);
void request_duplicate(const Context& context, const std::vector<ecs::Entity>& entities);
/// Asks for copies, beside their originals if these are still there, under names that are free, and selects them.
/// `originals` are those of the records that are not below another record.
EditRequest copies_request(const Context& context, std::string label, ecs::CreateEntities create,
                           const std::vector<ecs::Entity>& originals);
/// Requests nothing when the entity has that name already.
void request_rename(const Context& context, ecs::Entity entity, const std::string& name);
/// Sets one field (a position in ComponentType::fields) to its value in `value`, a whole component.
void request_set_field(const Context& context, ecs::Entity entity, const ecs::Value& value, std::uint32_t field);
/// Sets a whole component, or adds it.
void request_set(const Context& context, ecs::Entity entity, ecs::Value value);
/// Sets or adds these components of each of the entities, as one step.
void request_set_all(const Context& context, std::span<const ecs::Entity> entities,
                     const std::vector<ecs::Value>& values);
/// Adds the component, with its default value, to those of `entities` that lack it.
void request_add(const Context& context, std::span<const ecs::Entity> entities, ecs::ComponentId component);
/// Removes it from those that have it.
void request_remove(const Context& context, std::span<const ecs::Entity> entities, ecs::ComponentId component);
/// Empty when a person may change the component, add it or remove it, else the reason: the world finds its resources by
/// it, or the owner of a mirrored world refuses.
std::string why_not_change(const Context& context, ecs::Entity entity, const ecs::ComponentType& type,
                           WantedChange::Kind change = WantedChange::Kind::Set);
inline constexpr const char* remove_component_label = tr_later("Remove component");
/// Moves all entities below `parent`, or to the top when null.
void request_move(const Context& context, const std::vector<ecs::Entity>& entities, ecs::Entity parent);
/// Empty when request_move would work, else the reason for a person.
std::string why_not_move(const Context& context, const std::vector<ecs::Entity>& entities, ecs::Entity parent);
/// What the step of the history is called.
std::string label_of(const ecs::World& world, const PlaceSiblingsRequest& request);

/// Empty when the viewport can show the entity, else the reason.
std::string why_not_frame(const Context& context, ecs::Entity entity);

}  // namespace panels
