#include "panels/host/host_parts.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

#include "panels/watch/alerts_badge.hpp"
#include "panels/widgets/widgets.hpp"
#include "panels/workspace/workspace_strip.hpp"

namespace panels {

namespace {

/// Of windows that Dear ImGui never saw: the bar at the top, lists at the left, the inspector at the right.
struct Places {
    explicit Places(const Style& style) {
        const ImGuiViewport& viewport = *ImGui::GetMainViewport();
        const float gap = style.px(8), side = std::min(style.px(340), viewport.WorkSize.x * 0.3f);
        const ImVec2 low{viewport.WorkPos.x + gap, viewport.WorkPos.y + gap};
        const ImVec2 high{viewport.WorkPos.x + viewport.WorkSize.x - gap,
                          viewport.WorkPos.y + viewport.WorkSize.y - gap};
        const float rows = ImGui::GetFrameHeight() * 3 + ImGui::GetTextLineHeight() + style.px(28);
        const float low_row = std::max(high.y - std::min(style.px(260), viewport.WorkSize.y * 0.32f), low.y + rows);
        const float from = low.x + side + gap, to = high.x - side - gap;
        bar = {{from, low.y}, {to, low.y + rows}};
        left = {low, {low.x + side, high.y}};
        right = {{high.x - side, low.y}, high};
        middle = {{from, bar.high.y + gap}, {to, low_row - gap}};
        bottom = {{from, low_row}, {to, high.y}};
    }
    const Area& of(DockPlace place) const {
        switch (place) {
            case DockPlace::Left:
                return left;
            case DockPlace::Right:
                return right;
            case DockPlace::Bottom:
                return bottom;
            case DockPlace::Middle:
                break;
        }
        return middle;
    }

