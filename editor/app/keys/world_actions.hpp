// The actions that are about the world that panels show, and what is selected in it. They ask for everything by
// requests, as panels do, so whoever carries those out has these actions, too: the app, and the tests of panels.
#pragma once

#include <string>

#include "editor/session/actions.hpp"
#include "panels/base/panel.hpp"

namespace editor {

/// Empty when the action can be asked for now, or is none of these; else the reason for a person.
std::string why_not_on_world(ActionId id, const panels::Context& context);
/// False, and nothing done, when it is none of these.
bool act_on_world(ActionId id, const panels::Context& context);

inline constexpr double slowest_speed = 0.125, fastest_speed = 8;

}  // namespace editor
