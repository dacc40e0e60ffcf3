#include "panels/widgets/widgets.hpp"
#include "panels/base/language.hpp"
#include "panels/base/second_click.hpp"
#include "panels/widgets/little_room.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include <imgui_internal.h>

#include "ecs/base/utf8.hpp"
#include "panels/widgets/text_field.hpp"

namespace panels {

bool selectable(const char* label, bool selected, ImGuiSelectableFlags flags, ImVec2 size) {
    // ImGui has a single colour for hovered rows, selected or not.
    if (selected) ImGui::PushStyleColor(ImGuiCol_HeaderHovered, ImGui::GetStyleColorVec4(ImGuiCol_HeaderActive));
    const bool pressed = ImGui::Selectable(label, selected, flags, size);
    if (!selected) return pressed;
    ImGui::PopStyleColor();
    const ImVec2 low = ImGui::GetItemRectMin(), high = ImGui::GetItemRectMax();
    const float wide = std::max(1.0f, std::round(2 * ImGui::GetFontSize() / TextSize::words));
    ImGui::GetWindowDrawList()->AddRectFilled(low, {low.x + wide, high.y}, ImGui::GetColorU32(compat::color_accent));
    return pressed;
}

bool invisible_button(const char* id, ImVec2 size, ImGuiButtonFlags flags) {
    return ImGui::InvisibleButton(id, {std::max(size.x, 1.0f), std::max(size.y, 1.0f)}, flags);
}

bool button(const char* label, std::string_view why_not, std::string_view hint, ImVec2 size) {
    ImGui::BeginDisabled(!why_not.empty());
    const std::string_view whole = label, shown = whole.substr(0, whole.find("##"));
    const float room = room_to_edge(), padding = button_padding();
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {padding, ImGui::GetStyle().FramePadding.y});
    const bool fits = (size.x > 0 ? size.x : size.x < 0 ? 0 : button_width(shown)) <= room;
    const std::string in_room = fits ? std::string() : shortened(shown, room - padding * 2).append("###").append(whole);
    const bool pressed =
        fits ? ImGui::Button(label, size) : ImGui::Button(in_room.c_str(), {std::max(room, 1.0f), size.y});
    ImGui::PopStyleVar();
    ImGui::EndDisabled();
    const std::string_view said = why_not.empty() ? hint : why_not;
    if (!fits && said != shown && tooltip_due()) {
        tooltip(std::string(shown) + (said.empty() ? "" : "\n") + std::string(said));
    } else {
        tooltip(said);
    }
    return pressed;
}

/// A control under the mouse is one step lighter.
static ImU32 lifted(const Style& style, ImU32 color) { return mixed(color, style.theme->text, 0.1f); }

bool choice(const Style& style, const char* label, bool chosen, std::string_view why_not, std::string_view hint) {
    ImGui::PushStyleColor(ImGuiCol_Button, chosen ? style.theme->edge : style.theme->raised);
    ImGui::PushStyleColor(ImGuiCol_ButtonHovered, chosen ? lifted(style, style.theme->edge) : style.theme->hover);
    ImGui::PushStyleColor(ImGuiCol_Text, chosen || !why_not.empty() ? style.theme->text : style.theme->quiet);
    const bool pressed = button(label, why_not, hint);
    ImGui::PopStyleColor(3);
    return pressed;
}

void underline_link(const Style& style, bool hovered) {
    const ImVec2 low = ImGui::GetItemRectMin(), high = ImGui::GetItemRectMax();
    const float thick = std::max(1.0f, std::floor(style.px(1))), y = std::floor(high.y - thick);
    ImGui::GetWindowDrawList()->AddRectFilled({low.x, y}, {high.x, y + thick},
                                              hovered ? style.theme->text : style.theme->edge);
    if (hovered) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
}

bool primary_button(const Style& style, const char* label, std::string_view why_not, std::string_view hint) {
    const ImU32 ground = style.theme->text;
    ImGui::PushStyleColor(ImGuiCol_Button, ground);
    ImGui::PushStyleColor(ImGuiCol_ButtonHovered, mixed(ground, style.theme->inv, 0.12f));
    ImGui::PushStyleColor(ImGuiCol_ButtonActive, mixed(ground, style.theme->inv, 0.25f));
    ImGui::PushStyleColor(ImGuiCol_Text, style.theme->inv);
    bool pressed = false;
    {
        const compat::FontScope font(style.words_bold);
        pressed = button(label, why_not, hint);
    }
    ImGui::PopStyleColor(4);
    return pressed;
}

