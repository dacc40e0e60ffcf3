// The preview of a click's cost: menus show it before a structural change.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "ecs/diagnose/cost.hpp"
#include "panels/base/panel.hpp"

namespace panels {

/// The content of a tooltip: `what`, then the target of the row and the bytes copied for it. No cost means a change
/// that copies nothing.
void cost_tooltip(const Context& context, std::string_view what, const std::optional<ecs::StructuralCost>& cost);
/// The same of several changes in a row.
void cost_tooltip(const Context& context, std::string_view what, std::span<const ecs::StructuralCost> costs);

}  // namespace panels
