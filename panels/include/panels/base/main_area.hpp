// Where the program's window lies. Its upper left corner is not 0, 0 where windows of Dear ImGui may leave it:
// positions are those of the desktop then.
#pragma once

#include <imgui.h>

#include "panels/base/patterns.hpp"

namespace panels {

inline Area main_area() {
    const ImGuiViewport& viewport = *ImGui::GetMainViewport();
    return {viewport.Pos, {viewport.Pos.x + viewport.Size.x, viewport.Pos.y + viewport.Size.y}};
}

}  // namespace panels
