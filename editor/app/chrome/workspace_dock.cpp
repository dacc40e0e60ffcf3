// The workspace for a Dear ImGui with docking: the same panels in a dock space, which keeps its own file.
#include <imgui.h>

#ifdef IMGUI_HAS_DOCK

#include <imgui_internal.h>

#include <algorithm>
#include <array>

#include "editor/app/chrome/workspace.hpp"
#include "editor/app/window/dock_space.hpp"

namespace editor {

void Workspace::reset() {
    arrangement_.reset(default_tabs());
    for (const auto& panel : panels_) panel->open = true;
    rebuild_docks_ = true;
}

void Workspace::show_panel(std::string_view id) {
    for (const auto& panel : panels_)
        if (panel->id() == id) panel->open = true;
    arrangement_.show(id);
    for (const auto& panel : panels_)
        if (panel->id() == id) bring_to_front_.emplace_back(panel->title());
}

void Workspace::close_panel(std::string_view id) {
    for (const auto& panel : panels_)
        if (panel->id() == id) panel->open = false;
    arrangement_.close(id);
}

void Workspace::build_default_docks(ImGuiID dock_space, const Rect& area) {
    ImGui::DockBuilderRemoveNode(dock_space);
    ImGui::DockBuilderAddNode(dock_space, ImGuiDockNodeFlags_DockSpace);
    ImGui::DockBuilderSetNodeSize(dock_space, {area.width(), area.height()});
    const PanelArrangement::Shares shares;
    std::array<ImGuiID, 4> nodes{};
    const auto node = [&](DockPlace place) -> ImGuiID& { return nodes[static_cast<std::size_t>(place)]; };
    ImGuiID rest = dock_space;
    node(DockPlace::Right) = ImGui::DockBuilderSplitNode(rest, ImGuiDir_Right, shares.right, nullptr, &rest);
    node(DockPlace::Bottom) = ImGui::DockBuilderSplitNode(rest, ImGuiDir_Down, shares.bottom, nullptr, &rest);
    // The share is of the window, what is split is without the right part.
    node(DockPlace::Left) =
        ImGui::DockBuilderSplitNode(rest, ImGuiDir_Left, shares.left / (1 - shares.right), nullptr, &rest);
    node(DockPlace::Middle) = rest;
    for (const ImGuiID id : nodes)
        if (ImGuiDockNode* made = ImGui::DockBuilderGetNode(id))
            made->SetLocalFlags(made->LocalFlags | ImGuiDockNodeFlags_NoCloseButton |
                                ImGuiDockNodeFlags_NoWindowMenuButton);
    for (const auto& panel : panels_) ImGui::DockBuilderDockWindow(panel->title(), node(panel->default_place()));
    ImGui::DockBuilderFinish(dock_space);
}

void Workspace::keep_floating_inside(const Rect& area) {
    const bool smaller = area.width() < area_.width() || area.height() < area_.height() || frames_drawn_ < 3;
    area_ = area;
    for (const auto& panel : panels_) {
        ImGuiWindow* window = ImGui::FindWindowByName(panel->title());
        if (window == nullptr || !window->WasActive) continue;
        // Docked in another panel that floats: the window around both.
        if (window->DockNode != nullptr) {
            const ImGuiDockNode* root = ImGui::DockNodeGetRootNode(window->DockNode);
            if (root->IsDockSpace()) continue;
            if (root->HostWindow != nullptr) window = root->HostWindow;
        }
        const ImVec2 size{std::min(window->SizeFull.x, area.width()), std::min(window->SizeFull.y, area.height())};
        const bool shrunk = size.x < window->SizeFull.x || size.y < window->SizeFull.y;
        if (!shrunk && !smaller) continue;
        ImGui::SetWindowSize(window, size);
        ImGui::SetWindowPos(window, {std::clamp(window->Pos.x, area.left, area.right - size.x),
                                     std::clamp(window->Pos.y, area.top, area.bottom - size.y)});
    }
}

void Workspace::draw(const panels::Context& context, const Rect& area) {
    visible_.clear();
    focused_.clear();
    keep_floating_inside(area);
    ImGui::SetNextWindowPos({area.left, area.top});
    ImGui::SetNextWindowSize({area.width(), area.height()});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, 0);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 0);
    ImGui::Begin(dock_window, nullptr,
                 ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings |
                     ImGuiWindowFlags_NoBringToFrontOnFocus | ImGuiWindowFlags_NoDocking |
                     ImGuiWindowFlags_NoBackground);
    ImGui::PopStyleVar(3);
    const ImGuiID dock_space = ImGui::GetID(dock_space_name);
    IM_ASSERT(dock_space == dock_space_id());
    const bool first_run = ImGui::DockBuilderGetNode(dock_space) == nullptr;
    if (first_run || rebuild_docks_) {
        build_default_docks(dock_space, area);
        bring_first_panels_to_front();
        frames_before_front_ = 2;  // new windows come to the front by themselves; what is asked for comes after
    }
    rebuild_docks_ = false;
    ImGui::DockSpace(dock_space, {0, 0}, ImGuiDockNodeFlags_NoWindowMenuButton);
    ImGui::End();

    for (const auto& panel : panels_) {
        if (!panel->open) continue;
        // A window that appears takes the focus, and so the front: not those that were there when the program ended.
        const ImGuiWindowFlags flags = frames_drawn_ < 3 ? ImGuiWindowFlags_NoFocusOnAppearing : ImGuiWindowFlags_None;
        // Dear ImGui notes at Begin in which colour the title stands on the tab: quiet behind others, as with four
        // places.
        const ImGuiWindow* window = ImGui::FindWindowByName(panel->title());
        const bool behind = window != nullptr && window->DockIsActive && !window->DockTabIsVisible;
        const panels::Theme& theme = *context.style.theme;
        ImGui::PushStyleColor(ImGuiCol_Text, behind ? theme.quiet : theme.text);
        const bool shown = ImGui::Begin(panel->title(), &panel->open, flags);
        ImGui::PopStyleColor();
        if (shown) draw_panel(*panel, context);
        ImGui::End();
        if (!panel->open) arrangement_.close(panel->id());
    }
    ++frames_drawn_;
    if (frames_before_front_ > 0) {
        --frames_before_front_;
        return;
    }
    if (bring_to_front_.empty()) return;
    ImGui::SetWindowFocus(bring_to_front_.front().c_str());  // of two in one frame, the first would be forgotten
    bring_to_front_.erase(bring_to_front_.begin());
}

/// The first panel of each place, before those that somebody asked for; the scene last, because keys go there.
void Workspace::bring_first_panels_to_front() {
    std::vector<std::string> first;
    for (const DockPlace place : {DockPlace::Left, DockPlace::Right, DockPlace::Bottom, DockPlace::Middle})
        for (const auto& panel : panels_)
            if (panel->open && panel->default_place() == place) {
                first.emplace_back(panel->title());
                break;
            }
    bring_to_front_.insert(bring_to_front_.begin(), first.begin(), first.end());
}

}  // namespace editor

#endif