bool checkbox(const Style& style, const char* label, bool& on, bool mixed) {
    // ImGui's own box is as large as its target. So it draws nothing, and a box of 16 px stands in the middle.
    const ImVec4 none{0, 0, 0, 0};
    ImGui::PushStyleVar(ImGuiStyleVar_FrameBorderSize, 0);
    for (const ImGuiCol color : {ImGuiCol_FrameBg, ImGuiCol_FrameBgHovered, ImGuiCol_FrameBgActive, ImGuiCol_CheckMark})
        ImGui::PushStyleColor(color, none);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float target = ImGui::GetFrameHeight();
    const bool clicked = ImGui::Checkbox(label, &on);
    ImGui::PopStyleColor(4);
    ImGui::PopStyleVar();
    const bool hovered = ImGui::IsItemHovered();
    const float side = std::floor(style.px(16)), inset = std::floor((target - side) / 2);
    const float top = std::floor((ImGui::GetItemRectMin().y + ImGui::GetItemRectMax().y - side) / 2);
    const Area box{{std::floor(at.x) + inset, top}, {std::floor(at.x) + inset + side, top + side}};
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const Theme& theme = *style.theme;
    const auto seen = [](ImU32 color) { return ImGui::GetColorU32(color); };  // paler where it is disabled
    if (on)
        list.AddRectFilled(box.low, box.high, seen(hovered ? lifted(style, theme.edge) : theme.edge), style.px(3));
    else if (hovered)
        list.AddRectFilled(box.low, box.high, seen(theme.hover), style.px(3));
    if (!on) compat::add_rect(list, box.low, box.high, seen(theme.edge), style.px(3));
    if (mixed && !on) {
        const float y = std::floor((box.low.y + box.high.y) / 2), gap = std::floor(style.px(4));
        list.AddRectFilled({box.low.x + gap, y - style.px(1)}, {box.high.x - gap, y + style.px(1)}, seen(theme.text));
    }
    if (on) {
        const auto point = [&](float x, float y) {
            return ImVec2{box.low.x + style.px(x) + 0.5f, box.low.y + style.px(y) + 0.5f};
        };
        const std::array corners{point(3.5f, 8), point(6.5f, 11), point(12, 4.5f)};
        compat::add_polyline(list, corners.data(), 3, seen(theme.text), false, style.px(1.5f));
    }
    return clicked;
}

bool menu_item(const char* label, const char* shortcut, std::string_view why_not) {
    const bool chosen = ImGui::MenuItem(label, shortcut, false, why_not.empty());
    tooltip(why_not);
    return chosen;
}

void draw_sign(ImDrawList& list, Sign sign, ImVec2 middle, float size, ImU32 color) {
    const float r = size / 2, thick = std::max(1.0f, size / 7);
    const auto line = [&](float x1, float y1, float x2, float y2) {
        list.AddLine({middle.x + x1 * r, middle.y + y1 * r}, {middle.x + x2 * r, middle.y + y2 * r}, color, thick);
    };
    switch (sign) {
        case Sign::Cross:
            line(-0.8f, -0.8f, 0.8f, 0.8f);
            line(-0.8f, 0.8f, 0.8f, -0.8f);
            break;
        case Sign::Plus:
            line(-1, 0, 1, 0);
            line(0, -1, 0, 1);
            break;
        case Sign::Target:
            list.AddCircle(middle, r * 0.6f, color, 12, thick);
            line(-1.1f, 0, -0.3f, 0);
            line(0.3f, 0, 1.1f, 0);
            line(0, -1.1f, 0, -0.3f);
            line(0, 0.3f, 0, 1.1f);
            break;
        case Sign::ArrowRight:
            line(-0.9f, 0, 0.8f, 0);
            line(0.1f, -0.7f, 0.85f, 0);
            line(0.1f, 0.7f, 0.85f, 0);
            break;
        case Sign::Copy:
            compat::add_rect(list, {middle.x - r, middle.y - r}, {middle.x + r * 0.4f, middle.y + r * 0.4f}, color, 1,
                             thick);
            compat::add_rect(list, {middle.x - r * 0.4f, middle.y - r * 0.4f}, {middle.x + r, middle.y + r}, color, 1,
                             thick);
            break;
    }
}

