// Where lines of Japanese and Chinese may end, which have no spaces, and lines with numbers: Dear ImGui breaks lines at
// spaces and after each comma and point, within "1,000" and "0.25" too.
#include <algorithm>
#include <cstdint>

#include "ecs/base/utf8.hpp"
#include "panels/widgets/widgets.hpp"

namespace panels {

namespace {

constexpr bool stands_without_spaces(std::uint32_t character) {
    return (character >= 0x2E80 && character <= 0x9FFF) || (character >= 0xF900 && character <= 0xFAFF) ||
           (character >= 0xFF00 && character <= 0xFFEF) || (character >= 0x20000 && character <= 0x3FFFF);
}

/// What never begins a line: closing marks, small kana, the long vowel.
bool stays_with_former(std::uint32_t character) {
    constexpr std::u32string_view all =
        U"、。，．：；？！）」』】〉》〕］｝…‥・ーぁぃぅぇぉっゃゅょァィゥェォッャュョヶ々ゝゞヽヾ%°)]},.:;?!»”’";
    return all.find(static_cast<char32_t>(character)) != std::u32string_view::npos;
}

/// What never ends a line.
bool stays_with_next(std::uint32_t character) {
    constexpr std::u32string_view all = U"（「『【〈《〔［｛([{«“‘";
    return all.find(static_cast<char32_t>(character)) != std::u32string_view::npos;
}

bool has_divided_number(std::string_view text) {
    const auto digit = [](char c) { return c >= '0' && c <= '9'; };
    for (std::size_t at = text.find_first_of(",."); at != std::string_view::npos; at = text.find_first_of(",.", at + 1))
        if (at > 0 && at + 1 < text.size() && digit(text[at - 1]) && digit(text[at + 1])) return true;
    return false;
}

}  // namespace

bool line_may_end_between(std::uint32_t before, std::uint32_t after) {
    return (stands_without_spaces(before) || stands_without_spaces(after)) && !stays_with_former(after) &&
           !stays_with_next(before);
}

std::string with_line_breaks(std::string_view text, float width) {
    std::string lines(text);
    const auto wide = [](char c) { return static_cast<unsigned char>(c) >= 0xE2; };  // of 0x2000 and beyond
    if (width <= 0 || (std::none_of(text.begin(), text.end(), wide) && !has_divided_number(text))) return lines;
    lines.clear();
    std::size_t line = 0, possible = 0;  // where the line begins in `lines`, and where it may end: 0 is nowhere
    float used = 0, used_at_possible = 0;
    std::uint32_t former = 0;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t begin = at;
        const std::uint32_t character = ecs::next_character(text, at);
        if (character == '\n') {
            lines += '\n';
            line = lines.size();
            possible = 0;
            used = 0;
            former = 0;
            continue;
        }
        const bool after_space = former == ' ' && !stays_with_former(character);
        if (former != 0 && character != ' ' && (after_space || line_may_end_between(former, character)) &&
            lines.size() > line) {
            possible = lines.size();
            used_at_possible = used;
        }
        const float room = ImGui::CalcTextSize(text.data() + begin, text.data() + at).x;
        if (used + room > width && possible > line) {
            const bool at_space = lines[possible - 1] == ' ';
            if (at_space)
                lines[possible - 1] = '\n';
            else
                lines.insert(possible, 1, '\n');
            line = possible + (at_space ? 0 : 1);
            used -= used_at_possible;
            possible = 0;
        }
        lines.append(text.substr(begin, at - begin));
        used += room;
        former = character;
    }
    return lines;
}

}  // namespace panels
