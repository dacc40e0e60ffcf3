// The Workbench without docks: tabs above each pane, and dividers between panes. On the screen each of them is a window
// of its own; within a window they are children of it, and move with it.
#include <algorithm>
#include <cmath>

#include "panels/base/general_keys.hpp"
#include "panels/base/icons.hpp"
#include "panels/base/imgui_compat.hpp"
#include "panels/base/language.hpp"
#include "panels/widgets/widgets.hpp"
#include "panels/workspace/workbench.hpp"

namespace panels {

namespace {

constexpr ImGuiWindowFlags pane_flags = ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                                        ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoScrollWithMouse;
constexpr ImGuiWindowFlags panel_flags = ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize |
                                         ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoMove |
                                         ImGuiWindowFlags_NoSavedSettings;
constexpr float panes_gap_px = 4, header_px = 28, tab_padding_px = 12, header_button_px = 20;
/// Panes are not above each other in a window that is lower, at scale 1.
constexpr float low_px = 500;
/// Three of them are not beside each other in a low window that is narrower.
constexpr float narrow_px = 760;
/// The outer part of a pane where a dropped tab gets a pane of its own.
constexpr float edge_share = 0.25f;

}  // namespace

/// A tab that is let go lands in the pane of `target`: as a tab before `before` (at the end, when empty), or on one
/// side of it in a pane of its own.
struct Workbench::Drop {
    std::string target, before;
    std::optional<Side> side;
    float room = 0;     // size of the pane along the side, at scale 1
    Area shown;         // where it would stand
    bool line = false;  // `shown` is a mark between two tabs
};

void Workbench::begin_part(const std::string& name, const Area& area, ImGuiWindowFlags flags, PartLook look) const {
    const ImVec2 size{area.width(), area.height()};
    if (within_ == Within::Window) {
        ImGui::SetCursorScreenPos(area.low);
        const bool clear = look == PartLook::Clear;
        ImGui::PushStyleColor(ImGuiCol_ChildBg, clear ? ImVec4{} : ImGui::GetStyle().Colors[ImGuiCol_WindowBg]);
        compat::begin_child(name.c_str(), size,
                            look == PartLook::Panel ? compat::ChildFrame::Padded : compat::ChildFrame::None, flags);
        ImGui::PopStyleColor();
        return;
    }
    ImGui::SetNextWindowPos(area.low);
    ImGui::SetNextWindowSize(size);
    flags |= ImGuiWindowFlags_NoBringToFrontOnFocus;
    if (look == PartLook::Clear) flags |= ImGuiWindowFlags_NoBackground;
    ImGui::Begin(name.c_str(), nullptr, flags);
}

void Workbench::end_part() const {
    if (within_ == Within::Window)
        ImGui::EndChild();
    else
        ImGui::End();
}

/// A bar that is dragged; returns by how many pixels. It is a window of its own, because windows that stay behind the
/// others would cover one another.
float Workbench::divider_bar(const std::string& id, const Area& area, bool upright, const Style& style) const {
    if (area.width() < 1 || area.height() < 1) return 0;
    // Wider than it looks, so that the mouse finds it.
    const float grip = style.px(2);
    const Area target = upright ? Area{{area.low.x - grip, area.low.y}, {area.high.x + grip, area.high.y}}
                                : Area{{area.low.x, area.low.y - grip}, {area.high.x, area.high.y + grip}};
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowMinSize, {1, 1});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 0);
    begin_part(id, target, pane_flags | ImGuiWindowFlags_NoNav | ImGuiWindowFlags_NoFocusOnAppearing, PartLook::Clear);
    ImGui::PopStyleVar(3);
    invisible_button("bar", {target.width(), target.height()});
    const bool held = ImGui::IsItemActive(), hovered = ImGui::IsItemHovered();
    if (hovered || held) {
        ImGui::SetMouseCursor(upright ? ImGuiMouseCursor_ResizeEW : ImGuiMouseCursor_ResizeNS);
        ImGui::GetWindowDrawList()->AddRectFilled(area.low, area.high, held ? style.theme->text : style.theme->line);
    }
    end_part();
    if (!held) return 0;
    return upright ? ImGui::GetIO().MouseDelta.x : ImGui::GetIO().MouseDelta.y;
}

