#include "editor/app/chrome/workspace.hpp"

#include <imgui.h>

namespace editor {

namespace {

std::string settings_key(std::string_view panel) { return "panel." + std::string(panel); }

/// What the settings say about a panel, also where an earlier version kept it under its title.
std::string kept_settings(const Settings& settings, const panels::Panel& panel) {
    const std::string kept = settings.text(settings_key(panel.id()), "");
    if (!kept.empty()) return kept;
    return panel.former_settings([&](std::string_view title) { return settings.text(settings_key(title), ""); });
}

}  // namespace

Workspace::Workspace() : panels_(panels::make_all_panels()) { arrangement_.reset(default_tabs()); }

void Workspace::renew_panels() {
    std::vector<std::unique_ptr<panels::Panel>> renewed = panels::make_all_panels();
    for (std::size_t i = 0; i < renewed.size(); ++i) {
        renewed[i]->load_settings(panels_[i]->save_settings());
        renewed[i]->open = panels_[i]->open;
    }
    panels_ = std::move(renewed);
}

std::vector<PanelArrangement::Tab> Workspace::default_tabs() const {
    std::vector<PanelArrangement::Tab> tabs;
    for (const auto& panel : panels_) tabs.push_back({panel->id(), panel->title(), panel->default_place(), true});
    return tabs;
}

std::string Workspace::load(const Settings& settings) {
    const std::string problem = arrangement_.load(settings);
    for (const auto& panel : panels_) {
        panel->open = arrangement_.open(panel->id());
        panel->load_settings(kept_settings(settings, *panel));
    }
    if (problem.empty()) return {};
    return settings.file().string() + ": " + problem + "; the panels stand where they do by default";
}

void Workspace::save(Settings& settings) const {
    arrangement_.save(settings);
    for (const auto& panel : panels_) {
        const std::string state = panel->save_settings();
        if (state.empty()) continue;
        settings.set_text(settings_key(panel->id()), state);
        settings.remove(settings_key(panel->title()));
    }
}

bool Workspace::open(std::string_view id) const { return arrangement_.open(id); }

double Workspace::cost_us() const {
    double total = 0;
    for (const auto& panel : panels_)
        if (visible(panel->id())) total += panel->mean_cost_us();
    return total;
}

void Workspace::draw_panel(panels::Panel& panel, const panels::Context& context) {
    visible_.insert(panel.id());
    if (ImGui::IsWindowFocused(ImGuiFocusedFlags_RootAndChildWindows)) focused_ = panel.id();
    panel.show(context);
}

}  // namespace editor
