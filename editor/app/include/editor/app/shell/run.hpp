// The whole editor as one call, for programs that bring their own components and systems:
//
//     int main(int argc, char** argv) { return editor::run(argc, argv, my_game()); }
#pragma once

#include "editor/game/game.hpp"

namespace editor {

/// Does what the command line says: opens the window, or executes a subcommand. Returns the exit code. Worlds are those
/// of `game`. Call it from main(), and once: the window is the program's only one.
int run(int argument_count, char** arguments, const Game& game);

}  // namespace editor
