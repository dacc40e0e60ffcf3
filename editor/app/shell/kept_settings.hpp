// KeptSettings bring back what a person left in the run before, and keep what they leave now: the settings, where panels
// and windows are, and what panels were asked about each world.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "editor/app/actions/program_settings.hpp"
#include "editor/app/window/imgui_layer.hpp"
#include "editor/session/saved_questions.hpp"
#include "panels/desk/desk.hpp"

namespace editor {

class KeptSettings {
public:
    /// An empty `folder` keeps nothing, an empty `questions` only those of this run.
    KeptSettings(const std::filesystem::path& folder, const std::filesystem::path& questions)
        : settings(folder.empty() ? Settings() : Settings(folder / "settings.json")),
          folder_(folder),
          questions_(questions) {}

    const std::filesystem::path& folder() const { return folder_; }

    // These three return for a person what went wrong, or empty texts

    /// At the start. What the command line says goes before what is kept.
    std::vector<std::string> bring(panels::Desk& desk, ImguiLayer& imgui, const LookOptions& said);
    /// Call it from time to time, and at the end.
    std::vector<std::string> keep(panels::Desk& desk, ImguiLayer& imgui, const Session& session, double now_secs);
    /// What panels are asked now belongs to this session.
    std::string keep_questions(const panels::Workbench& workbench, const Session& session);

    bool due(double now_secs) const { return now_secs - kept_secs_ > 15; }
    /// Panels are asked what they were asked about the world of this session.
    void bring_questions(panels::Workbench& workbench, const Session& session);
    /// Another session has the same world: the questions stay.
    void follow(const Session& session) { asked_ = &session; }

    Settings settings;

private:
    std::filesystem::path folder_;
    SettingsKeeper keeper_;
    SavedQuestions questions_;
    std::string former_questions_;    // that the settings of an earlier version had for all worlds
    const Session* asked_ = nullptr;  // whose questions the panels have; maybe gone
    double kept_secs_ = 0;
};

}  // namespace editor
