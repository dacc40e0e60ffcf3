#include "panels/widgets/matched_text.hpp"

#include <algorithm>
#include <string_view>

#include "panels/base/imgui_compat.hpp"
#include "panels/widgets/widgets.hpp"

namespace panels {

float draw_matched(ImDrawList& list, const Style& style, ImVec2 at, float right, ImU32 color, const std::string& text,
                   const std::vector<std::size_t>& letters) {
    std::size_t next = 0, from = 0;
    float x = at.x;
    const float underline = at.y + ImGui::GetFontSize();
    while (from < text.size() && x < right) {
        const bool matched = next < letters.size() && letters[next] == from;
        std::size_t end = from;
        while (end < text.size()) {
            const bool here = next < letters.size() && letters[next] == end;
            if (here != matched) break;
            if (here) ++next;
            ++end;
            while (end < text.size() && (text[end] & 0xC0) == 0x80) ++end;  // the rest of a character
        }
        const compat::FontScope bold(matched ? style.words_bold : nullptr);
        const std::string_view part = std::string_view(text).substr(from, end - from);
        const float width = ImGui::CalcTextSize(part.data(), part.data() + part.size()).x;
        draw_text_until(list, {x, at.y}, right, color, part);
        if (matched) list.AddRectFilled({x, underline}, {std::min(x + width, right), underline + 1}, color);
        x += width;
        from = end;
    }
    return std::min(x, right);
}

}  // namespace panels
