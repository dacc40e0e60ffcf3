// The explanations of the panels: technical terms, and the sources of numbers. Their texts are those of the glossary
// of the manual.
#include <algorithm>
#include <cmath>
#include <iterator>

#include "panels/base/language.hpp"
#include "panels/texts/manual_text.hpp"
#include "panels/widgets/widgets.hpp"

namespace panels {

namespace {

/// In the order of the enumeration.
constexpr std::string_view term_names[] = {"Entity",
                                           "Name",
                                           "Parent",
                                           "Component",
                                           "Tag",
                                           "Archetype",
                                           "Chunk",
                                           "Row",
                                           "Column",
                                           "Capacity",
                                           "Fill",
                                           "Bytes",
                                           "Waste",
                                           "System",
                                           "Phase",
                                           "Access",
                                           "Structural change",
                                           "Journal",
                                           "Generation",
                                           "Tick",
                                           "Run-time type",
                                           "Opaque type"};
static_assert(std::size(term_names) == term_count);

const char* explanation(std::string_view term) {
    const GlossaryEntry* const entry = find_in_glossary(term);
    return entry == nullptr ? "" : tr(entry->text);
}

}  // namespace

std::string_view name_of(Term term) { return term_names[static_cast<int>(term)]; }

const char* explanation(Term term) { return explanation(name_of(term)); }

void explain(Term term) { tooltip(explanation(term)); }

const char* badge_word(Badge badge) {
    switch (badge) {
        case Badge::Exact:
            return tr_later("exact");
        case Badge::Simulated:
            return tr_later("simulated");
        case Badge::Measured:
            return tr_later("measured");
    }
    return "";
}

float badge_width(const Style& style, Badge badge) {
    const compat::FontScope font(style.small);
    return std::ceil(ImGui::CalcTextSize(tr(badge_word(badge))).x + 2 * style.px(5));
}

void badge(const Style& style, Badge badge, std::string_view how) {
    // The frame is a second distinction: closed, dashed, and open at its sides.
    const float height = std::max(std::floor(style.px(16)), ImGui::GetTextLineHeight());
    const bool first_in_line = ImGui::GetCursorPosX() <= ImGui::GetCursorStartPos().x;
    if (!first_in_line && ImGui::GetContentRegionAvail().x < badge_width(style, badge)) ImGui::NewLine();
    const ImVec2 low = ImGui::GetCursorScreenPos();
    const ImVec2 high{low.x + badge_width(style, badge), low.y + height};
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImU32 frame = style.theme->edge;
    const float thick = std::max(1.0f, std::floor(style.scale)), dash = std::floor(style.px(3));
    if (badge == Badge::Exact) {
        compat::add_rect(list, low, high, frame, style.px(3), thick);
    } else {
        const float step = badge == Badge::Simulated ? 2 * dash : high.x - low.x;
        const float length = badge == Badge::Simulated ? dash : high.x - low.x;
        for (float x = low.x; x < high.x; x += step)
            for (const float y : {low.y, high.y - thick})
                list.AddRectFilled({x, y}, {std::min(x + length, high.x), y + thick}, frame);
    }
    {
        const compat::FontScope font(style.small);
        const float top = std::floor(low.y + (height - ImGui::GetFontSize()) / 2);
        list.AddText({std::floor(low.x + style.px(5)), top}, style.theme->quiet, tr(badge_word(badge)));
    }
    ImGui::Dummy({high.x - low.x, height});
    if (!tooltip_due()) return;
    std::string text = explanation(std::string_view(badge_word(badge)));
    if (!how.empty()) text.append("\n").append(how);
    tooltip(text);
}

void badge_beside_frame(const Style& style, Badge badge, std::string_view how) {
    const float line = ImGui::GetCursorPosY();
    ImGui::SetCursorPosY(line + ImGui::GetStyle().FramePadding.y);
    panels::badge(style, badge, how);
}

}  // namespace panels
