// The window View > Drawn from…: a person chooses the fields from which the scene is drawn. Each choice shows at once
// in the scene behind it.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "editor/game/draw_roles.hpp"
#include "panels/base/panel.hpp"

namespace editor {

/// What the scene is drawn from now.
struct DrawnFromState {
    DrawRoles roles;
    std::string reason;   // who says so, as a sentence
    bool chosen = false;  // by the person
};

/// `choose` gets what the person wants from now on; nothing: what the program says. Draws nothing when not open.
void draw_drawn_from(const panels::Context& context, const DrawnFromState& state, bool& open,
                     const std::function<void(std::optional<DrawRoles>)>& choose);

}  // namespace editor
