// The window View > Drawn from…: a person chooses the fields from which the scene is drawn. Each choice shows at once
// in the scene behind it.
#pragma once

#include "editor/app/scene/scene_viewer.hpp"

namespace editor {

/// Draws nothing when not open.
void draw_drawn_from(const panels::Context& context, SceneViewer& scene, bool& open);

}  // namespace editor
