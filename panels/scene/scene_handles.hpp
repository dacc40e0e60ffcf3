// The handles of what is selected. They have the same size on the screen at every zoom, and lie over everything.
#pragma once

#include <imgui.h>

#include "panels/base/style.hpp"

namespace panels {

enum class SceneTool { Select, Move, Rotate, Scale, Paint };
inline constexpr int scene_tool_count = 5;

/// What the mouse grabs.
enum class SceneHandle { None, X, Y, Both, Ring, Scale };

/// Which handle of the tool lies at the place; the handles stand around `pivot`, both on the screen.
SceneHandle handle_at(SceneTool tool, const Style& style, ImVec2 pivot, ImVec2 place);
/// `lit` is under the mouse or held. `letters` are those of the axes.
void draw_handles(SceneTool tool, const Style& style, ImDrawList& list, ImVec2 pivot, SceneHandle lit);

}  // namespace panels
