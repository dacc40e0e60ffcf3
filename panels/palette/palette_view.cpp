// How the Palette looks: a card in the upper middle of the window, over a shade.
#include <algorithm>
#include <cmath>

#include "panels/base/imgui_compat.hpp"
#include "panels/base/language.hpp"
#include "panels/base/script_layout.hpp"
#include "panels/palette/palette.hpp"
#include "panels/widgets/key_caps.hpp"
#include "panels/widgets/matched_text.hpp"
#include "panels/widgets/text_field.hpp"
#include "panels/widgets/widgets.hpp"

namespace panels {

namespace {

constexpr float width_px = 640, top_px = 112, row_px = 28, field_px = 48, group_px = 28, footer_px = 36;
constexpr const char* popup_id = "###palette";

}  // namespace

void Palette::draw(const Context& context) {
    if (!open_) return;
    const Style& style = context.style;
    search_entities(context);
    const ImVec2 screen = ImGui::GetIO().DisplaySize;
    const float width = std::min(std::floor(style.px(width_px)), screen.x - style.px(16));
    const float top = std::floor(std::min(style.px(top_px), screen.y * 0.1f));
    if (!ImGui::IsPopupOpen(popup_id)) ImGui::OpenPopup(popup_id);
    const ImVec2 corner = ImGui::GetMainViewport()->Pos;  // not 0, 0 where windows of Dear ImGui leave the program's
    ImGui::SetNextWindowPos({corner.x + std::floor((screen.x - width) / 2), corner.y + top});
    ImGui::SetNextWindowSize({width, 0});
    ImGui::SetNextWindowSizeConstraints({width, 0}, {width, std::max(screen.y - top - style.px(48), style.px(120))});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, style.px(6));
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
    const bool shown = ImGui::BeginPopupModal(popup_id, nullptr,
                                              ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize |
                                                  ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings |
                                                  ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse);
    ImGui::PopStyleVar(3);
    if (!shown) return close();
    // Whoever is in the middle of an item's function may close it, or ask the next question.
    const bool outside =
        ImGui::IsMouseClicked(ImGuiMouseButton_Left) && !ImGui::IsWindowAppearing() &&
        !ImGui::IsWindowHovered(ImGuiHoveredFlags_RootAndChildWindows | ImGuiHoveredFlags_AllowWhenBlockedByActiveItem);
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
    draw_field(context, width);
    draw_items(context);
    draw_footer(context);
    ImGui::PopStyleVar();
    if (outside) close();
    if (!open_) ImGui::CloseCurrentPopup();
    ImGui::EndPopup();
}

void Palette::draw_field(const Context& context, float width) {
    const Style& style = context.style;
    const Theme& theme = *style.theme;
    Level& level = levels_.back();
    const ImVec2 low = ImGui::GetCursorScreenPos();
    const float height = std::floor(style.px(field_px)), icon = std::floor(style.px(16));
    ImDrawList& list = *ImGui::GetWindowDrawList();
    draw_icon(list, Icon::Search, {low.x + style.px(16), std::floor(low.y + (height - icon) / 2)}, icon, theme.quiet);
    const std::string count = phrase("{} of {}", format_count(matching_), format_count(level.items.size()));
    const float count_width = ImGui::CalcTextSize(count.c_str()).x;
    const float left = style.px(40), right = count_width + style.px(24);

    ImGui::SetCursorScreenPos({low.x + left, std::floor(low.y + (height - ImGui::GetFrameHeight()) / 2)});
    ImGui::PushStyleColor(ImGuiCol_FrameBg, 0);
    ImGui::PushStyleColor(ImGuiCol_FrameBgHovered, 0);
    ImGui::PushStyleColor(ImGuiCol_FrameBgActive, 0);
    ImGui::SetNextItemWidth(std::max(width - left - right, style.px(40)));
    if (std::exchange(opening_, false)) ImGui::SetKeyboardFocusHere();
    int arrows = 0;
    const std::string hint =
        level.title.empty() ? tr("Search commands, panels, entities; @ for entities only") : level.title;
    const bool entered = text_field({.id = "##what",
                                     .text = level.text,
                                     .hint = hint.c_str(),
                                     .flags = ImGuiInputTextFlags_EnterReturnsTrue,
                                     .arrows = &arrows});
    ImGui::PopStyleColor(3);
    list.AddText({low.x + width - count_width - style.px(16), std::floor(low.y + (height - ImGui::GetFontSize()) / 2)},
                 theme.quiet, count.c_str());
    list.AddRectFilled({low.x, low.y + height - 1}, {low.x + width, low.y + height}, theme.line);
    ImGui::SetCursorScreenPos({low.x, low.y + height});

    if (level.text != ranked_text_) rank();
    if (arrows != 0 && !shown_.empty()) {
        const auto last = static_cast<int>(shown_.size()) - 1, next = static_cast<int>(mark_) + arrows;
        // From one end to the other, as in menus.
        mark_ = static_cast<std::size_t>(next < 0 ? last : next > last ? 0 : next);
        moved_ = true;
    }
    if (entered) {
        // A text field that was confirmed lets go of the keyboard.
        opening_ = true;
        choose(context, mark_, ImGui::GetIO().KeyCtrl);
    } else if (compat::key_pressed(compat::Key::Escape, false)) {
        if (levels_.size() > 1) {
            levels_.pop_back();
            search_ = {};
            opening_ = true;
            rank();
        } else {
            close();
        }
    }
}