std::vector<std::size_t> Workbench::pointed_first(std::span<const PaneTree::Placed> panes) {
    std::vector<std::size_t> order(panes.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    std::stable_partition(order.begin(), order.end(), [&](std::size_t i) { return panes[i].area.contains(mouse); });
    return order;
}

void Workbench::draw_panes(const Context& context, const Area& area) {
    const Style& style = context.style;
    drawn_tabs_.clear();
    change_ = {};
    if (!maximized_.empty()) {
        draw_pane(tabs_of({maximized_}), area, 0, context);
    } else if (workspaces_.current().panes.all_tabs().empty()) {
        draw_empty(context, area);
    } else {
        const PaneTree& panes = workspaces_.current().panes;
        const bool low = area.height() < style.px(low_px);
        const PaneTree drawn =
            low ? PaneTree(folded(panes.root(), area.width() < style.px(narrow_px), workspaces_.recently_shown()))
                : panes;
        const PaneTree::Places places = drawn.places(area, style.px(panes_gap_px), style.scale);
        for (const std::size_t number : pointed_first(places.panes))
            draw_pane(*places.panes[number].pane, places.panes[number].area, number, context);
        drag_tab(places, style);
        if (!low) draw_dividers(places, style);  // the sizes of the others are for a higher window
    }
    to_focus_.clear();
    if (change_) change_();
}

void Workbench::draw_dividers(const PaneTree::Places& places, const Style& style) {
    std::size_t number = 0;
    for (const PaneTree::Divider& divider : places.dividers) {
        const std::string id = "##divider " + std::to_string(number++);
        const float moved = divider_bar(id, divider.area, divider.upright, style);
        if (moved != 0)
            change_ = [this, divider, moved, scale = style.scale] {
                workspaces_.current().panes.drag(divider, moved, scale);
            };
    }
}

void Workbench::draw_pane(const Pane& pane, const Area& area, std::size_t number, const Context& context) {
    const Panel* front = find(pane.front);
    if (front == nullptr || area.width() < 1 || area.height() < 1) return;
    const Style& style = context.style;
    const float header = std::min(std::floor(style.px(header_px)), area.height());
    pane_size_ = {area.width(), area.height()};
    ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, 0);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, style.theme_name == ThemeName::Contrast ? 1.0f : 0.0f);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowMinSize, {1, 1});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
    // The tabs have a window of their own, which stays the same while one of them is pressed, shown and dragged.
    begin_part("##tabs " + std::to_string(number), {area.low, {area.high.x, area.low.y + header}},
               pane_flags | ImGuiWindowFlags_NoNav | ImGuiWindowFlags_NoFocusOnAppearing, PartLook::Header);
    draw_header(pane, {area.low, {area.high.x, area.low.y + header}}, context);
    // Who clicks a tab wants to type in its panel.
    if (ImGui::IsWindowFocused() && !ImGui::IsAnyItemActive()) to_focus_ = front->id();
    end_part();
    ImGui::PopStyleVar();
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {style.px(8), style.px(8)});
    if (area.height() > header) {
        if (to_focus_ == front->id()) ImGui::SetNextWindowFocus();
        // Its name stands in the list of Ctrl+Tab. The window is the panel's, wherever it stands, so tables keep their
        // columns.
        begin_part(std::string(front->title()) + "###pane " + front->id(),
                   {{area.low.x, area.low.y + header}, area.high}, panel_flags, PartLook::Panel);
        ImGui::PopStyleVar(4);
        for (const auto& panel : panels_)
            if (panel.get() == front) draw_panel(*panel, context);
        end_part();
    } else {
        ImGui::PopStyleVar(4);
    }
}

