// The requests that panels make about entities, each with the name it has in the history.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "panels/base/panel.hpp"

namespace panels {

/// Of `entities`, those that are alive and not below another of them: destroying or moving these does it for all.
std::vector<ecs::Entity> topmost(const ecs::World& world, const std::vector<ecs::Entity>& entities);

/// What goes with them, for a person: "Player", "Player and 2 entities below it" or "7 entities", those below counted.
std::string words_for(const ecs::World& world, const std::vector<ecs::Entity>& roots);

/// A new entity called "Entity", at the top or below `parent`, which is selected once it exists.
void request_create(const Context& context, ecs::Entity parent = ecs::null_entity);
void request_destroy(const Context& context, const std::vector<ecs::Entity>& entities);
void request_duplicate(const Context& context, const std::vector<ecs::Entity>& entities);
/// Nothing is asked for when that is its name already.
void request_rename(const Context& context, ecs::Entity entity, const std::string& name);
/// Sets one field (a position in ComponentType::fields) to what `value`, a whole component, has there.
void request_set_field(const Context& context, ecs::Entity entity, const ecs::Value& value, std::uint32_t field);
/// Moves all of them below `parent`, or to the top when null.
void request_move(const Context& context, const std::vector<ecs::Entity>& entities, ecs::Entity parent);
/// Empty when request_move would work, else the reason for a person.
std::string why_not_move(const Context& context, const std::vector<ecs::Entity>& entities, ecs::Entity parent);
/// Empty when the entity can be shown in the viewport, else the reason.
std::string why_not_frame(const Context& context, ecs::Entity entity);

}  // namespace panels
