// A library for a Chunkscope that does not exist. CHUNKSCOPE_TEST_ABI says what is different.
#include <cstdlib>
#include <string_view>

#include "editor/game/plugin.hpp"

extern "C" __attribute__((visibility("default"))) const editor::GameLibraryEntry* chunkscope_game() {
    static editor::GameLibraryEntry entry{.make = [](editor::Game&) { std::abort(); }};
    const char* const set = std::getenv("CHUNKSCOPE_TEST_ABI");
    const std::string_view different = set ? set : "";
    if (different == "format") entry.format = 77;
    if (different == "layout") ++entry.abi.layout;
    if (different == "library") ++entry.abi.standard_library;
    return &entry;
}
