// The workspace for a Dear ImGui without docking: four places with tabs, and splitters between them.
#include <imgui.h>

#ifndef IMGUI_HAS_DOCK

#include <algorithm>
#include <array>
#include <cmath>

#include "editor/app/chrome/workspace.hpp"
#include "panels/base/imgui_compat.hpp"
#include "panels/widgets/widgets.hpp"

namespace editor {

namespace {

constexpr ImGuiWindowFlags place_flags = ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                                         ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoBringToFrontOnFocus |
                                         ImGuiWindowFlags_NoScrollWithMouse;

constexpr const char* move_labels[] = {"Move to the left", "Move to the middle", "Move to the right",
                                       "Move to the bottom"};

Rect rect_of(const std::array<Rect, 4>& rects, DockPlace place) { return rects[static_cast<std::size_t>(place)]; }

/// A bar that is dragged; returns by how many pixels. It is a window of its own, because windows that stay behind the
/// others would cover one another.
float splitter(const char* id, const Rect& rect, bool upright, const panels::Style& style) {
    if (rect.width() < 1 || rect.height() < 1) return 0;
    ImGui::SetNextWindowPos({rect.left, rect.top});
    ImGui::SetNextWindowSize({rect.width(), rect.height()});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowMinSize, {1, 1});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 0);
    ImGui::Begin(
        id, nullptr,
        place_flags | ImGuiWindowFlags_NoBackground | ImGuiWindowFlags_NoNav | ImGuiWindowFlags_NoFocusOnAppearing);
    ImGui::PopStyleVar(3);
    panels::invisible_button("bar", {rect.width(), rect.height()});
    const bool held = ImGui::IsItemActive(), hovered = ImGui::IsItemHovered();
    if (hovered || held) {
        ImGui::SetMouseCursor(upright ? ImGuiMouseCursor_ResizeEW : ImGuiMouseCursor_ResizeNS);
        ImGui::GetWindowDrawList()->AddRectFilled({rect.left, rect.top}, {rect.right, rect.bottom},
                                                  panels::faded(style.theme->accent, held ? 1.0f : 0.6f));
    }
    ImGui::End();
    if (!held) return 0;
    return upright ? ImGui::GetIO().MouseDelta.x : ImGui::GetIO().MouseDelta.y;
}

}  // namespace

void Workspace::reset() {
    arrangement_.reset(default_tabs());
    for (const auto& panel : panels_) panel->open = true;
}

void Workspace::show_panel(std::string_view id) {
    arrangement_.show(id);
    for (const auto& panel : panels_) panel->open = arrangement_.open(panel->id());
}

void Workspace::close_panel(std::string_view id) {
    arrangement_.close(id);
    for (const auto& panel : panels_) panel->open = arrangement_.open(panel->id());
}

const panels::Panel& Workspace::panel_of(std::string_view id) const {
    return **std::find_if(panels_.begin(), panels_.end(), [&](const auto& panel) { return panel->id() == id; });
}

void Workspace::draw(const panels::Context& context, const Rect& area) {
    const panels::Style& style = context.style;
    visible_.clear();
    focused_.clear();
    drawn_tabs_.clear();
    const std::array<Rect, 4> rects = arrangement_.rects(area, style.px(4), style.scale);
    draw_splitters(rects, area, style);
    for (const DockPlace place : all_places) draw_place(place, rect_of(rects, place), context);
    drag_tab(rects, area, style);
}

void Workspace::draw_splitters(const std::array<Rect, 4>& rects, const Rect& area, const panels::Style& style) {
    const Rect left = rect_of(rects, DockPlace::Left), middle = rect_of(rects, DockPlace::Middle);
    const Rect right = rect_of(rects, DockPlace::Right), bottom = rect_of(rects, DockPlace::Bottom);
    const float moved_left = splitter("##left splitter", {left.right, left.top, middle.left, left.bottom}, true, style);
    const float moved_right =
        splitter("##right splitter", {middle.right, right.top, right.left, right.bottom}, true, style);
    const float moved_bottom =
        splitter("##bottom splitter", {bottom.left, middle.bottom, bottom.right, bottom.top}, false, style);
    // From where the edge is now, which is not where the share alone would put it when there is little room.
    const auto share = [](float size, float whole) { return std::clamp(size / whole, 0.05f, 0.9f); };
    if (moved_left != 0) arrangement_.shares.left = share(left.width() + moved_left, area.width());
    if (moved_right != 0) arrangement_.shares.right = share(right.width() - moved_right, area.width());
    if (moved_bottom != 0) arrangement_.shares.bottom = share(bottom.height() - moved_bottom, area.height());
}

