// The whole editor over my game, linked.
#include "editor/app/shell/run.hpp"
#include "my_game.hpp"

int main(int argument_count, char** arguments) { return editor::run(argument_count, arguments, my_game()); }
