#include "panels/workspace/workbench.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <utility>

#include <imgui.h>

#include "panels/base/language.hpp"
#include "panels/base/noted_places.hpp"

namespace panels {

namespace {

constexpr const char* budget_setting = "panels.budget_us";

std::string setting_of(std::string_view panel) { return "panel." + std::string(panel); }

std::vector<std::string> ids_of(const std::vector<std::unique_ptr<Panel>>& panels) {
    std::vector<std::string> ids;
    for (const auto& panel : panels) ids.emplace_back(panel->id());
    return ids;
}

}  // namespace

Workbench::Workbench(MakePanels make_panels, Within within)
    : make_panels_(std::move(make_panels)), within_(within), panels_(make_panels_()), workspaces_(ids_of(panels_)) {}

void Workbench::renew_panels() {
    std::vector<std::unique_ptr<Panel>> renewed = make_panels_();
    for (auto& panel : panels_) {
        const auto same = std::find_if(renewed.begin(), renewed.end(), [&](const auto& each) {
            return each && std::string_view(each->id()) == panel->id();
        });
        if (same == renewed.end()) continue;  // one that was added, which has to look to it itself
        (*same)->load_settings(panel->save_settings());
        (*same)->open = panel->open;
        panel = std::move(*same);
    }
}

bool Workbench::docks() const {
#ifdef IMGUI_HAS_DOCK
    // A program may have a Dear ImGui that docks and not want it.
    return within_ == Within::Screen && ImGui::GetCurrentContext() != nullptr &&
           (ImGui::GetIO().ConfigFlags & ImGuiConfigFlags_DockingEnable) != 0;
#else
    return false;
#endif
}

std::vector<std::string> Workbench::offered_ids() const {
    std::vector<std::string> ids = ids_of(panels_);
    std::erase_if(ids, [this](const std::string& id) { return !offers(id); });
    return ids;
}

Panel* Workbench::find_panel(std::string_view id) const {
    const auto found = std::find_if(panels_.begin(), panels_.end(), [&](const auto& each) { return each->id() == id; });
    return found == panels_.end() ? nullptr : found->get();
}

void Workbench::add_panel(std::unique_ptr<Panel> panel) {
    panels_.push_back(std::move(panel));
    workspaces_.set_panels(offered_ids());
}

void Workbench::remove_panel(std::string_view id) {
    std::erase_if(panels_, [id](const auto& panel) { return panel->id() == id; });
    workspaces_.set_panels(offered_ids());
}

void Workbench::offer_panel(std::string_view id, bool offered) {
    if (offers(id) == offered) return;
    if (offered)
        withheld_.erase(std::string(id));
    else
        withheld_.insert(std::string(id));
    workspaces_.set_panels(offered_ids());
}

std::string Workbench::load(const Workspaces::Read& read) {
    const std::string problem = workspaces_.load(read);
    if (const std::string budget = read(budget_setting); !budget.empty())
        if (const double us = std::strtod(budget.c_str(), nullptr); us > 0) costs_.set_budget(us);
    for (const auto& panel : panels_) panel->load_settings(read(setting_of(panel->id())));
    return problem;
}

void Workbench::save(const Workspaces::Write& write) const {
    workspaces_.save(write);
    if (costs_.budget_us() != PanelCosts::first_budget_us)
        write(budget_setting, std::to_string(std::lround(costs_.budget_us())));
    for (const auto& panel : panels_) {
        const std::string state = panel->save_settings();
        if (!state.empty()) write(setting_of(panel->id()), state);
    }
}

std::string Workbench::layout() const {
    return workspaces_.current().id + "\n" + workspaces_.current().panes.to_text();
}

void Workbench::show_layout(std::string_view text) {
    const std::size_t line = std::min(text.find('\n'), text.size());
    if (!workspaces_.choose(text.substr(0, line))) return;
    maximized_.clear();
    ecs::Result<PaneTree> panes = PaneTree::from_text(text.substr(std::min(line + 1, text.size())));
    if (!panes) return;
    std::vector<std::string> ids;
    for (const auto& panel : panels_) ids.emplace_back(panel->id());
    panes->keep_only(ids);
    workspaces_.current().panes = std::move(*panes);
    build_docks_anew();
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

std::string Workbench::save_workspace_as(std::string_view title) {
    const std::string problem = workspaces_.save_as(title);
    if (problem.empty()) build_docks_anew();
    return problem;
}

void Workbench::reset() {
    maximized_.clear();
    workspaces_.reset();
    build_docks_anew();
}

void Workbench::show_panel(std::string_view id) {
    const Panel* panel = find(id);
    if (panel == nullptr || !offers(id)) return;
    if (!maximized_.empty() && maximized_ != id) maximized_.clear();
    workspaces_.show(id, focused_);
    bring_dock_to_front(*panel);
}

void Workbench::close_panel(std::string_view id) {
    if (maximized_ == id) maximized_.clear();
    workspaces_.current().panes.close(id);
}

void Workbench::begin_frame() {
    costs_.begin_frame(static_cast<double>(ImGui::GetIO().DeltaTime));
    std::erase_if(kept_, [this](const auto& each) { return visible_.count(each.first) == 0; });
    visible_.clear();
}

void Workbench::draw(const Context& context, const Area& area) {
    begin_frame();
    was_focused_ = std::exchange(focused_, {});
    if (!open(maximized_)) maximized_.clear();
#ifdef IMGUI_HAS_DOCK
    if (docks()) return draw_docks(context, area);
#endif
    draw_panes(context, area);
}

void Workbench::focus_panel(std::string_view id, std::string_view part) {
    if (find_panel(id) == nullptr || !offers(id)) return;
    // Who looks for the Doctor is better served by the workspace that it belongs to than by a tab among strangers.
    if (!open(id) && workspaces_.at_home(id))
        for (std::size_t i = 0; i < workspaces_.all().size(); ++i)
            if (workspaces_.all()[i].panes.contains(id)) {
                choose_workspace(i);
                break;
            }
    focus_panel_here(id, part);
}

void Workbench::focus_panel_here(std::string_view id, std::string_view part) {
    Panel* const panel = find_panel(id);
    if (panel == nullptr || !offers(id)) return;
    if (!part.empty()) panel->show_part(part);
    show_panel(id);
    to_focus_ = id;
    panel->take_keyboard();
}

// The menu is drawn after the panels, so its items may change the panes at once.
std::vector<MenuItem> Workbench::menu_of_tab(const Panel& panel, ImVec2 size) {
    const std::string id = panel.id();
    const bool fills = !maximized_.empty();
    const Pane* const pane = workspaces_.current().panes.pane_of(id);
    const std::string why_not = docks() ? tr("Drag the tab to where the panel should stand")
                                : fills ? tr("It fills the window")
                                : pane == nullptr || pane->tabs.size() < 2 ? tr("It is the only tab here")
                                                                           : "";
    constexpr std::pair<const char*, Side> splits[] = {{tr_later("Split to the left"), Side::Left},
                                                       {tr_later("Split to the right"), Side::Right},
                                                       {tr_later("Split upwards"), Side::Top},
                                                       {tr_later("Split downwards"), Side::Bottom}};
    std::vector<MenuItem> items;
    for (const auto& [label, side] : splits) {
        const float room = side == Side::Left || side == Side::Right ? size.x : size.y;
        items.push_back({.label = tr(label), .why_not = why_not, .run = [this, id, split = side, room](const Context&) {
                             workspaces_.current().panes.split(id, id, split, room);
                         }});
    }
    items.push_back(moves_of_tab(id));
    items.push_back({.label = fills ? tr("Back to all panels") : tr("Fill the window"),
                     .action = "workspace.fill",
                     .icon = Icon::Maximize,
                     .begins_group = true,
                     .run = [this, id, fills](const Context&) { maximize(fills ? std::string() : id); }});
    items.push_back({.label = tr("Close"),
                     .keys = docks() ? "" : tr("Middle click"),
                     .icon = Icon::Close,
                     .run = [this, id](const Context&) { close_panel(id); }});
    items.push_back({.label = tr("Reset panels"),
                     .action = "view.reset_layout",
                     .icon = Icon::Revert,
                     .hint = tr("The panels of this workspace stand as at first"),
                     .begins_group = true,
                     .run = [this](const Context&) { reset(); }});
    return items;
}

MenuItem Workbench::moves_of_tab(const std::string& id) {
    MenuItem menu{.label = tr("Move to")};
    if (docks()) {
        menu.why_not = tr("Drag the tab to where the panel should stand");
        return menu;
    }
    const PaneTree& panes = workspaces_.current().panes;
    const Pane* const own = panes.pane_of(id);
    std::set<const Pane*> listed{own};
    for (const std::string& tab : panes.all_tabs()) {
        const Pane* const other = panes.pane_of(tab);
        if (!listed.insert(other).second) continue;
        std::string titles;
        for (const std::string& beside : other->tabs)
            if (const Panel* panel = find(beside)) titles += (titles.empty() ? "" : ", ") + std::string(panel->title());
        menu.items.push_back(
            {.label = phrase("Beside {}", titles), .run = [this, id, target = other->front](const Context&) {
                 workspaces_.current().panes.move(id, target);
             }});
    }
    if (!maximized_.empty())
        menu.why_not = tr("It fills the window");
    else if (menu.items.empty())
        menu.why_not = tr("There is no other pane");
    if (!menu.why_not.empty()) menu.items.clear();
    return menu;
}

double Workbench::cost_us() const {
    double total = 0;
    for (const auto& panel : panels_)
        if (visible(panel->id())) total += panel->mean_cost_us();
    return total;
}

void Workbench::draw_panel(Panel& panel, const Context& context) {
    // Within a window, all panels have the same root.
    const ImGuiFocusedFlags with =
        within_ == Within::Window ? ImGuiFocusedFlags_ChildWindows : ImGuiFocusedFlags_RootAndChildWindows;
    if (ImGui::IsWindowFocused(with)) focused_ = last_focused_ = panel.id();
    const ImVec2 low = ImGui::GetWindowPos(), size = ImGui::GetWindowSize();
    note_place(context, std::string("panel.") + panel.id(), {low, {low.x + size.x, low.y + size.y}});
    show(panel, context);
}

/// While a person is busy with a panel, it is drawn in each frame.
void Workbench::show(Panel& panel, const Context& context) {
    const std::string_view id = panel.id();
    visible_.insert(std::string(id));
    const auto kept = kept_.find(id);
    if (!costs_.draws_now(id, panel.title(), busy_with_present_window() || kept == kept_.end())) {
        if (kept->second.draw()) {
            // What it shows may be old: the window rests once the panel itself was drawn.
            if (context.stay_awake != nullptr) *context.stay_awake = true;
            return;
        }
    }
    if (!costs_.throttled(id)) {
        if (kept != kept_.end()) kept_.erase(kept);
        panel.show(context);
    } else {
        KeptPicture& picture = kept_[std::string(id)];
        picture.begin();
        panel.show(context);
        picture.keep();
    }
    costs_.note(id, panel.mean_cost_us(), panel.last_cost_us());
}

}  // namespace panels
