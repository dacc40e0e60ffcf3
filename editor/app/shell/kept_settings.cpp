#include "editor/app/shell/kept_settings.hpp"

#include <utility>

#include "editor/base/language.hpp"
#include "panels/desk/world_questions.hpp"

namespace editor {

constexpr const char* questions_by_world = "questions.by_world";

std::vector<std::string> KeptSettings::bring(panels::Desk& desk, ImguiLayer& imgui, const LookOptions& said) {
    const std::vector<std::string> wrong = keeper_.bring(desk, settings, said);
    const std::string file = settings.file().string();
    std::vector<std::string> problems;
    problems.push_back(settings.warning());
    for (const std::string& each : wrong) problems.push_back(phrase("{}: {}. It stays in the file", file, each));
    const std::string places = desk.workbench.load([this](std::string_view name) { return settings.text(name, ""); });
    if (!places.empty()) problems.push_back(phrase("{}: {}; the panels stand where they do at first", file, places));
    if (!settings.flag(questions_by_world, false)) former_questions_ = panels::questions_of(desk.workbench);
    problems.push_back(imgui.load_arrangement(desk.workbench.dock_spaces(), desk.workbench.docked_windows()));
    return problems;
}

std::vector<std::string> KeptSettings::keep(panels::Desk& desk, ImguiLayer& imgui, const Session& session,
                                            double now_secs) {
    std::vector<std::string> problems;
    kept_secs_ = now_secs;
    if (folder_.empty()) return problems;
    problems.push_back(keep_questions(desk.workbench, session));
    const bool by_world = former_questions_.empty();
    if (by_world) settings.set_flag(questions_by_world, true);
    desk.workbench.save([this, by_world](std::string_view name, std::string value) {
        std::string rest = panels::without_questions(name, value);
        if (rest != value && !by_world) return;  // no world has them yet
        if (rest.empty())
            settings.remove(name);
        else
            settings.set_text(name, std::move(rest));
    });
    keeper_.keep(desk, settings);
    problems.push_back(settings.save());
    problems.push_back(imgui.keep_arrangement());
    return problems;
}

std::string KeptSettings::keep_questions(const panels::Workbench& workbench, const Session& session) {
    if (asked_ != &session) return {};  // before the first one has come
    return questions_.remember(session, panels::questions_of(workbench));
}

void KeptSettings::bring_questions(panels::Workbench& workbench, const Session& session) {
    // A program's world that was let go of is the same world still.
    if (std::exchange(asked_, &session) == &session) return;
    std::string questions = questions_.find(session);
    if (!former_questions_.empty() && !place_of(session).empty()) {
        if (questions.empty()) questions = former_questions_;
        former_questions_.clear();
    }
    panels::ask(workbench, questions);
}

}  // namespace editor
