// How the replay of an operation is drawn: each archetype as a table of rows, values sliding from cell to cell.
#pragma once

#include <span>

#include "panels/base/panel.hpp"
#include "panels/changes/move_replay.hpp"
#include "panels/changes/move_values.hpp"

namespace panels {

/// Draws the replay at a moment into this room of the present window, as large as fits. Cells show the values that are
/// known.
void draw_replay(const Context& context, const MoveReplay& replay, std::span<const MovedValue> values, double moment,
                 ImVec2 at, ImVec2 room);

}  // namespace panels