void draw_fold_arrow(ImDrawList& list, ImVec2 middle, float size, bool open, ImU32 color) {
    const float r = size / 2;
    if (open)
        list.AddTriangleFilled({middle.x - r, middle.y - r * 0.6f}, {middle.x + r, middle.y - r * 0.6f},
                               {middle.x, middle.y + r * 0.8f}, color);
    else
        list.AddTriangleFilled({middle.x - r * 0.6f, middle.y - r}, {middle.x + r * 0.8f, middle.y},
                               {middle.x - r * 0.6f, middle.y + r}, color);
}

void draw_flash(const Context& context, const Area& area, float strength) {
    if (context.stay_awake != nullptr) *context.stay_awake = true;
    ImGui::GetWindowDrawList()->AddRectFilled(area.low, area.high, faded(context.style.theme->warn, 0.4f * strength));
}

void mark_area(ImDrawList& list, const Style& style, const Area& area, bool selected, bool hovered) {
    const float wide = std::max(1.0f, std::floor(style.px(2))), thin = std::max(1.0f, std::floor(style.px(1)));
    if (hovered) list.AddRectFilled(area.low, area.high, faded(style.theme->text, 0.075f));
    if (selected) outline(list, area, style.theme->accent, wide);
    if (!hovered) return;
    const float inset = selected && area.width() > 3 * wide && area.height() > 3 * wide ? wide : 0;
    outline(list, {{area.low.x + inset, area.low.y + inset}, {area.high.x - inset, area.high.y - inset}},
            style.theme->text, thin);
}

void draw_frame(ImDrawList& list, ImVec2 low, ImVec2 high, bool hovered, bool held) {
    const ImGuiStyle& style = ImGui::GetStyle();
    const ImGuiCol color = held ? ImGuiCol_FrameBgActive : hovered ? ImGuiCol_FrameBgHovered : ImGuiCol_FrameBg;
    list.AddRectFilled(low, high, ImGui::GetColorU32(color), style.FrameRounding);
    if (style.FrameBorderSize > 0)
        compat::add_rect(list, low, high, ImGui::GetColorU32(ImGuiCol_Border), style.FrameRounding);
}

bool fold_row(const Style& style, std::string_view label, bool open_at_first) {
    ImGuiStorage& storage = *ImGui::GetStateStorage();
    const ImGuiID id = ImGui::GetID("##fold");
    const bool open = storage.GetBool(id, open_at_first);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const bool clicked =
        invisible_button("##fold", {std::max(ImGui::GetContentRegionAvail().x, 1.0f), row_height(style)},
                         compat::button_reached_by_keys);
    const ImVec2 low = ImGui::GetItemRectMin(), high = ImGui::GetItemRectMax();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    if (ImGui::IsItemHovered())
        list.AddRectFilled(low, high, ImGui::GetColorU32(ImGuiCol_HeaderHovered), ImGui::GetStyle().FrameRounding);
    const float middle = std::floor((low.y + high.y) / 2);
    draw_fold_arrow(list, {at.x + style.px(4), middle}, style.px(8), open, style.theme->quiet);
    list.AddText({at.x + style.px(14), std::floor(middle - ImGui::GetFontSize() / 2)}, style.theme->quiet, label.data(),
                 label.data() + label.size());
    if (clicked) storage.SetBool(id, !open);
    return open != clicked;
}

namespace {

constexpr float sign_side_px = 20;

}  // namespace

void to_middle_of_frame(const Style& style) {
    const float spare = ImGui::GetFrameHeight() - std::floor(style.px(sign_side_px));
    ImGui::SetCursorPosY(ImGui::GetCursorPosY() + std::floor(spare / 2));
}

