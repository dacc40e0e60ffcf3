#include "editor/app/chrome/workspace.hpp"

#include <imgui.h>

namespace editor {

namespace {

std::string settings_key(const panels::Panel& panel) { return "panel." + std::string(panel.title()); }

}  // namespace

Workspace::Workspace() : panels_(panels::make_all_panels()) { layout_.reset(default_tabs()); }

void Workspace::renew_panels() {
    std::vector<std::unique_ptr<panels::Panel>> renewed = panels::make_all_panels();
    for (std::size_t i = 0; i < renewed.size(); ++i) {
        renewed[i]->load_settings(panels_[i]->save_settings());
        renewed[i]->open = panels_[i]->open;
    }
    panels_ = std::move(renewed);
}

std::vector<Layout::Tab> Workspace::default_tabs() const {
    std::vector<Layout::Tab> tabs;
    for (const auto& panel : panels_) tabs.push_back({panel->title(), panel->default_place(), true});
    return tabs;
}

std::string Workspace::load(const Settings& settings) {
    const std::string problem = layout_.load(settings);
    for (const auto& panel : panels_) {
        panel->open = layout_.open(panel->title());
        panel->load_settings(settings.text(settings_key(*panel), ""));
    }
    if (problem.empty()) return {};
    return settings.file().string() + ": " + problem + "; the panels stand where they do by default";
}

void Workspace::save(Settings& settings) const {
    layout_.save(settings);
    for (const auto& panel : panels_) {
        const std::string state = panel->save_settings();
        if (!state.empty()) settings.set_text(settings_key(*panel), state);
    }
}

bool Workspace::open(std::string_view title) const { return layout_.open(title); }

double Workspace::cost_us() const {
    double total = 0;
    for (const auto& panel : panels_)
        if (visible(panel->title())) total += panel->mean_cost_us();
    return total;
}

void Workspace::draw_panel(panels::Panel& panel, const panels::Context& context) {
    visible_.insert(panel.title());
    if (ImGui::IsWindowFocused(ImGuiFocusedFlags_RootAndChildWindows)) focused_ = panel.title();
    panel.show(context);
}

}  // namespace editor
