// What a shared library with a Game exports, for `chunkscope --game ./libmy_game.so`:
//
//     editor::Game my_game() { return {.name = "mine", …}; }
//     CHUNKSCOPE_GAME(my_game)
//
// Link the library with CMake's chunkscope::game_plugin: it takes every function of ecs and of Game from the program
// that opens it. A library that was built for another Chunkscope is refused before any of its other code runs, see
// GameLibrary. World files never name a library.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "editor/game/game.hpp"

namespace editor {

/// What library and program must agree about, because they share these objects. Compared number by number.
struct GameAbi {
    std::uint64_t standard_library = 0;
    std::uint64_t layout = 0;  // of all classes that both touch

    friend bool operator==(const GameAbi&, const GameAbi&) = default;
};

/// That of the code which calls this.
constexpr GameAbi game_abi() {
    GameAbi abi;
#if defined(_LIBCPP_VERSION)
    abi.standard_library = 0x200000000 + _LIBCPP_ABI_VERSION;
#elif defined(__GLIBCXX__)
    abi.standard_library = 0x100000000 + _GLIBCXX_USE_CXX11_ABI;
#endif
#if defined(_GLIBCXX_DEBUG)
    abi.standard_library += 0x1000;
#endif
    abi.layout = 0xcbf29ce484222325;
    for (const std::size_t bytes : {sizeof(void*),
                                    sizeof(std::string),
                                    sizeof(std::vector<int>),
                                    sizeof(std::function<void()>),
                                    sizeof(Game),
                                    sizeof(GameSystem),
                                    sizeof(Scene),
                                    sizeof(DrawRoles),
                                    sizeof(KeyField),
                                    sizeof(HeldKeys),
                                    sizeof(ecs::World),
                                    sizeof(ecs::TypeRegistry),
                                    sizeof(ecs::ComponentType),
                                    sizeof(ecs::Field),
                                    sizeof(ecs::Query),
                                    sizeof(ecs::Archetype),
                                    sizeof(ecs::Chunk),
                                    sizeof(ecs::Commands),
                                    sizeof(ecs::Schedule),
                                    sizeof(ecs::SystemDescription),
                                    sizeof(ecs::SystemContext),
                                    sizeof(ecs::System),
                                    sizeof(ecs::Random)})
        abi.layout = (abi.layout ^ bytes) * 0x100000001b3;
    return abi;
}

/// What the exported function returns. `format` stays the first member for ever; it counts changes of this struct and
/// of what Game's members mean.
struct GameLibraryEntry {
    static constexpr std::uint64_t present_format = 2;

    std::uint64_t format = present_format;
    GameAbi abi = game_abi();
    void (*make)(Game& game) = nullptr;
};

/// The name of the exported function.
inline constexpr const char* game_library_function = "chunkscope_game";

}  // namespace editor

/// `function` takes nothing and returns a Game. Once in a library, outside of namespaces.
#define CHUNKSCOPE_GAME(function)                                                                                   \
    extern "C" __attribute__((visibility("default"))) const ::editor::GameLibraryEntry* chunkscope_game() {         \
        static constexpr ::editor::GameLibraryEntry entry{.make = [](::editor::Game& game) { game = function(); }}; \
        return &entry;                                                                                              \
    }