bool sign_button(const char* id, const Style& style, Sign sign, std::string_view hint, std::string_view why_not) {
    const float side = std::floor(style.px(sign_side_px));
    ImGui::BeginDisabled(!why_not.empty());
    const bool pressed = invisible_button(id, {side, side});
    const bool hovered = ImGui::IsItemHovered(), held = ImGui::IsItemActive();
    ImGui::EndDisabled();
    const ImVec2 low = ImGui::GetItemRectMin(), high = ImGui::GetItemRectMax();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    if (hovered || held)
        list.AddRectFilled(low, high, ImGui::GetColorU32(held ? ImGuiCol_ButtonActive : ImGuiCol_ButtonHovered),
                           ImGui::GetStyle().FrameRounding);
    const ImU32 color = hovered ? style.theme->text : style.theme->quiet;
    const ImVec2 middle{std::floor((low.x + high.x) / 2), std::floor((low.y + high.y) / 2)};
    draw_sign(list, sign, middle, style.px(9), why_not.empty() ? color : faded(color, 0.5f));
    tooltip(why_not.empty() ? hint : why_not);
    return pressed;
}

bool icon_button(const char* id, const Style& style, Icon icon, float side, std::string_view hint,
                 std::string_view why_not, bool raised) {
    ImGui::BeginDisabled(!why_not.empty());
    const bool pressed = invisible_button(id, {side, side}, compat::button_reached_by_keys);
    const bool hovered = ImGui::IsItemHovered(), held = ImGui::IsItemActive();
    ImGui::EndDisabled();
    const ImVec2 low = ImGui::GetItemRectMin(), high = ImGui::GetItemRectMax();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    if (raised || hovered || held)
        list.AddRectFilled(low, high,
                           ImGui::GetColorU32(held      ? ImGuiCol_ButtonActive
                                              : hovered ? ImGuiCol_ButtonHovered
                                                        : ImGuiCol_Button),
                           ImGui::GetStyle().FrameRounding);
    const float size = std::floor(std::min(style.px(16), side));
    const ImU32 color = raised || hovered ? style.theme->text : style.theme->quiet;
    draw_icon(list, icon, {std::floor(low.x + (side - size) / 2), std::floor(low.y + (side - size) / 2)}, size,
              why_not.empty() ? color : faded(color, 0.5f));
    tooltip(why_not.empty() ? hint : why_not);
    return pressed;
}

bool input_text(const char* id, std::string& text, const char* hint, ImGuiInputTextFlags flags) {
    return text_field({.id = id, .text = text, .hint = hint, .flags = flags});
}

bool search_box(const char* id, const Style& style, std::string& text, const char* hint, float width,
                SearchKeys* keys) {
    ImGui::PushID(id);
    const float whole = width > 0 ? width : ImGui::GetContentRegionAvail().x;
    ImGui::SetNextItemWidth(whole);
    compat::begin_overlapped_item();
    const std::string hint_shown = shortened(hint, whole - 2 * ImGui::GetStyle().FramePadding.x);
    bool changed = text_field({.id = "##text",
                               .text = text,
                               .hint = hint_shown.c_str(),
                               .tabbed = keys != nullptr && keys->keeps_tab ? &keys->tabbed : nullptr,
                               .arrows = keys != nullptr ? &keys->arrows : nullptr,
                               .cursor = keys != nullptr ? keys->cursor : nullptr});
    if (keys != nullptr) {
        if (keys->keeps_tab) compat::keep_tab_for_item();
        keys->active = ImGui::IsItemActive();
        keys->entered = ImGui::IsItemDeactivated() && compat::key_pressed(compat::Key::Enter, false);
    }
    compat::end_overlapped_item();
    const ImVec2 low = ImGui::GetItemRectMin(), high = ImGui::GetItemRectMax();
    if (!text.empty()) {
        const float side = std::floor(style.px(20));
        ImGui::SetCursorScreenPos({high.x - side - 2, std::floor((low.y + high.y - side) / 2)});
        if (sign_button("##clear", style, Sign::Cross, tr("Clear"))) {
            text.clear();
            changed = true;
        }
        // The last item has the same size without the cross, so that later items keep their place.
        ImGui::SetCursorScreenPos(low);
        ImGui::Dummy({high.x - low.x, high.y - low.y});
    }
    ImGui::PopID();
    return changed;
}

