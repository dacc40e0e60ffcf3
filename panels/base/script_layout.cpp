#include "panels/base/script_layout.hpp"

#include <imgui.h>

#include <algorithm>

#include "ecs/base/utf8.hpp"

namespace panels {

namespace {

constexpr bool characters_end_early = sizeof(ImWchar) == 2;

ScriptLayout installed_layout = nullptr;

/// Whether the byte may begin a character that is not simply drawn where it stands: from right to left (U+0590 to
/// U+08FF, and forms of these letters at U+FB1D), or an emoji. Chinese, Japanese and Korean have none of these bytes.
bool may_need_layout(char byte) {
    const auto first = static_cast<unsigned char>(byte);
    return (first >= 0xd6 && first <= 0xe0) || first == 0xee || first == 0xef || first == 0xf0;
}

std::string with_stand_ins(std::string_view line) {
    std::string drawn;
    for (std::size_t at = 0; at < line.size();) {
        const std::size_t start = at;
        const unsigned int character = ecs::next_character(line, at);
        constexpr unsigned int end_of_private_use = 0xf900;
        if (character >= first_stand_in && character < end_of_private_use)
            drawn += "\xef\xbf\xbd";  // a character of the private use area is no pictograph
        else if (const unsigned int stand_in = stand_in_for(character))
            ecs::append_utf8(drawn, stand_in);
        else
            drawn += line.substr(start, at - start);
    }
    return drawn;
}

}  // namespace

void install_script_layout(ScriptLayout layout) { installed_layout = layout; }

std::string laid_out(std::string line) {
    if (!installed_layout || std::none_of(line.begin(), line.end(), may_need_layout)) return line;
    std::string drawn = installed_layout(line);
    return characters_end_early ? with_stand_ins(drawn) : drawn;
}

bool needs_layout(std::string_view line) {
    return installed_layout && std::any_of(line.begin(), line.end(), may_need_layout) && installed_layout(line) != line;
}

unsigned int stand_in_for(unsigned int character) {
    if (!characters_end_early || character < first_pictograph || character >= end_of_pictographs) return 0;
    return first_stand_in + (character - first_pictograph);
}

}  // namespace panels