namespace {

constexpr float badge_gap_px = 8, badge_padding_px = 5, badge_high_px = 16;

float throttled_badge_width(const Style& style) {
    const compat::FontScope small(style.small);
    return ImGui::CalcTextSize(tr("throttled")).x + style.px(badge_gap_px + badge_padding_px * 2);
}

/// Behind the title of a tab: "throttled", framed.
void draw_throttled_badge(const Style& style, ImDrawList& list, ImVec2 at, float height, float right) {
    const compat::FontScope small(style.small);
    const float high = std::floor(style.px(badge_high_px)), left = std::floor(at.x + style.px(badge_gap_px));
    const float top = std::floor(at.y + (height - high) / 2);
    const float wide = ImGui::CalcTextSize(tr("throttled")).x + style.px(badge_padding_px) * 2;
    if (left + wide > right) return;
    compat::add_rect(list, {left, top}, {left + std::floor(wide), top + high}, style.theme->warn, style.px(3));
    const float text_top = std::floor(top + (high - ImGui::GetFontSize()) / 2);
    list.AddText({left + style.px(badge_padding_px), text_top}, style.theme->warn, tr("throttled"));
}

}  // namespace

/// The tabs of a pane that stand in its header. Where not all fit, the last go into a menu; the one in front stays, cut
/// if need be.
struct Workbench::ShownTabs {
    struct Tab {
        const Panel* panel;
        float width;
    };
    std::vector<Tab> shown;
    std::vector<const Panel*> left_out;

    std::string names_left_out() const {
        std::string names;
        for (const Panel* panel : left_out) names += (names.empty() ? "" : ", ") + std::string(panel->title());
        return names;
    }
};

Workbench::ShownTabs Workbench::tabs_that_fit(const Pane& pane, float room, const Context& context) const {
    const Style& style = context.style;
    ShownTabs tabs;
    float all = 0;
    for (const std::string& id : pane.tabs) {
        const Panel* panel = find(id);
        if (panel == nullptr) continue;
        const compat::FontScope bold(style.words_bold);
        const float badge = costs_.throttled(id) ? throttled_badge_width(style) : 0;
        tabs.shown.push_back(
            {panel, std::floor(ImGui::CalcTextSize(panel->title()).x + badge + style.px(tab_padding_px) * 2)});
        all += tabs.shown.back().width;
    }
    const float menu = style.px(header_button_px + 4);
    while (all + (tabs.left_out.empty() ? 0 : menu) > room && tabs.shown.size() > 1) {
        auto last = tabs.shown.end() - 1;
        if (last->panel->id() == pane.front) --last;
        all -= last->width;
        tabs.left_out.insert(tabs.left_out.begin(), last->panel);
        tabs.shown.erase(last);
    }
    if (tabs.shown.size() == 1)
        tabs.shown.front().width =
            std::min(tabs.shown.front().width, std::max(room - (tabs.left_out.empty() ? 0 : menu), 1.0f));
    return tabs;
}

void Workbench::draw_header(const Pane& pane, const Area& header, const Context& context) {
    const Style& style = context.style;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddRectFilled({header.low.x, header.high.y - 1}, header.high, style.theme->line);

    const bool filled = !maximized_.empty();
    const float button = style.px(header_button_px);
    const float room = header.high.x - button - style.px(12) - header.low.x;
    const ShownTabs tabs = tabs_that_fit(pane, room, context);
    float left = header.low.x;
    for (const ShownTabs::Tab& tab : tabs.shown) {
        draw_tab(pane, *tab.panel, {{left, header.low.y}, {left + tab.width, header.high.y}}, context);
        left += tab.width;
    }
    const float middle = std::floor(header.low.y + (header.height() - button) / 2);
    if (!tabs.left_out.empty()) {
        ImGui::SetCursorScreenPos({left + style.px(2), middle});
        if (icon_button("##tabs left out", style, Icon::More, button, tabs.names_left_out())) {
            std::vector<MenuItem> items;
            for (const Panel* panel : tabs.left_out)
                items.push_back({.label = panel->title(),
                                 .hint = panel->description(),
                                 .run = [this, id = std::string(panel->id())](const Context&) { focus_panel(id); }});
            request_menu(context, PanelAt{}, std::move(items), below_last_item());
        }
    }

    if (header.width() < button * 3) return;
    ImGui::SetCursorScreenPos({header.high.x - button - style.px(8), middle});
    if (icon_button("##maximize", style, Icon::Maximize, button,
                    with_keys(context, filled ? tr("Back to all panels") : tr("Fill the window"), keys::fill_window)))
        change_ = [this, id = filled ? std::string() : pane.front] { maximize(id); };
}

