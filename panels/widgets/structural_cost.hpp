// What a click will cost, said before it: the preview that menus show of a structural change.
#pragma once

#include <optional>
#include <string>

#include "ecs/diagnose/cost.hpp"
#include "panels/base/panel.hpp"

namespace panels {

/// The content of a tooltip: `what`, then where the row will go and what is copied for it. Nothing stands for a change
/// that costs nothing.
void cost_tooltip(const Context& context, std::string_view what, const std::optional<ecs::StructuralCost>& cost);

}  // namespace panels
