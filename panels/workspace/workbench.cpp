#include "panels/workspace/workbench.hpp"

#include <algorithm>

#include <imgui.h>

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

Panel* Workbench::find_panel(std::string_view id) const {
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

void Workbench::focus_panel(std::string_view id) {
    if (!find(id)) return;
    if (!maximized_.empty() && maximized_ != id) maximized_.clear();
    // Who looks for the Doctor is better served by the workspace that it belongs to than by a tab among strangers.
    if (!open(id))
        for (std::size_t i = 0; i < workspaces_.all().size(); ++i)
            if (workspaces_.all()[i].panes.contains(id)) {
                choose_workspace(i);
                break;
            }
    show_panel(id);
    to_focus_ = id;
    find_panel(id)->take_keyboard();
}

// The menu is drawn after the panels, so its items may change the panes at once.
std::vector<MenuItem> Workbench::menu_of_tab(const Panel& panel, ImVec2 size) {
    const std::string id = panel.id();
    const Pane* const pane = workspaces_.current().panes.pane_of(id);
    const bool fills = !maximized_.empty();
#ifdef IMGUI_HAS_DOCK
    const std::string why_not = "Drag the tab to where the panel should stand";
    (void)size;
#else
    const std::string why_not = fills                                      ? "It fills the window"
                                : pane == nullptr || pane->tabs.size() < 2 ? "It is the only tab here"
                                                                           : "";
#endif
    constexpr std::pair<const char*, Side> splits[] = {{"Split to the left", Side::Left},
                                                       {"Split to the right", Side::Right},
                                                       {"Split upwards", Side::Top},
                                                       {"Split downwards", Side::Bottom}};
    std::vector<MenuItem> items;
    for (const auto& [label, side] : splits) {
        const float room = side == Side::Left || side == Side::Right ? size.x : size.y;
        items.push_back({.label = label, .why_not = why_not, .run = [this, id, split = side, room](const Context&) {
                             workspaces_.current().panes.split(id, id, split, room);
                         }});
    }
    items.push_back(moves_of_tab(id));
    items.push_back({.label = fills ? "Back to all panels" : "Fill the window",
                     .action = "workspace.fill",
                     .icon = Icon::Maximize,
                     .begins_group = true,
                     .run = [this, id, fills](const Context&) { maximize(fills ? std::string() : id); }});
    items.push_back({.label = "Close",
#ifndef IMGUI_HAS_DOCK
                     .keys = "Middle click",
#endif
                     .icon = Icon::Close,
                     .run = [this, id](const Context&) { close_panel(id); }});
    items.push_back({.label = "Reset panels",
                     .action = "view.reset_layout",
                     .icon = Icon::Revert,
                     .hint = "The panels of this workspace stand as at first",
                     .begins_group = true,
                     .run = [this](const Context&) { reset(); }});
    return items;
}

MenuItem Workbench::moves_of_tab(const std::string& id) {
    MenuItem menu{.label = "Move to"};
#ifdef IMGUI_HAS_DOCK
    (void)id;
    menu.why_not = "Drag the tab to where the panel should stand";
#else
    const PaneTree& panes = workspaces_.current().panes;
    const Pane* const own = panes.pane_of(id);
    std::set<const Pane*> listed{own};
    for (const std::string& tab : panes.all_tabs()) {
        const Pane* const other = panes.pane_of(tab);
        if (!listed.insert(other).second) continue;
        std::string titles;
        for (const std::string& beside : other->tabs)
            if (const Panel* panel = find(beside)) titles += (titles.empty() ? "" : ", ") + std::string(panel->title());
        menu.items.push_back({.label = "Beside " + titles, .run = [this, id, target = other->front](const Context&) {
                                  workspaces_.current().panes.move(id, target);
                              }});
    }
    if (!maximized_.empty())
        menu.why_not = "It fills the window";
    else if (menu.items.empty())
        menu.why_not = "There is no other pane";
    if (!menu.why_not.empty()) menu.items.clear();
#endif
    return menu;
}

double Workbench::cost_us() const {
    double total = 0;
    for (const auto& panel : panels_)
        if (visible(panel->id())) total += panel->mean_cost_us();
    return total;
}

void Workbench::draw_panel(Panel& panel, const Context& context) {
    visible_.insert(panel.id());
    if (ImGui::IsWindowFocused(ImGuiFocusedFlags_RootAndChildWindows)) focused_ = last_focused_ = panel.id();
    panel.show(context);
}

}  // namespace panels
