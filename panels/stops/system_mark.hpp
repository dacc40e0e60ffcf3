// What the halt of a simulation says of a system: it runs next, or the simulation stopped because of it. Every panel
// that lists systems marks them with the same signs.
#pragma once

#include <string>
#include <string_view>

#include "panels/base/panel.hpp"

namespace panels {

struct SystemMark {
    bool next = false;    // in a tick that is half done, or where a breakpoint stopped
    bool guilty = false;  // the simulation stopped behind it, because of what it did
    bool asked = false;   // the simulation stopped before it, because a breakpoint names it

    bool any() const { return next || guilty || asked; }
};

SystemMark mark_of(const Context& context, std::string_view system);
/// For a tooltip: a line each, behind a line break; empty where there is no mark.
std::string words_of(const Context& context, const SystemMark& mark);
/// A dot for what stopped the simulation, an arrow for what runs next. Returns the width that it takes, with a gap
/// behind; 0 without a mark.
float draw_system_mark(ImDrawList& list, const Style& style, ImVec2 left_middle, const SystemMark& mark);

}  // namespace panels