    Area bar, left, right, middle, bottom;
};

void place_window(const Style& style, const Area& area) {
    ImGui::SetNextWindowPos(area.low, ImGuiCond_FirstUseEver);
    ImGui::SetNextWindowSize({std::max(area.width(), style.px(200)), std::max(area.height(), style.px(100))},
                             ImGuiCond_FirstUseEver);
}

constexpr ImGuiWindowFlags host_window_flags =
    ImGuiWindowFlags_MenuBar | ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse;
constexpr float window_min_width = 480, window_min_height = 280, bar_line_px = 32, control_px = 24;

/// At the right, so that something of the game stays in view.
Area first_place(const Style& style) {
    const ImGuiViewport& viewport = *ImGui::GetMainViewport();
    const float gap = style.px(16);
    const float width = std::clamp(viewport.WorkSize.x * 0.62f, style.px(760), style.px(1280));
    const float right = viewport.WorkPos.x + viewport.WorkSize.x - gap;
    return {{std::max(right - width, viewport.WorkPos.x + gap), viewport.WorkPos.y + gap},
            {right, viewport.WorkPos.y + viewport.WorkSize.y - gap}};
}

}  // namespace

std::string Host::Windows::name(std::string_view title, std::string_view of) const {
    std::string shown(title);
    if (!host_.name_.empty() && title != host_.name_) shown += " — " + host_.name_;
    return label_text(shown) + "###" + id(of);
}

void Host::Windows::toggle_if_asked() {
    if (host_.shape == HostShape::Here || ImGui::GetIO().WantTextInput || desk_.keys_window.asked()) return;
    if (!command_pressed(desk_.context(), host_toggle)) return;
    host_.visible = !host_.visible;
    comes_to_front_ = host_.visible;
}

void Host::Windows::note_window(ImGuiFocusedFlags with) {
    focused_ |= ImGui::IsWindowFocused(with);
    // A click gives the focus when the frame ends.
    const ImGuiHoveredFlags hovered =
        with == ImGuiFocusedFlags_ChildWindows ? ImGuiHoveredFlags_ChildWindows : ImGuiHoveredFlags_RootAndChildWindows;
    const ImGuiIO& io = ImGui::GetIO();
    const bool any_click =
        std::any_of(std::begin(io.MouseClicked), std::end(io.MouseClicked), [](bool on) { return on; });
    invited_ |= any_click && ImGui::IsWindowHovered(hovered | ImGuiHoveredFlags_AllowWhenBlockedByPopup |
                                                    ImGuiHoveredFlags_AllowWhenBlockedByActiveItem);
}

void Host::Windows::refuse_uninvited_focus() {
    const bool invited = std::exchange(clicked_, std::exchange(invited_, false));
    if (!focused_ || was_focused_ || invited || clicked_ || ImGui::GetIO().NavVisible || host_.shape == HostShape::Here)
        return;
    focused_ = false;
    ImGui::SetWindowFocus(nullptr);
}

void Host::Windows::appear() {
    comes_to_front_ |= !host_.visible;
    host_.visible = true;
}

void Host::Windows::draw(const Context& context) {
    if (comes_to_front_ || !to_front_.empty() || !desk_.workbench.asked_for().empty()) invited_ = true;

    switch (host_.shape) {
        case HostShape::Window:
            return draw_window(context);
        case HostShape::Area:
            return draw_area(context);
        case HostShape::Here:
            return draw_here(context);
        case HostShape::Panels:
            break;
    }
    if (bar_wanted_) draw_bar(context);
    desk_.workbench.begin_frame();
    for (std::size_t i = 0; i < host_.panels().size(); ++i) {
        Panel& panel = *host_.panels()[i];
        if (desk_.workbench.offers(panel.id()) && panel.open) draw_panel(context, panel, i);
    }
    to_front_.clear();
}

void Host::Windows::draw_window(const Context& context) {
    place_window(style_, first_place(style_));
    ImGui::SetNextWindowSizeConstraints({style_.px(window_min_width), style_.px(window_min_height)}, {1e6f, 1e6f});
    if (comes_to_front_) ImGui::SetNextWindowCollapsed(false);
    draw_all_within(context, "window", 0, ImGui::GetStyle().WindowBorderSize);
}

void Host::Windows::draw_area(const Context& context) {
    const ImGuiViewport& screen = *ImGui::GetMainViewport();
    const Area& wanted = host_.area;
    const bool given = wanted.width() > 0 && wanted.height() > 0;
    ImGui::SetNextWindowPos(given ? wanted.low : screen.WorkPos);
    ImGui::SetNextWindowSize(given ? ImVec2{wanted.width(), wanted.height()} : screen.WorkSize);
    ImGuiWindowFlags flags = ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove |
                             ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoBringToFrontOnFocus;
#ifdef IMGUI_HAS_DOCK
    flags |= ImGuiWindowFlags_NoDocking;
#endif
    draw_all_within(context, "area", flags, 0);
}

void Host::Windows::draw_all_within(const Context& context, const char* of, ImGuiWindowFlags flags, float border) {
    flags |= host_window_flags;
    if (std::exchange(comes_to_front_, false))
        ImGui::SetNextWindowFocus();
    else
        flags |= ImGuiWindowFlags_NoFocusOnAppearing;  // keys are the game's until a person wants them here
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, border);
    ImGui::PushStyleColor(ImGuiCol_WindowBg, style_.theme->bg);
    bool* const closes = host_.shape == HostShape::Window && host_.toggle_key ? &host_.visible : nullptr;
    const bool shown = ImGui::Begin(name("Chunkscope", of).c_str(), closes, flags);
    ImGui::PopStyleColor();
    ImGui::PopStyleVar(2);
    if (shown) {
        note_window(ImGuiFocusedFlags_RootAndChildWindows);
        draw_all_of_it(context);
    }
    ImGui::End();
}

void Host::Windows::draw_here(const Context& context) {
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
    ImGui::PushStyleColor(ImGuiCol_ChildBg, style_.theme->bg);
    const bool shown = compat::begin_child(("chunkscope/" + prefix_).c_str(), {0, 0}, compat::ChildFrame::None,
                                           host_window_flags | ImGuiWindowFlags_NoMove);
    ImGui::PopStyleColor();
    ImGui::PopStyleVar();
    if (shown) {
        if (std::exchange(comes_to_front_, false)) ImGui::SetWindowFocus();
        note_window(ImGuiFocusedFlags_ChildWindows);
        draw_all_of_it(context);
    }
    ImGui::EndChild();
}

