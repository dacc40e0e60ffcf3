// The chase: keys move a player, and enemies follow the nearest player in range.
#pragma once

#include "editor/game/scene.hpp"

namespace editor {

Scene chase_scene();

}  // namespace editor
