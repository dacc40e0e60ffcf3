// Draws why an entity matches a query, or does not: each condition with a tick, or with a cross and the reason; the
// first that fails is red. Where an edit of components makes the entity match, a button requests it. The same for the
// query of a system and for one that was typed.
#pragma once

#include "ecs/language/why.hpp"
#include "panels/base/panel.hpp"

namespace panels {

/// As wide as the present window. Returns whether the edit was requested.
bool draw_verdict(const Context& context, ecs::Entity entity, const ecs::QueryVerdict& verdict);

/// "Add Velocity", "Remove Frozen", "Set Health of Player"; empty when no edit makes the entity match.
std::string label_of_fix(const ecs::World& world, const ecs::QueryVerdict& verdict);
/// Requests that edit, as one step of the history.
void request_fix(const Context& context, ecs::Entity entity, const ecs::QueryVerdict& verdict);

}  // namespace panels