void Palette::draw_items(const Context& context) {
    const Style& style = context.style;
    const float row = std::floor(style.px(row_px)), group = std::floor(style.px(group_px));
    float height = style.px(8);
    std::string_view last;
    for (const Shown& each : shown_) {
        const PaletteItem& item = items()[each.item];
        if (item.group != last) height += group;
        last = item.group;
        height += row;
    }
    if (shown_.empty()) height += row * 2;
    const float room = ImGui::GetIO().DisplaySize.y * 0.56f;
    if (compat::begin_child("items", {0, std::floor(std::min(height, room))})) {
        const float width = ImGui::GetContentRegionAvail().x;
        ImGui::Dummy({0, style.px(4)});
        if (shown_.empty()) {
            ImGui::Indent(style.px(16));
            ImGui::Dummy({0, style.px(8)});
            quiet_text(style, search_.done ? tr("Nothing is called like this") : tr("Looking among the entities…"));
            ImGui::Unindent(style.px(16));
        }
        last = {};
        for (std::size_t i = 0; i < shown_.size() && open_; ++i) {
            const PaletteItem& item = items()[shown_[i].item];
            if (item.group != last) {
                const ImVec2 low = ImGui::GetCursorScreenPos();
                ImGui::GetWindowDrawList()->AddText(
                    {low.x + style.px(16), std::floor(low.y + (group - ImGui::GetFontSize()) / 2)}, style.theme->quiet,
                    tr(item.group.c_str()));
                ImGui::Dummy({width, group});
                last = item.group;
            }
            draw_item(context, i, width);
        }
    }
    ImGui::EndChild();
}

void Palette::draw_item(const Context& context, std::size_t position, float width) {
    const Style& style = context.style;
    const Theme& theme = *style.theme;
    const PaletteItem item = items()[shown_[position].item];  // a click may replace the items
    const float row = std::floor(style.px(row_px)), icon = std::floor(style.px(16));
    const ImVec2 low = ImGui::GetCursorScreenPos(), high{low.x + width, low.y + row};
    ImGui::PushID(static_cast<int>(position));
    const bool pressed = invisible_button("item", {std::max(width, 1.0f), row});
    ImGui::PopID();
    const bool hovered = ImGui::IsItemHovered(), marked = mark_ == position;
    if (marked && std::exchange(moved_, false)) ImGui::SetScrollHereY(position == 0 ? 1.0f : 0.5f);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    if (marked || hovered)
        list.AddRectFilled({low.x + style.px(4), low.y}, {high.x - style.px(4), high.y},
                           row_color(style.theme_name, row_state(marked, hovered)), style.px(4));
    const bool can = item.why_not.empty();
    const ImU32 color = can ? theme.text : theme.quiet;
    const float text_top = std::floor(low.y + (row - ImGui::GetFontSize()) / 2);
    draw_icon(list, item.icon, {low.x + style.px(16), std::floor(low.y + (row - icon) / 2)}, icon, theme.quiet);

    float right = high.x - style.px(16);
    if (!item.keys.empty()) {
        right -= key_caps_width(style, item.keys);
        draw_key_caps(list, style, {right, std::floor(low.y + (row - key_cap_height(style)) / 2)}, item.keys);
        right -= style.px(4);
    }
    const std::string label = laid_out(item.label);
    const std::vector<std::size_t> elsewhere;  // where the letters stand after the layout is not known
    const float end = draw_matched(list, style, {low.x + style.px(44), text_top}, right, color, label,
                                   label == item.label ? shown_[position].letters : elsewhere);
    const std::string& hint = can ? item.hint : item.why_not;
    if (!hint.empty() && end + style.px(28) < right)
        draw_text_until(list, {end + style.px(12), text_top}, right - style.px(8), theme.quiet, hint);
    if (pressed) choose(context, position, ImGui::GetIO().KeyCtrl);
}

void Palette::draw_footer(const Context& context) {
    const Style& style = context.style;
    const ImVec2 low = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x, height = std::floor(style.px(footer_px));
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddRectFilled(low, {low.x + width, low.y + 1}, style.theme->line);
    float left = low.x + style.px(16);
    const std::string enter(name_of(Key::Enter)), run_and_stay = to_string(ctrl(Key::Enter));
    const std::pair<std::string_view, const char*> parts[] = {
        {"↑", ""},
        {"↓", tr("choose")},
        {enter, tr("run")},
        {run_and_stay, tr("run and stay")},
        {name_of(Key::Escape), levels_.size() > 1 ? tr("back") : tr("leave")}};
    for (const auto& [key, what] : parts) {
        const float needed = key_caps_width(style, key) + ImGui::CalcTextSize(what).x + style.px(24);
        if (left + needed > low.x + width) break;
        draw_key_caps(list, style, {left, std::floor(low.y + (height - key_cap_height(style)) / 2)}, key);
        left += key_caps_width(style, key) + style.px(4);
        if (*what == '\0') continue;
        list.AddText({left + style.px(4), std::floor(low.y + (height - ImGui::GetFontSize()) / 2)}, style.theme->quiet,
                     what);
        left += ImGui::CalcTextSize(what).x + style.px(20);
    }
    ImGui::Dummy({width, height});
}

}  // namespace panels
