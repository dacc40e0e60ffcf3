// A library that does what the environment says wrongly: CHUNKSCOPE_TEST_FAULT, at the place that its name begins with.
#include <cstdlib>
#include <string_view>

#include <csignal>
#include <cstdio>
#include <stdexcept>

#include <unistd.h>

#include "editor/game/plugin.hpp"

namespace {

void at(std::string_view place) {
    const char* const set = std::getenv("CHUNKSCOPE_TEST_FAULT");
    const std::string_view fault = set ? set : "";
    if (!fault.starts_with(place)) return;
    const std::string_view what = fault.substr(place.size());
    if (what == " crashes") std::raise(SIGSEGV);
    if (what == " aborts") std::abort();
    if (what == " throws") throw std::runtime_error("the sprites are missing");
    if (what == " throws a number") throw 7;
    if (what == " exits") std::exit(0);
    while (what == " hangs") ::pause();
}

/// Whoever loads it can be found out.
[[gnu::constructor]] void leave_trace() {
    if (const char* const trace = std::getenv("CHUNKSCOPE_TEST_TRACE"))
        if (std::FILE* file = std::fopen(trace, "a")) std::fclose(file);
}

editor::Game faulty_game() {
    at("game");
    editor::Game game{.name = std::getenv("CHUNKSCOPE_TEST_NAMELESS") ? "" : "faulty",
                      .register_types = [](ecs::TypeRegistry&) { at("types"); }};
    game.systems = {{"Nothing", [](const ecs::World&, const editor::HeldKeys&) {
                         at("system");
                         return ecs::SystemDescription{};
                     }}};
    game.scenes = {{.name = "empty", .systems = {"Nothing"}, .fill = [](ecs::World&, std::size_t, std::uint64_t) {
                        at("scene");
                    }}};
    return game;
}

}  // namespace

CHUNKSCOPE_GAME(faulty_game)
