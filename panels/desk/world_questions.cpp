#include "panels/desk/world_questions.hpp"

#include <algorithm>
#include <array>

#include "panels/desk/settings_text.hpp"

namespace panels {

namespace {

/// Of the settings of a panel, the words up to the first blank may be the program's; the rest are questions.
struct AskingPanel {
    std::string_view panel;
    bool begins_with_program = false;
};
constexpr std::array<AskingPanel, 5> asking_panels{
    {{"query"}, {"bulk_edit"}, {"watch", true}, {"plot"}, {"breakpoints"}}};

const AskingPanel* find_asking(std::string_view panel) {
    const auto found = std::find_if(asking_panels.begin(), asking_panels.end(),
                                    [&](const AskingPanel& each) { return each.panel == panel; });
    return found == asking_panels.end() ? nullptr : &*found;
}

std::size_t program_part(const AskingPanel& asking, std::string_view line) {
    return asking.begins_with_program ? std::min(line.find(' '), line.size()) : 0;
}

}  // namespace

std::string questions_of(const Workbench& workbench) {
    SettingsMap all;
    for (const AskingPanel& each : asking_panels) {
        const Panel* const panel = workbench.find_panel(each.panel);
        if (panel == nullptr) continue;
        const std::string line = panel->save_settings();
        std::string questions = line.substr(program_part(each, line));
        if (questions.find_first_not_of(' ') != std::string::npos) all.emplace(each.panel, std::move(questions));
    }
    return to_settings_text(all);
}

void ask(Workbench& workbench, std::string_view questions) {
    const SettingsMap all = from_settings_text(questions);
    for (const AskingPanel& each : asking_panels) {
        Panel* const panel = workbench.find_panel(each.panel);
        if (panel == nullptr) continue;
        const auto found = all.find(each.panel);
        panel->load_settings(found == all.end() ? std::string() : found->second);
    }
}

std::string without_questions(std::string_view setting, std::string value) {
    constexpr std::string_view of_panel = "panel.";
    if (!setting.starts_with(of_panel)) return value;
    const AskingPanel* const asking = find_asking(setting.substr(of_panel.size()));
    if (asking != nullptr) value.resize(program_part(*asking, value));
    return value;
}

}  // namespace panels
