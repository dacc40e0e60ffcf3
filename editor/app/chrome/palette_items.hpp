// What the command palette of the editor offers: every action, with its choices, and what every program over a world
// has (panels/palette/world_items.hpp).
#pragma once

#include <functional>
#include <vector>

#include "editor/app/actions/action.hpp"
#include "panels/palette/palette.hpp"

namespace editor {

/// `host` makes the host that an action runs in; it is called when the person has chosen. The items are valid until the
/// session goes.
std::vector<panels::PaletteItem> palette_items(const std::function<ActionHost()>& host);

}  // namespace editor
