// A library without a Game.
extern "C" int nothing_at_all() { return 0; }
