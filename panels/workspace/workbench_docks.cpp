// The Workbench for a Dear ImGui with docking: one dock space for each workspace. Dear ImGui keeps where windows are
// docked, so a panel has a window of its own in each workspace. The PaneTree says which panels are open, and where they
// stand at first.
#include "panels/workspace/workbench.hpp"

#ifdef IMGUI_HAS_DOCK

#include <imgui_internal.h>

#include <algorithm>
#include <array>

#include "panels/base/language.hpp"
#include "panels/widgets/widgets.hpp"

namespace panels {

namespace {

constexpr const char* dock_window = "##docks";
constexpr float dock_gap_px = 4;

std::string docks_of(const Workspace& workspace) { return "docks of " + workspace.id; }

/// The part behind ### is what Dear ImGui keeps of the name.
std::string kept_name(const Workspace& workspace, std::string_view panel) {
    return "###" + workspace.id + "/" + std::string(panel);
}
std::string window_name(const Workspace& workspace, const Panel& panel) {
    return panel.title() + kept_name(workspace, panel.id());
}

ImGuiID space_of(const Workspace& workspace) {
    return ImHashStr(docks_of(workspace).c_str(), 0, ImHashStr(dock_window));
}

}  // namespace

void Workbench::build_docks_anew() { to_build_.insert(workspaces_.current().id); }

void Workbench::bring_dock_to_front(const Panel& panel) {
    if (docks()) bring_to_front_.push_back(window_name(workspaces_.current(), panel));
}

std::vector<std::string> Workbench::docked_windows() const {
    std::vector<std::string> names;
    if (!docks()) return names;
    for (const Workspace& workspace : workspaces_.all())
        for (const std::string& tab : workspace.panes.all_tabs()) names.push_back(kept_name(workspace, tab));
    return names;
}

std::vector<std::uint32_t> Workbench::dock_spaces() const {
    std::vector<std::uint32_t> ids;
    if (!docks()) return ids;
    for (const Workspace& workspace : workspaces_.all()) ids.push_back(space_of(workspace));
    return ids;
}

void Workbench::dock_pane(const Workspace& workspace, const Pane& pane, ImGuiID node, const Area& area) {
    if (!pane.divided()) {
        for (const std::string& tab : pane.tabs)
            if (const Panel* panel = find(tab))
                ImGui::DockBuilderDockWindow(window_name(workspace, *panel).c_str(), node);
        if (ImGuiDockNode* made = ImGui::DockBuilderGetNode(node))
            made->SetLocalFlags(made->LocalFlags | ImGuiDockNodeFlags_NoCloseButton |
                                ImGuiDockNodeFlags_NoWindowMenuButton);
        return;
    }
    // Sizes as without docking: the same tree, laid out in the same area.
    const bool row = pane.division == Pane::Division::Row;
    const float scale = std::max(ImGui::GetFontSize() / 15, 0.1f);
    const PaneTree::Places places = PaneTree(pane).places(area, dock_gap_px, scale);
    std::vector<Area> parts(pane.parts.size(), area);
    for (const PaneTree::Divider& divider : places.dividers) {
        if (!divider.path.empty()) continue;
        Area &before = parts[divider.before], &after = parts[divider.before + 1];
        (row ? before.high.x : before.high.y) = row ? divider.area.low.x : divider.area.low.y;
        (row ? after.low.x : after.low.y) = row ? divider.area.high.x : divider.area.high.y;
    }
    // What is left when all others were split off keeps its room when its last window leaves: the part that takes the
    // rest.
    const std::size_t last = parts.size() - 1;
    std::size_t middle = last;
    for (std::size_t i = 0; i < parts.size(); ++i)
        if (pane.parts[i].size.takes_the_rest()) middle = i;
    ImGuiID rest = node;
    Area room = area;
    const auto split_off = [&](std::size_t i, ImGuiDir direction) {
        const float whole = row ? room.width() : room.height(), own = row ? parts[i].width() : parts[i].height();
        const ImGuiID made = ImGui::DockBuilderSplitNode(
            rest, direction, std::clamp(own / std::max(whole, 1.0f), 0.05f, 0.95f), nullptr, &rest);
        dock_pane(workspace, pane.parts[i], made, parts[i]);
    };
    for (std::size_t i = 0; i < middle; ++i) {
        split_off(i, row ? ImGuiDir_Left : ImGuiDir_Up);
        (row ? room.low.x : room.low.y) = row ? parts[i + 1].low.x : parts[i + 1].low.y;
    }
    for (std::size_t i = last; i > middle; --i) {
        split_off(i, row ? ImGuiDir_Right : ImGuiDir_Down);
        (row ? room.high.x : room.high.y) = row ? parts[i - 1].high.x : parts[i - 1].high.y;
    }
    dock_pane(workspace, pane.parts[middle], rest, parts[middle]);
}

void Workbench::build_docks(const Workspace& workspace, const Area& area) {
    const ImGuiID space = space_of(workspace);
    ImGui::DockBuilderRemoveNode(space);
    ImGui::DockBuilderAddNode(space, ImGuiDockNodeFlags_DockSpace);
    ImGui::DockBuilderSetNodeSize(space, {area.width(), area.height()});
    dock_pane(workspace, workspace.panes.root(), space, area);
    ImGui::DockBuilderFinish(space);
}

void Workbench::keep_floating_inside(const Area& area) {
    const bool smaller = area.width() < area_.width() || area.height() < area_.height() || frames_drawn_ < 3;
    area_ = area;
    for (const auto& panel : panels_) {
        ImGuiWindow* window = ImGui::FindWindowByName(window_name(workspaces_.current(), *panel).c_str());
        if (window == nullptr || !window->WasActive) continue;
        // Docked in another panel that floats: the window around both.
        if (window->DockNode != nullptr) {
            const ImGuiDockNode* root = ImGui::DockNodeGetRootNode(window->DockNode);
            if (root->IsDockSpace()) continue;
            if (root->HostWindow != nullptr) window = root->HostWindow;
        }
        if (window->Viewport != ImGui::GetMainViewport()) continue;  // a window of the desktop
        const ImVec2 size{std::min(window->SizeFull.x, area.width()), std::min(window->SizeFull.y, area.height())};
        const bool shrunk = size.x < window->SizeFull.x || size.y < window->SizeFull.y;
        if (!shrunk && !smaller) continue;
        ImGui::SetWindowSize(window, size);
        ImGui::SetWindowPos(window, {std::clamp(window->Pos.x, area.low.x, area.high.x - size.x),
                                     std::clamp(window->Pos.y, area.low.y, area.high.y - size.y)});
    }
}

void Workbench::draw_docks(const Context& context, const Area& area) {
    const Style& style = context.style;
    keep_floating_inside(area);
    ImGui::SetNextWindowPos(area.low);
    ImGui::SetNextWindowSize({area.width(), area.height()});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, 0);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 0);
    ImGui::Begin(dock_window, nullptr,
                 ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings |
                     ImGuiWindowFlags_NoBringToFrontOnFocus | ImGuiWindowFlags_NoDocking |
                     ImGuiWindowFlags_NoBackground);
    ImGui::PopStyleVar(3);
    const Workspace& current = workspaces_.current();
    for (const Workspace& workspace : workspaces_.all()) {
        const ImGuiID space = space_of(workspace);
        IM_ASSERT(space == ImGui::GetID(docks_of(workspace).c_str()));
        const bool shown = &workspace == &current && maximized_.empty();
        if (shown && (ImGui::DockBuilderGetNode(space) == nullptr || to_build_.count(workspace.id) != 0)) {
            build_docks(workspace, area);
            to_build_.erase(workspace.id);
            // The first panel of each pane comes before those that somebody asked for.
            std::vector<std::string> fronts;
            for (const PaneTree::Placed& each : workspace.panes.places(area, dock_gap_px, style.scale).panes)
                if (const Panel* front = find(each.pane->front)) fronts.push_back(window_name(workspace, *front));
            bring_to_front_.insert(bring_to_front_.begin(), fronts.begin(), fronts.end());
            frames_before_front_ = 2;  // new windows come to the front by themselves; what is asked for comes after
        }
        if (shown || ImGui::DockBuilderGetNode(space) != nullptr)
            ImGui::DockSpace(space, {0, 0},
                             shown ? ImGuiDockNodeFlags{ImGuiDockNodeFlags_NoWindowMenuButton}
                                   : ImGuiDockNodeFlags{ImGuiDockNodeFlags_KeepAliveOnly});
    }
    if (current.panes.all_tabs().empty() &&
        empty_state(style, tr("No panel is open"), tr("The Workspace menu opens each of them"), tr("Reset panels")))
        reset();
    ImGui::End();

    std::vector<std::string> closed;
    // The one under the mouse first: all others mark in this frame what it points at.
    std::vector<Panel*> order;
    for (const auto& panel : panels_) order.push_back(panel.get());
    const ImGuiWindow* const hovered = ImGui::GetCurrentContext()->HoveredWindow;
    std::stable_partition(order.begin(), order.end(), [&](const Panel* panel) {
        const ImGuiWindow* window = ImGui::FindWindowByName(window_name(current, *panel).c_str());
        for (const ImGuiWindow* each = hovered; each != nullptr && window != nullptr; each = each->ParentWindow)
            if (each == window) return true;
        return false;
    });
    for (Panel* const panel : order) {
        const std::string id = panel->id();
        const bool fills = maximized_ == id;
        if (!open(id) || (!maximized_.empty() && !fills)) continue;
        if (fills) {
            ImGui::SetNextWindowPos(area.low);
            ImGui::SetNextWindowSize({area.width(), area.height()});
        } else if (const Pane* pane = current.panes.pane_of(id)) {
            // A panel that was closed before opens beside the panels of its pane.
            for (const std::string& tab : pane->tabs)
                if (const Panel* beside = find(tab); beside != nullptr && beside != panel)
                    if (const ImGuiWindow* window = ImGui::FindWindowByName(window_name(current, *beside).c_str());
                        window != nullptr && window->DockId != 0)
                        ImGui::SetNextWindowDockID(window->DockId, ImGuiCond_FirstUseEver);
        }
        // A window that appears takes the focus, and so the front: not those that were there when the program ended.
        ImGuiWindowFlags flags = frames_drawn_ < 3 ? ImGuiWindowFlags_NoFocusOnAppearing : ImGuiWindowFlags_None;
        if (fills)
            flags |= ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoDocking |
                     ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoCollapse;
        std::string name = fills ? std::string(panel->title()) + "###filling/" + id : window_name(current, *panel);
        if (costs_.throttled(id)) name.insert(name.find("###"), std::string(" · ") + tr("throttled"));
        // Dear ImGui notes at Begin in which colour the title stands on the tab: quiet behind others.
        const ImGuiWindow* window = ImGui::FindWindowByName(name.c_str());
        const bool behind = window != nullptr && window->DockIsActive && !window->DockTabIsVisible;
        ImGui::PushStyleColor(ImGuiCol_Text, behind ? style.theme->quiet : style.theme->text);
        bool stays = true;
        const bool shown = ImGui::Begin(name.c_str(), &stays, flags);
        ImGui::PopStyleColor();
        // The item is the tab now, or the title bar of what floats.
        if (menu_asked(context)) request_menu(context, PanelAt{panel->title()}, menu_of_tab(*panel, {0, 0}));
        if (shown) draw_panel(*panel, context);
        ImGui::End();
        if (!stays && fills)
            maximized_.clear();
        else if (!stays)
            closed.push_back(id);
    }
    for (const std::string& id : closed) close_panel(id);
    ++frames_drawn_;
    if (frames_before_front_ > 0) {
        --frames_before_front_;
        return;
    }
    to_focus_.clear();
    if (bring_to_front_.empty()) return;
    ImGui::SetWindowFocus(bring_to_front_.front().c_str());  // of two in one frame, the first would be forgotten
    bring_to_front_.erase(bring_to_front_.begin());
}

}  // namespace panels

#else

namespace panels {

void Workbench::build_docks_anew() {}
void Workbench::bring_dock_to_front(const Panel&) {}
std::vector<std::string> Workbench::docked_windows() const { return {}; }
std::vector<std::uint32_t> Workbench::dock_spaces() const { return {}; }

}  // namespace panels

#endif
