// The systems of the demo scenes, by name. A scene or a world file says which of them run. To add one, write its
// function, and declare it and add its row in systems.cpp.
#pragma once

#include <vector>

#include "editor/demo/components.hpp"
#include "editor/game/game.hpp"

namespace editor {

/// Every system of the demo scenes (systems.cpp).
std::vector<GameSystem> demo_systems();

/// Where the Project system draws a point in space.
Position projected(const Position3D& at);

}  // namespace editor