void Host::Windows::draw_all_of_it(const Context& context) {
    if (ImGui::BeginMenuBar()) {
        host_.parts_->commands.draw_menus();
        const ImVec2 cursor = ImGui::GetCursorPos();
        const float height = ImGui::GetFrameHeight();
        ImGui::SetCursorPos({std::floor(cursor.x + style_.px(16)),
                             std::floor(cursor.y + std::max((height - style_.px(control_px)) / 2, 0.0f))});
        const float top = ImGui::GetCursorPosY(), right = ImGui::GetWindowWidth() - style_.px(8);
        const float left = draw_workspace_strip(context, desk_.workbench, right);
        ImGui::SetCursorPosY(top);
        if (draw_commands_button(context, left + style_.px(16), right)) host_.open_palette();
        ImGui::EndMenuBar();
    }
    draw_bar_line(context);
    const ImVec2 low = ImGui::GetCursorScreenPos(), room = ImGui::GetContentRegionAvail();
    const float right = std::floor(low.x + room.x), bottom = std::floor(low.y + room.y);
    const float strip_top = bottom - (context.timeline != nullptr ? TimelineStrip::height(style_) : 0);
    desk_.workbench.draw(context, {{std::floor(low.x), std::floor(low.y)}, {right, strip_top}});
    if (context.timeline != nullptr)
        desk_.timeline_strip.draw_within(context, {{std::floor(low.x), strip_top}, {right, bottom}});
}

/// The transport, how many entities there are, and what is told.
void Host::Windows::draw_bar_line(const Context& context) {
    const ImVec2 low = ImGui::GetCursorPos();
    ImGui::SetCursorPos({low.x + style_.px(8), std::floor(low.y + style_.px((bar_line_px - control_px) / 2))});
    const ImVec2 usual = ImGui::GetStyle().FramePadding;
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding,
                        {usual.x, std::max((style_.px(control_px) - ImGui::GetFontSize()) / 2, 0.0f)});
    desk_.transport_bar.show(context);
    const std::string entities = format_count(context.world.entity_count(), "entity", "entities");
    ImGui::SameLine(0, style_.px(16));
    ImGui::AlignTextToFramePadding();
    colored_text(style_.theme->quiet, entities);
    ImGui::SameLine(0, style_.px(16));
    // On the base line of the words beside it.
    const float usual_y = ImGui::GetCursorPosY();
    ImGui::SetCursorPosY(usual_y + ImGui::GetStyle().FramePadding.y);
    const bool alerts = alerts_badge(context);
    if (!alerts) ImGui::SetCursorPosY(usual_y);
    if (!host_.message_.empty()) {
        if (alerts) ImGui::SameLine(0, style_.px(16));
        ImGui::AlignTextToFramePadding();
        clipped_line(style_.theme->text, host_.message_);
    }
    ImGui::PopStyleVar();
    ImGui::SetCursorPos({low.x, std::floor(low.y + style_.px(bar_line_px))});
}

void Host::Windows::draw_panel(const Context& context, Panel& panel, std::size_t number) {
    Area place = Places(style_).of(panel.default_place());
    // Several stand in one place: the bar of each can be reached.
    std::size_t before = 0;
    for (std::size_t i = 0; i < number; ++i) {
        const Panel& earlier = *host_.panels()[i];
        before +=
            desk_.workbench.offers(earlier.id()) && earlier.open && earlier.default_place() == panel.default_place()
                ? 1
                : 0;
    }
    const float aside = style_.px(24) * static_cast<float>(before % 8);
    place.low.x += aside;
    place.high.x += aside;
    place.low.y -= aside;
    place.high.y -= aside;
    place_window(style_, place);
    if (to_front_ == panel.id()) ImGui::SetNextWindowFocus();
    std::string title = panel.title();
    if (desk_.workbench.costs().throttled(panel.id())) title += std::string(" · ") + tr("throttled");
    if (ImGui::Begin(name(title, panel.id()).c_str(), &panel.open, ImGuiWindowFlags_NoFocusOnAppearing)) {
        note_window(ImGuiFocusedFlags_RootAndChildWindows);
        desk_.workbench.show(panel, context);
    }
    ImGui::End();
}

void Host::Windows::draw_bar(const Context& context) {
    place_window(style_, Places(style_).bar);
    const std::string title = host_.name_.empty() ? "World" : host_.name_;
    if (ImGui::Begin(name(title, "bar").c_str(), nullptr,
                     ImGuiWindowFlags_MenuBar | ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoFocusOnAppearing)) {
        note_window(ImGuiFocusedFlags_RootAndChildWindows);
        if (ImGui::BeginMenuBar()) {
            host_.parts_->commands.draw_menus();
            ImGui::EndMenuBar();
        }
        desk_.transport_bar.show(context);
        const std::string entities = format_count(context.world.entity_count(), "entity", "entities");
        same_line_if_fits(ImGui::CalcTextSize(entities.c_str()).x, style_.px(16));
        colored_text(style_.theme->quiet, entities);
        (void)alerts_badge(context, style_.px(16));
        if (!host_.message_.empty()) clipped_line(style_.theme->quiet, host_.message_);
    }
    ImGui::End();
}

}  // namespace panels
