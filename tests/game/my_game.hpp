// A game that Chunkscope never saw: lanterns drift over a pond while their wicks burn down.
#pragma once

#include "editor/game/game.hpp"

#ifndef MY_GAME_VERSION
#define MY_GAME_VERSION 1
#endif

struct Spot {
    float across = 0, down = 0;
};
struct Drift {
    float across = 0, down = 0;
};
struct Wick {
    float left = 100;
#if MY_GAME_VERSION >= 2
    float soot = 0.5f;
#endif
};
struct Steered {
    float push = 0;
};

editor::Game my_game();
