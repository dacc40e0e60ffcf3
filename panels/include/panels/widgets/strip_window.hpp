// The window of a strip along an edge of the program's window, such as the status bar: without decoration, and it takes
// neither focus nor navigation.
#pragma once

#include "panels/base/patterns.hpp"
#include "panels/base/style.hpp"

namespace panels {

/// ImGui::End() follows in any case. `more` flags, of Dear ImGui's windows.
void begin_strip_window(const char* name, const Style& style, const Area& area, ImVec2 padding,
                        ImGuiWindowFlags more = 0);

}  // namespace panels
