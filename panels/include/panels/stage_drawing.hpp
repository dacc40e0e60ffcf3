// How the stage of an operation is drawn: each archetype as a table of rows, values sliding from cell to cell.
#pragma once

#include <span>

#include "panels/move_stage.hpp"
#include "panels/move_values.hpp"
#include "panels/panel.hpp"

namespace panels {

/// Draws the stage at a moment into this room of the present window, as large as fits. Cells show the values that are
/// known.
void draw_stage(const Context& context, const MoveStage& stage, std::span<const MovedValue> values, double moment,
                ImVec2 at, ImVec2 room);

}  // namespace panels
