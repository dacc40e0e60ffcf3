// The game of article 004: bullets hurt players until these are gone, and guns fire more bullets.
#pragma once

#include "editor/game/scene.hpp"

namespace editor {

Scene bullets_scene();

}  // namespace editor
