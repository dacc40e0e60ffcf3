// Cells of tables whose rows are 24 px: a text, and an entity that can be selected. What is cut off is said on hover.
#pragma once

#include <string_view>

#include "ecs/world/world.hpp"
#include "panels/base/panel.hpp"

namespace panels {

/// Goes to the next column. Where there is no room for the text, `shorter` stands for it.
void text_cell(const Style& style, ImU32 color, std::string_view text, bool right, std::string_view shorter = {});

/// In the rest of the present column: marked where it is selected, selected by a click. `named` is the world that knows
/// its name. An entity that is gone from the world in view is quiet and cannot be selected.
void entity_cell(const Context& context, ecs::Entity entity, const ecs::World& named);

}  // namespace panels