void Workbench::draw_tab(const Pane& pane, const Panel& panel, const Area& tab, const Context& context) {
    const Style& style = context.style;
    const Theme& theme = *style.theme;
    const bool in_front = pane.front == panel.id();
    drawn_tabs_.push_back({panel.id(), tab});
    ImGui::PushID(panel.id());
    ImGui::SetCursorScreenPos(tab.low);
    invisible_button("tab", {std::max(tab.width(), 1.0f), tab.height()});
    const bool hovered = ImGui::IsItemHovered();
    const std::string id = panel.id();
    if (ImGui::IsItemActivated() && !in_front)
        change_ = [this, id] {
            workspaces_.show(id, focused_);
            to_focus_ = id;
        };
    if (hovered && ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left))
        change_ = [this, id] { maximize(maximized_.empty() ? id : std::string()); };
    if (hovered && ImGui::IsMouseReleased(ImGuiMouseButton_Middle)) change_ = [this, id] { close_panel(id); };
    if (maximized_.empty() && ImGui::IsItemActive() && ImGui::IsMouseDragging(ImGuiMouseButton_Left, style.px(8)))
        dragged_ = id;

    const std::string title = panel.title();
    const compat::FontScope bold(in_front ? style.words_bold : nullptr);
    const float text_left = tab.low.x + style.px(tab_padding_px);
    const bool whole = text_left + ImGui::CalcTextSize(title.c_str()).x <= tab.high.x;
    if (dragged_.empty()) {
        std::string hint = whole ? panel.description() : title + "\n" + panel.description();
        if (costs_.throttled(id))
            hint +=
                tr("\nThrottled: it takes so long that it is drawn in some frames only, unless you point at it. "
                   "See the Cost panel");
        tooltip(hint);
    }
    if (menu_asked(context))
        request_menu(context, PanelAt{panel.title()},
                     menu_of_tab(panel, {pane_size_.x / style.scale, pane_size_.y / style.scale}));

    ImDrawList& list = *ImGui::GetWindowDrawList();
    if (hovered && !in_front)
        list.AddRectFilled(tab.low, {tab.high.x, tab.high.y - 1}, row_color(style.theme_name, RowState::Hovered));
    if (in_front && was_focused_ == panel.id())
        list.AddRectFilled(tab.low, {tab.high.x, tab.low.y + style.px(2)}, theme.accent);
    const float text_top = std::floor(tab.low.y + (tab.height() - ImGui::GetFontSize()) / 2);
    draw_text_until(list, {text_left, text_top}, tab.high.x - style.px(2),
                    in_front || hovered ? theme.text : theme.quiet, title);
    if (costs_.throttled(id)) {
        const float badge_left = text_left + ImGui::CalcTextSize(title.c_str()).x;
        draw_throttled_badge(style, list, {badge_left, tab.low.y}, tab.height(), tab.high.x - style.px(2));
    }
    ImGui::PopID();
}

void Workbench::draw_empty(const Context& context, const Area& area) {
    begin_part("###no pane", area, pane_flags, PartLook::Panel);
    if (empty_state(context.style, tr("No panel is open"), tr("The Workspace menu opens each of them"),
                    tr("Reset panels")))
        change_ = [this] { reset(); };
    end_part();
}