void Workspace::draw_place(DockPlace place, const Rect& rect, const panels::Context& context) {
    if (rect.width() < 1 || rect.height() < 1) return;
    const panels::Style& style = context.style;
    ImGui::SetNextWindowPos({rect.left, rect.top});
    ImGui::SetNextWindowSize({rect.width(), rect.height()});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, 0);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, style.theme_name == panels::ThemeName::Contrast ? 1.0f : 0.0f);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowMinSize, {1, 1});
    // Its name stands in the list of Ctrl+Tab.
    const std::string front = arrangement_.front(place);
    const std::string name = (front.empty() ? "" : panel_of(front).title()) + ("###" + std::string(name_of(place)));
    ImGui::Begin(name.c_str(), nullptr, place_flags);
    ImGui::PopStyleVar(4);

    const float strip_height = style.px(28);
    draw_tabs(place, {rect.left, rect.top, rect.right, rect.top + strip_height}, style);
    ImGui::SetCursorScreenPos({rect.left, rect.top + strip_height});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {style.px(8), style.px(8)});
    ImGui::BeginChild(front.empty() ? "##nothing" : front.c_str(), {0, 0}, false,
                      ImGuiWindowFlags_AlwaysUseWindowPadding);
    ImGui::PopStyleVar();
    if (front.empty()) panels::empty_state(style, "No panel here", "Open one from the Panels menu, or drag a tab here");
    for (const auto& panel : panels_)
        if (panel->id() == front) draw_panel(*panel, context);
    ImGui::EndChild();
    ImGui::End();
}

void Workspace::draw_tabs(DockPlace place, const Rect& strip, const panels::Style& style) {
    const panels::Theme& theme = *style.theme;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddRectFilled({strip.left, strip.top}, {strip.right, strip.bottom}, theme.bg);

    const std::vector<std::string> ids = arrangement_.tabs(place);
    const std::string front = arrangement_.front(place);
    const float padding = style.px(10), cross = style.px(18);
    std::vector<float> widths;
    float all = 0;
    for (const std::string& id : ids) {
        widths.push_back(std::floor(ImGui::CalcTextSize(panel_of(id).title()).x + padding * 2 + cross));
        all += widths.back();
    }
    const float shrink = std::min(1.0f, strip.width() / std::max(all, 1.0f));

    float left = strip.left;
    for (std::size_t i = 0; i < ids.size(); ++i) {
        const std::string& id = ids[i];
        const panels::Panel& panel = panel_of(id);
        const std::string title = panel.title();
        const Rect tab{left, strip.top, left + std::floor(widths[i] * shrink), strip.bottom};
        left = tab.right;
        drawn_tabs_.push_back({id, place, tab});
        ImGui::PushID(id.c_str());
        ImGui::SetCursorScreenPos({tab.left, tab.top});
        panels::compat::begin_overlapped_item();
        panels::invisible_button("tab", {std::max(tab.width(), 1.0f), tab.height()});
        panels::compat::end_overlapped_item();
        const bool hovered = ImGui::IsItemHovered();
        if (ImGui::IsItemActivated()) arrangement_.show(id);
        if (hovered && ImGui::IsMouseReleased(ImGuiMouseButton_Middle)) close_panel(id);
        if (ImGui::IsItemActive() && ImGui::IsMouseDragging(ImGuiMouseButton_Left, style.px(8))) dragged_ = id;
        const bool is_front = id == front;
        // On a tab that has become narrow, the title is worth more than the cross, until the mouse comes.
        const float text_width = ImGui::CalcTextSize(title.c_str()).x, text_left = tab.left + padding;
        const bool crossed = hovered || (is_front && text_left + text_width <= tab.right - cross);
        const float text_right = tab.right - (crossed ? cross : padding / 2);
        const bool whole = text_left + text_width <= text_right;
        if (dragged_.empty()) panels::tooltip(whole ? panel.description() : title + "\n" + panel.description());
        draw_tab_menu(id, place);

        if (is_front || hovered)
            list.AddRectFilled({tab.left, tab.top}, {tab.right, tab.bottom}, is_front ? theme.panel : theme.raised);
        if (is_front && hovered)
            list.AddRectFilled({tab.left, tab.top}, {tab.right, tab.bottom},
                               panels::row_color(style.theme_name, panels::RowState::Hovered));
        if (is_front) list.AddRectFilled({tab.left, tab.top}, {tab.right, tab.top + style.px(2)}, theme.accent);
        const float text_top = std::floor(tab.top + (tab.height() - ImGui::GetFontSize()) / 2);
        panels::draw_text_until(list, {text_left, text_top}, text_right, is_front ? theme.text : theme.quiet, title);
        if (crossed && tab.width() > cross * 2) {
            ImGui::SetCursorScreenPos({tab.right - cross - style.px(2), tab.top + (tab.height() - cross) / 2});
            if (panels::invisible_button("close", {cross, cross})) close_panel(id);
            const ImVec2 low = ImGui::GetItemRectMin();
            if (ImGui::IsItemHovered()) list.AddRectFilled(low, ImGui::GetItemRectMax(), theme.line, style.px(3));
            panels::draw_sign(list, panels::Sign::Cross, {low.x + cross / 2, low.y + cross / 2}, style.px(8),
                              ImGui::IsItemHovered() ? theme.text : theme.quiet);
            panels::tooltip("Close; the Panels menu opens it again");
        }
        ImGui::PopID();
    }
}