bool empty_state(const Style& style, std::string_view what, std::string_view hint, const char* first_step) {
    const ImVec2 room = ImGui::GetContentRegionAvail();
    const ImVec2 start = ImGui::GetCursorPos();
    const float wrap = std::min(room.x - style.px(16), style.px(320));
    const std::string what_lines = with_line_breaks(what, wrap), hint_lines = with_line_breaks(hint, wrap);
    const auto height_of = [&](const std::string& text) {
        return ImGui::CalcTextSize(text.data(), text.data() + text.size(), false, wrap).y;
    };
    const float gap = style.px(8);
    float height = height_of(what_lines) + (hint.empty() ? 0 : gap + height_of(hint_lines));
    if (first_step != nullptr) height += gap + ImGui::GetFrameHeight();
    float y = start.y + std::max(gap, std::floor((room.y - height) / 2));

    // Centres each line by itself; wraps between words.
    const auto centred = [&](std::string_view text, ImU32 color) {
        std::size_t from = 0;
        while (from < text.size()) {
            const std::size_t stop = std::min(text.find('\n', from), text.size());
            std::size_t end = from, fits = from;
            while (end < stop) {
                const std::size_t word = std::min(text.find(' ', end + 1), stop);
                if (fits != from && text_width(text.substr(from, word - from)) > wrap) break;
                fits = end = word;
            }
            const std::string_view line = text.substr(from, fits - from);
            ImGui::SetCursorPos({std::floor(start.x + (room.x - text_width(line)) / 2), y});
            colored_text(color, line);
            y += ImGui::GetTextLineHeight() + style.px(2);
            from = fits;
            while (from < text.size() && (text[from] == ' ' || text[from] == '\n')) ++from;
        }
    };
    centred(what_lines, style.theme->text);
    if (!hint.empty()) {
        y += gap / 2;
        centred(hint_lines, style.theme->quiet);
    }
    if (first_step == nullptr) return false;
    y += gap;
    const float wide = ImGui::CalcTextSize(first_step).x + ImGui::GetStyle().FramePadding.x * 2;
    ImGui::SetCursorPos({std::floor(start.x + (room.x - wide) / 2), y});
    const bool used = ImGui::Button(first_step);
    if (used) keep_second_click();
    return used;
}

void begin_row(const Style& style) {
    ImGui::TableNextRow(ImGuiTableRowFlags_None, row_height(style));
    ImGui::TableNextColumn();
    ImGui::AlignTextToFramePadding();
}

void header_row(const Style& style, const char* const* hints, std::uint32_t right_aligned) {
    const compat::FontScope font(style.small);
    // In the middle of the row; a header stands at the top otherwise.
    const compat::CellPadding in_the_middle(std::floor((row_height(style) - ImGui::GetFontSize()) / 2));
    ImGui::TableNextRow(ImGuiTableRowFlags_Headers, row_height(style));
    ImGui::PushStyleColor(ImGuiCol_Text, style.theme->quiet);
    // A sortable table reserves room for the arrow in the header of every column, and cuts the name before it.
    constexpr float arrow_share = 0.65f;
    constexpr float narrowest_padding = 6;  // cell padding of any table; not readable after a table has begun
    const ImGuiStyle& imgui_style = ImGui::GetStyle();
    const float arrow_px = std::ceil(ImGui::GetFontSize() * arrow_share) + 1;
    const float beyond_padding = std::max(arrow_px + imgui_style.FramePadding.x - style.px(narrowest_padding), 0.0f);
    const bool table_sortable = ImGui::TableGetSortSpecs() != nullptr;
    for (int column = 0; column < ImGui::TableGetColumnCount(); ++column) {
        if (!ImGui::TableSetColumnIndex(column)) continue;
        const char* name = ImGui::TableGetColumnName(column);
        ImGui::PushID(column);
        if ((right_aligned >> column & 1u) != 0) {
            const float room = ImGui::GetContentRegionAvail().x - text_width(name);
            const bool sortable = (ImGui::TableGetColumnFlags(column) & ImGuiTableColumnFlags_NoSort) == 0;
            const float arrow = table_sortable && sortable ? beyond_padding : 0;
            if (room - arrow > 0) ImGui::SetCursorPosX(std::floor(ImGui::GetCursorPosX() + room - arrow));
        }
        ImGui::TableHeader(name);
        tooltip(hints != nullptr && hints[column] != nullptr ? tr(hints[column]) : "");
        ImGui::PopID();
    }
    ImGui::PopStyleColor();
}

}  // namespace panels
