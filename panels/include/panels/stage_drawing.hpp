// How the stage of an operation is drawn: each archetype as a table of rows, values sliding from cell to cell.
#pragma once

#include "panels/move_stage.hpp"
#include "panels/panel.hpp"

namespace panels {

/// Draws the stage at a moment into this room of the present window, as large as fits.
void draw_stage(const Context& context, const MoveStage& stage, double moment, ImVec2 at, ImVec2 room);

}  // namespace panels