std::optional<Workbench::Drop> Workbench::drop_at(const PaneTree::Places& places, ImVec2 mouse,
                                                  const Style& style) const {
    for (const PaneTree::Placed& each : places.panes) {
        const Area& area = each.area;
        if (!area.contains(mouse) || each.pane->tabs.empty()) continue;
        Drop drop;
        drop.target = each.pane->front;
        const bool own = each.pane->tabs.size() == 1 && each.pane->front == dragged_;
        const float header = style.px(header_px);
        if (mouse.y < area.low.y + header) {
            float mark = area.low.x;
            for (const DrawnTab& tab : drawn_tabs_) {
                if (std::find(each.pane->tabs.begin(), each.pane->tabs.end(), tab.id) == each.pane->tabs.end())
                    continue;
                if (mouse.x < tab.area.middle().x) {
                    drop.before = tab.id;
                    mark = tab.area.low.x;
                    break;
                }
                mark = tab.area.high.x;
            }
            drop.line = true;
            drop.shown = {{mark - style.px(1), area.low.y}, {mark + style.px(1), area.low.y + header}};
            return own ? std::nullopt : std::optional(drop);
        }
        if (own) return std::nullopt;
        const float x = (mouse.x - area.low.x) / area.width(), y = (mouse.y - area.low.y) / area.height();
        const float nearest = std::min({x, 1 - x, y, 1 - y});
        drop.shown = area;
        if (nearest > edge_share) {
            if (each.pane->front == dragged_) return std::nullopt;
            return drop;
        }
        const ImVec2 middle = area.middle();
        if (nearest == x) {
            drop.side = Side::Left;
            drop.shown.high.x = middle.x;
        } else if (nearest == 1 - x) {
            drop.side = Side::Right;
            drop.shown.low.x = middle.x;
        } else if (nearest == y) {
            drop.side = Side::Top;
            drop.shown.high.y = middle.y;
        } else {
            drop.side = Side::Bottom;
            drop.shown.low.y = middle.y;
        }
        const bool across = *drop.side == Side::Left || *drop.side == Side::Right;
        drop.room = (across ? area.width() : area.height()) / style.scale;
        return drop;
    }
    return std::nullopt;
}

void Workbench::drag_tab(const PaneTree::Places& places, const Style& style) {
    if (compat::key_pressed(compat::Key::Escape)) dragged_.clear();
    if (dragged_.empty()) return;
    const Panel* carried = find(dragged_);
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    const std::optional<Drop> drop = drop_at(places, mouse, style);
    const Theme& theme = *style.theme;
    ImDrawList& list = *ImGui::GetForegroundDrawList();
    if (drop && drop->line) {
        list.AddRectFilled(drop->shown.low, drop->shown.high, theme.text);
    } else if (drop) {
        list.AddRectFilled(drop->shown.low, drop->shown.high, faded(theme.text, 0.08f));
        compat::add_rect(list, drop->shown.low, drop->shown.high, theme.text);
    }
    if (carried) {
        const ImVec2 text = ImGui::CalcTextSize(carried->title());
        const ImVec2 low{mouse.x + style.px(12), mouse.y + style.px(8)};
        list.AddRectFilled(low, {low.x + text.x + style.px(16), low.y + text.y + style.px(8)}, theme.raised,
                           style.px(4));
        list.AddText({low.x + style.px(8), low.y + style.px(4)}, theme.text, carried->title());
    }
    if (ImGui::IsMouseDown(ImGuiMouseButton_Left)) return;
    if (drop)
        change_ = [this, drop = *drop, id = dragged_] {
            PaneTree& panes = workspaces_.current().panes;
            if (drop.side)
                panes.split(id, drop.target, *drop.side, drop.room);
            else
                panes.move(id, drop.target, drop.before);
        };
    dragged_.clear();
}

}  // namespace panels
