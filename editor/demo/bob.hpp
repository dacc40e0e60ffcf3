// A hand-sized world in which a beginner can look at every entity: Bob of article 000, things that lie about, and one
// who came after others had been destroyed.
#pragma once

#include "editor/demo/scene.hpp"

namespace editor {

Scene bob_scene();

}  // namespace editor
