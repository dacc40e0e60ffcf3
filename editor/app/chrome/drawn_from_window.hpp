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
    bool chosen = false;  // by the person: fields, or whether y grows up
};

struct DrawnFromChoices {
    std::function<void(const DrawRoles&)> fields;
    std::function<void(bool up)> y_up;
    std::function<void()> none;  // what the program says
};

/// The choices get what the person wants from now on. Draws nothing when not open.
void draw_drawn_from(const panels::Context& context, const DrawnFromState& state, bool& open,
                     const DrawnFromChoices& choices);

}  // namespace editor
