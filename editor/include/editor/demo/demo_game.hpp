// The Game of the demo scenes: the chase, the samples of the articles, stress scenes. It is what `chunkscope` shows
// when no other Game is given. To add a scene, write a file pair and one line in demo_game.cpp.
#pragma once

#include "editor/game/game.hpp"

namespace editor {

const Game& demo_game();

}  // namespace editor
