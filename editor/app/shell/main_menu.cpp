#include "editor/app/shell/main_menu.hpp"

#include <cmath>
#include <string>

#include <imgui.h>

#include "editor/app/shell/app.hpp"
#include "panels/widgets/widgets.hpp"

namespace editor {

namespace {

void item(App& app, ActionId id) {
    const Action& row = action(id);
    const std::string why_not = app.why_not(id), keys = to_string(row.shortcut),
                      label = panels::label_text(app.label_of(id));
    const bool chosen = ImGui::MenuItem(label.c_str(), keys.c_str(), app.checked(id), why_not.empty());
    panels::tooltip(why_not.empty() ? row.description : why_not);
    if (chosen) app.act(id);
}

void items(App& app, std::initializer_list<ActionId> ids) {
    for (const ActionId id : ids) item(app, id);
}

void file_menu(App& app) {
    items(app, {ActionId::NewWorld, ActionId::OpenWorld});
    const std::vector<std::filesystem::path> recent = app.settings().recent_files();
    if (ImGui::BeginMenu("Open recent", !recent.empty())) {
        for (const std::filesystem::path& file : recent) {
            if (ImGui::MenuItem((panels::label_text(file.filename().string()) + "##" + file.string()).c_str()))
                app.open_file(file);
            panels::tooltip(file.string());
        }
        ImGui::EndMenu();
    }
    if (recent.empty()) panels::tooltip("No file was opened or saved yet");
    if (ImGui::BeginMenu("Scenes")) {
        for (const Scene& scene : all_scenes()) {
            const std::string name(scene.name);
            if (ImGui::MenuItem(name.c_str(), nullptr, app.session().scene == &scene)) app.start_scene(scene);
            panels::tooltip(scene.description);
        }
        ImGui::EndMenu();
    }
    item(app, ActionId::RestartScene);
    ImGui::Separator();
    items(app, {ActionId::SaveWorld, ActionId::SaveWorldAs});
    ImGui::Separator();
    item(app, ActionId::Quit);
}

void edit_menu(App& app) {
    items(app, {ActionId::Undo, ActionId::Redo});
    ImGui::Separator();
    items(app,
          {ActionId::CreateEntity, ActionId::CreateChild, ActionId::Duplicate, ActionId::Rename, ActionId::Destroy});
    ImGui::Separator();
    items(app, {ActionId::SelectParent, ActionId::Deselect, ActionId::GoBack, ActionId::GoForward});
}

void run_menu(App& app) {
    items(app, {ActionId::PlayPause, ActionId::StepTick, ActionId::StepSystem});
    ImGui::Separator();
    items(app, {ActionId::Slower, ActionId::Faster, ActionId::NormalSpeed});
    if (ImGui::BeginMenu("Speed")) {
        for (const double speed : {0.125, 0.25, 0.5, 1.0, 2.0, 4.0, 8.0}) {
            const std::string label = speed >= 1 ? std::to_string(static_cast<int>(speed)) + "×"
                                                 : "1/" + std::to_string(static_cast<int>(1 / speed)) + "×";
            if (ImGui::MenuItem(label.c_str(), nullptr, app.transport().speed == speed)) app.set_speed(speed);
        }
        ImGui::EndMenu();
    }
}

void view_menu(App& app) {
    items(app, {ActionId::FrameSelection, ActionId::FrameAll, ActionId::ToggleGrid});
    ImGui::Separator();
    items(app, {ActionId::ThemeDark, ActionId::ThemeLight, ActionId::ThemeContrast});
    item(app, ActionId::ReduceMotion);
    ImGui::Separator();
    items(app, {ActionId::ScaleUp, ActionId::ScaleDown, ActionId::ScaleReset});
    if (ImGui::BeginMenu("Scale")) {
        for (const int percent : {75, 100, 125, 150, 200, 250, 300}) {
            const std::string label = std::to_string(percent) + " %";
            const float scale = static_cast<float>(percent) / 100;
            if (ImGui::MenuItem(label.c_str(), nullptr, std::abs(app.user_scale() - scale) < 0.01f))
                app.set_user_scale(scale);
        }
        ImGui::EndMenu();
    }
    ImGui::Separator();
    ImGui::MenuItem("Cost of the panels", nullptr, &app.show_costs());
    panels::tooltip("What each panel takes of a frame");
}

void panels_menu(App& app) {
    for (const auto& panel : app.workspace().panels()) {
        const bool open = app.workspace().open(panel->title());
        if (ImGui::MenuItem(panel->title(), nullptr, open)) {
            // Behind another one it is brought to the front: who looks for it here does not see it.
            if (open && app.workspace().visible(panel->title()))
                app.workspace().close_panel(panel->title());
            else
                app.workspace().show_panel(panel->title());
        }
        panels::tooltip(panel->description());
    }
    ImGui::Separator();
    item(app, ActionId::ResetLayout);
}

void help_menu(App& app) {
    item(app, ActionId::ShowKeys);
    ImGui::MenuItem("Messages", nullptr, &app.show_messages());
    panels::tooltip("What the program said since it started");
    item(app, ActionId::ShowAbout);
}

}  // namespace

void draw_main_menu(App& app) {
    ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 0);
    const bool shown = ImGui::BeginMainMenuBar();
    ImGui::PopStyleVar();
    if (!shown) return;
    struct Menu {
        const char* label;
        void (*draw)(App&);
    };
    constexpr Menu menus[] = {{"File", file_menu}, {"Edit", edit_menu},     {"Run", run_menu},
                              {"View", view_menu}, {"Panels", panels_menu}, {"Help", help_menu}};
    for (const Menu& menu : menus) {
        if (!ImGui::BeginMenu(menu.label)) continue;
        menu.draw(app);
        ImGui::EndMenu();
    }
    ImGui::EndMainMenuBar();
}

}  // namespace editor
