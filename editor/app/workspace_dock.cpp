// The workspace for a Dear ImGui with docking: the same panels in a dock space, which keeps its own layout file.
#include <imgui.h>

#ifdef IMGUI_HAS_DOCK

#include <imgui_internal.h>

#include "workspace.hpp"

namespace editor {

void Workspace::reset() {
    layout_.reset(default_tabs());
    for (const auto& panel : panels_) panel->open = true;
    rebuild_docks_ = true;
}

void Workspace::show_panel(std::string_view title) {
    for (const auto& panel : panels_)
        if (panel->title() == title) panel->open = true;
    layout_.show(title);
    bring_to_front_ = title;
}

void Workspace::close_panel(std::string_view title) {
    for (const auto& panel : panels_)
        if (panel->title() == title) panel->open = false;
    layout_.close(title);
}

void Workspace::build_default_docks(ImGuiID dock_space, const Rect& area) {
    ImGui::DockBuilderRemoveNode(dock_space);
    ImGui::DockBuilderAddNode(dock_space, ImGuiDockNodeFlags_DockSpace);
    ImGui::DockBuilderSetNodeSize(dock_space, {area.width(), area.height()});
    const Layout::Shares shares;
    std::array<ImGuiID, 4> nodes{};
    const auto node = [&](Place place) -> ImGuiID& { return nodes[static_cast<std::size_t>(place)]; };
    ImGuiID rest = dock_space;
    node(Place::Right) = ImGui::DockBuilderSplitNode(rest, ImGuiDir_Right, shares.right, nullptr, &rest);
    node(Place::Bottom) = ImGui::DockBuilderSplitNode(rest, ImGuiDir_Down, shares.bottom, nullptr, &rest);
    // The share is of the window, what is split is without the right part.
    node(Place::Left) = ImGui::DockBuilderSplitNode(rest, ImGuiDir_Left, shares.left / (1 - shares.right), nullptr, &rest);
    node(Place::Middle) = rest;
    for (const auto& panel : panels_) ImGui::DockBuilderDockWindow(panel->title(), node(panel->default_place()));
    ImGui::DockBuilderFinish(dock_space);
}

void Workspace::draw(const panels::Context& context, const Rect& area) {
    visible_.clear();
    focused_.clear();
    ImGui::SetNextWindowPos({area.left, area.top});
    ImGui::SetNextWindowSize({area.width(), area.height()});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, 0);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 0);
    ImGui::Begin("##docks", nullptr,
                 ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings |
                     ImGuiWindowFlags_NoBringToFrontOnFocus | ImGuiWindowFlags_NoDocking | ImGuiWindowFlags_NoBackground);
    ImGui::PopStyleVar(3);
    const ImGuiID dock_space = ImGui::GetID("docks");
    const bool first_run = ImGui::DockBuilderGetNode(dock_space) == nullptr;
    if (first_run || rebuild_docks_) {
        build_default_docks(dock_space, area);
        // The first tab of each place is in front.
        if (bring_to_front_.empty() && !panels_.empty()) bring_to_front_ = panels_.front()->title();
    }
    rebuild_docks_ = false;
    ImGui::DockSpace(dock_space, {0, 0}, ImGuiDockNodeFlags_NoWindowMenuButton);
    ImGui::End();

    for (const auto& panel : panels_) {
        if (!panel->open) continue;
        if (panel->title() == bring_to_front_) {
            ImGui::SetNextWindowFocus();
            bring_to_front_.clear();
        }
        if (ImGui::Begin(panel->title(), &panel->open)) draw_panel(*panel, context);
        ImGui::End();
        if (!panel->open) layout_.close(panel->title());
    }
}

}  // namespace editor

#endif
