#include "panels/base/glyphs.hpp"

#include <array>

#include "panels/base/imgui_compat.hpp"

namespace panels {

namespace {

constexpr std::array<ImWchar, 19> codepoint_ranges{0x0020, 0x024F, 0x0370, 0x052F, 0x1E00, 0x1EFF, 0x2000,
                                                   0x206F, 0x20A0, 0x20BF, 0x2100, 0x214F, 0x2190, 0x21FF,
                                                   0x2200, 0x22FF, 0x25A0, 0x25FF, 0};

struct StandIn {
    ImWchar wanted;
    std::array<ImWchar, 2> others;  // the first that the font has; 0: none
};
constexpr std::array<StandIn, 20> stand_ins{{
    {0x2026, {0x0085, '.'}},  // … : fonts of old have it where Unicode has a control character
    {0x2013, {'-', 0}},       // –
    {0x2014, {'-', 0}},       // —
    {0x2212, {'-', 0}},       // −
    {0x00B7, {'-', 0}},       // ·
    {0x00D7, {'x', 0}},       // ×
    {0x00B5, {'u', 0}},       // µ
    {0x00B0, {'o', 0}},       // °
    {0x2192, {'>', 0}},       // →
    {0x2190, {'<', 0}},       // ←
    {0x2191, {'^', 0}},       // ↑
    {0x2193, {'v', 0}},       // ↓
    {0x2018, {'\'', 0}},      // ‘
    {0x2019, {'\'', 0}},      // ’
    {0x201C, {'"', 0}},       // “
    {0x201D, {'"', 0}},       // ”
    {0x25CF, {0x2022, '*'}},  // ●
    {0x25CB, {0x00B0, 'o'}},  // ○
    {0x2022, {'*', 0}},       // •
    {0x200A, {' ', 0}},       // a hair's breadth
}};

}  // namespace

const ImWchar* glyph_ranges() { return codepoint_ranges.data(); }

bool in_glyph_ranges(unsigned int codepoint) {
    for (std::size_t i = 0; i + 1 < codepoint_ranges.size(); i += 2)
        if (codepoint >= codepoint_ranges[i] && codepoint <= codepoint_ranges[i + 1]) return true;
    return false;
}

void stand_in_for_missing_glyphs(ImFont& font) {
    for (const StandIn& each : stand_ins) {
        if (compat::has_glyph(font, each.wanted)) continue;
        for (const ImWchar other : each.others) {
            if (other == 0 || !compat::has_glyph(font, other)) continue;
            font.AddRemapChar(each.wanted, other);
            break;
        }
    }
}

}  // namespace panels
