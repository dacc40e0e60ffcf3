// The same game as a library for `chunkscope --game`.
#include "editor/game/plugin.hpp"
#include "my_game.hpp"

CHUNKSCOPE_GAME(my_game)
