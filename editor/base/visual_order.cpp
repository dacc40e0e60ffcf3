#include "editor/base/visual_order.hpp"

#include <dlfcn.h>

#include <algorithm>
#include <cstdint>
#include <vector>

#include "ecs/base/utf8.hpp"

namespace editor {

namespace {

// FriBidi is opened and not linked: a desktop has it, and the program runs without. So much of its interface, which has
// not changed since 2010, is used here.
using LogicalToVisual = signed char (*)(const std::uint32_t* text, int length, std::uint32_t* direction,
                                        std::uint32_t* visual, int* to_visual, int* to_logical, signed char* levels);
constexpr std::uint32_t left_unless_letters_say = 0x20;  // FRIBIDI_PAR_WLTR
constexpr std::uint32_t rest_of_ligature = 0xfeff;       // FRIBIDI_CHAR_FILL

LogicalToVisual open_fribidi() {
#if defined(__APPLE__)
    constexpr const char* name = "libfribidi.0.dylib";
#else
    constexpr const char* name = "libfribidi.so.0";
#endif
    void* const library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
    return library ? reinterpret_cast<LogicalToVisual>(dlsym(library, "fribidi_log2vis")) : nullptr;
}

LogicalToVisual logical_to_visual() {
    static const LogicalToVisual function = open_fribidi();
    return function;
}

/// Letters from right to left begin at U+0590; their UTF-8 begins with one of these bytes.
bool may_run_from_right(char byte) {
    const auto first = static_cast<unsigned char>(byte);
    return (first >= 0xd6 && first <= 0xe0) || first == 0xef || first == 0xf0;
}

}  // namespace

bool knows_visual_order() { return logical_to_visual() != nullptr; }

std::string visual_order(std::string_view line) {
    constexpr std::size_t longest = 16 * 1024;
    const bool plain = line.size() > longest || std::none_of(line.begin(), line.end(), may_run_from_right);
    if (plain || !knows_visual_order()) return std::string(line);
    std::vector<std::uint32_t> characters;
    for (std::size_t at = 0; at < line.size();) characters.push_back(ecs::next_character(line, at));
    std::vector<std::uint32_t> visual(characters.size() + 1);
    std::uint32_t direction = left_unless_letters_say;
    const int length = static_cast<int>(characters.size());
    if (logical_to_visual()(characters.data(), length, &direction, visual.data(), nullptr, nullptr, nullptr) == 0)
        return std::string(line);
    visual.resize(characters.size());
    std::string drawn;
    for (const std::uint32_t character : visual)
        if (character != rest_of_ligature) ecs::append_utf8(drawn, character);
    return drawn;
}

}  // namespace editor