void Workspace::draw_tab_menu(const std::string& id, DockPlace place) {
    if (!ImGui::BeginPopupContextItem("menu")) return;
    for (const DockPlace other : all_places)
        if (panels::menu_item(move_labels[static_cast<std::size_t>(other)], nullptr,
                              other == place ? "It stands there" : ""))
            arrangement_.move(id, other);
    ImGui::Separator();
    if (ImGui::MenuItem("Close")) close_panel(id);
    if (ImGui::MenuItem("Reset panels")) reset();
    ImGui::EndPopup();
}

void Workspace::drag_tab(const std::array<Rect, 4>& rects, const Rect& area, const panels::Style& style) {
    if (dragged_.empty()) return;
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    // A place without tabs has no room of its own: its edge of the window stands for it.
    const float edge = style.px(64);
    std::array<Rect, 4> zones = rects;
    const auto zone = [&](DockPlace place) -> Rect& { return zones[static_cast<std::size_t>(place)]; };
    if (arrangement_.front(DockPlace::Left).empty())
        zone(DockPlace::Left) = {area.left, area.top, area.left + edge, area.bottom};
    if (arrangement_.front(DockPlace::Right).empty())
        zone(DockPlace::Right) = {area.right - edge, area.top, area.right, area.bottom};
    if (arrangement_.front(DockPlace::Bottom).empty())
        zone(DockPlace::Bottom) = {area.left, area.bottom - edge, area.right, area.bottom};

    const DockPlace from = arrangement_.place_of(dragged_);
    DockPlace target = from;
    for (const DockPlace place : {DockPlace::Middle, DockPlace::Left, DockPlace::Right, DockPlace::Bottom})
        if (zone(place).contains(mouse.x, mouse.y)) target = place;
    std::string before;
    float mark = -1;
    const Rect& over = zone(target);
    const bool in_strip = mouse.y < over.top + style.px(28);
    for (const DrawnTab& tab : drawn_tabs_) {
        if (tab.place != target || !in_strip) continue;
        if (mouse.x >= (tab.rect.left + tab.rect.right) / 2) {
            mark = tab.rect.right;
            continue;
        }
        before = tab.id;
        mark = tab.rect.left;
        break;
    }

    ImDrawList& list = *ImGui::GetForegroundDrawList();
    if (target != from || in_strip) {
        if (mark >= 0)
            list.AddRectFilled({mark - style.px(1), over.top}, {mark + style.px(1), over.top + style.px(28)},
                               style.theme->accent);
        else
            list.AddRectFilled({over.left, over.top}, {over.right, over.bottom},
                               panels::faded(style.theme->accent, 0.2f));
    }
    const char* const carried = panel_of(dragged_).title();
    const ImVec2 text = ImGui::CalcTextSize(carried);
    const ImVec2 low{mouse.x + style.px(12), mouse.y + style.px(8)};
    list.AddRectFilled(low, {low.x + text.x + style.px(16), low.y + text.y + style.px(8)}, style.theme->raised,
                       style.px(3));
    list.AddText({low.x + style.px(8), low.y + style.px(4)}, style.theme->text, carried);

    if (ImGui::IsMouseDown(ImGuiMouseButton_Left)) return;
    if (target != from || in_strip) arrangement_.move(dragged_, target, before);
    dragged_.clear();
}

}  // namespace editor

#endif
