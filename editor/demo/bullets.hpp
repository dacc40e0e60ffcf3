// The game of article 004: bullets hurt players until they are gone, and guns fire more of them.
#pragma once

#include "editor/demo/scene.hpp"

namespace editor {

Scene bullets_scene();

}  // namespace editor
