#include "panels/workspace/workbench.hpp"

#include <algorithm>

#include <imgui.h>

#include "panels/base/noted_places.hpp"

namespace panels {

namespace {

std::string setting_of(std::string_view panel) { return "panel." + std::string(panel); }

/// What the settings say about a panel, also where an earlier version kept it under its title.
std::string kept_settings(const Workspaces::Read& read, const Panel& panel) {
    const std::string kept = read(setting_of(panel.id()));
    if (!kept.empty()) return kept;
    return panel.former_settings([&](std::string_view title) { return read(setting_of(title)); });
}

std::vector<std::string> ids_of(const std::vector<std::unique_ptr<Panel>>& panels) {
    std::vector<std::string> ids;
    for (const auto& panel : panels) ids.emplace_back(panel->id());
    return ids;
}

}  // namespace

Workbench::Workbench(MakePanels make_panels)
    : make_panels_(std::move(make_panels)), panels_(make_panels_()), workspaces_(ids_of(panels_)) {}

void Workbench::renew_panels() {
    std::vector<std::unique_ptr<Panel>> renewed = make_panels_();
    for (std::size_t i = 0; i < renewed.size(); ++i) renewed[i]->load_settings(panels_[i]->save_settings());
    panels_ = std::move(renewed);
}

std::string Workbench::load(const Workspaces::Read& read) {
    const std::string problem = workspaces_.load(read);
    for (const auto& panel : panels_) panel->load_settings(kept_settings(read, *panel));
    return problem;
}

void Workbench::save(const Workspaces::Write& write) const {
    workspaces_.save(write);
    for (const auto& panel : panels_) {
        const std::string state = panel->save_settings();
        if (!state.empty()) write(setting_of(panel->id()), state);
    }
}

const Panel* Workbench::find(std::string_view id) const {
    const auto found = std::find_if(panels_.begin(), panels_.end(), [&](const auto& each) { return each->id() == id; });
    return found == panels_.end() ? nullptr : found->get();
}

void Workbench::choose_workspace(std::size_t number) {
    if (number == workspaces_.current_number()) return;
    maximized_.clear();
    workspaces_.choose(number);
}

bool Workbench::choose_workspace(std::string_view id) {
    const std::size_t before = workspaces_.current_number();
    if (!workspaces_.choose(id)) return false;
    if (workspaces_.current_number() != before) maximized_.clear();
    return true;
}

void Workbench::remove_workspace() {
    maximized_.clear();
    workspaces_.remove_current();
}

void Workbench::focus_panel(std::string_view id, std::string_view part) {
    const auto panel = std::find_if(panels_.begin(), panels_.end(), [&](const auto& each) { return each->id() == id; });
    if (panel == panels_.end()) return;
    if (!part.empty()) (*panel)->show_part(part);
    if (!maximized_.empty() && maximized_ != id) maximized_.clear();
    // Who looks for the Doctor is better served by the workspace that it belongs to than by a tab among strangers.
    if (!open(id) && workspaces_.at_home(id))
        for (std::size_t i = 0; i < workspaces_.all().size(); ++i)
            if (workspaces_.all()[i].panes.contains(id)) {
                choose_workspace(i);
                break;
            }
    show_panel(id);
    to_focus_ = id;
}

double Workbench::cost_us() const {
    double total = 0;
    for (const auto& panel : panels_)
        if (visible(panel->id())) total += panel->mean_cost_us();
    return total;
}

void Workbench::draw_panel(Panel& panel, const Context& context) {
    visible_.insert(panel.id());
    if (ImGui::IsWindowFocused(ImGuiFocusedFlags_RootAndChildWindows)) focused_ = panel.id();
    const ImVec2 low = ImGui::GetWindowPos(), size = ImGui::GetWindowSize();
    note_place(context, std::string("panel.") + panel.id(), {low, {low.x + size.x, low.y + size.y}});
    panel.show(context);
}

}  // namespace panels
