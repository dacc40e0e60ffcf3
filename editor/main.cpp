#include "editor/app/shell/run.hpp"
#include "editor/demo/demo_game.hpp"

int main(int argument_count, char** arguments) { return editor::run(argument_count, arguments, editor::demo_game()); }
