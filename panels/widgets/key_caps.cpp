#include "panels/widgets/key_caps.hpp"

#include <cmath>
#include <utility>
#include <vector>

#include "panels/base/chord.hpp"
#include "panels/base/imgui_compat.hpp"

namespace panels {

namespace {

float cap_width(const Style& style, std::string_view key) {
    return std::floor(ImGui::CalcTextSize(key.data(), key.data() + key.size()).x + style.px(12));
}

/// What stands on the key.
std::string_view cap_of(std::string_view key) {
    constexpr std::pair<Key, std::string_view> arrows[] = {
        {Key::Up, "↑"}, {Key::Down, "↓"}, {Key::Left, "←"}, {Key::Right, "→"}};
    for (const auto& [each, sign] : arrows)
        if (name_of(each) == key) return sign;
    return key;
}

std::vector<std::string_view> caps_of(std::string_view shortcut) {
    std::vector<std::string_view> keys;
    while (!shortcut.empty()) {
        // "Ctrl++" ends in the key +.
        const std::size_t plus = shortcut.find('+', 1);
        keys.push_back(cap_of(shortcut.substr(0, plus)));
        if (plus == std::string_view::npos) break;
        shortcut.remove_prefix(plus + 1);
    }
    return keys;
}

}  // namespace

float key_cap_height(const Style& style) { return std::floor(style.px(20)); }

float key_caps_width(const Style& style, std::string_view shortcut) {
    float width = 0;
    for (const std::string_view key : caps_of(shortcut)) width += cap_width(style, key) + (width > 0 ? style.px(4) : 0);
    return width;
}

void draw_key_caps(ImDrawList& list, const Style& style, ImVec2 low, std::string_view shortcut) {
    const float height = key_cap_height(style);
    for (const std::string_view key : caps_of(shortcut)) {
        const float width = cap_width(style, key);
        compat::add_rect(list, low, {low.x + width, low.y + height}, style.theme->line, style.px(3));
        list.AddText({std::floor(low.x + style.px(6)), std::floor(low.y + (height - ImGui::GetFontSize()) / 2)},
                     style.theme->quiet, key.data(), key.data() + key.size());
        low.x += width + style.px(4);
    }
}

}  // namespace panels
