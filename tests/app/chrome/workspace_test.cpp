#include "editor/app/chrome/workspace.hpp"

#include <string>

#include <imgui_internal.h>

#include "catch.hpp"
#include "panels/support/headless.hpp"

namespace workspace_test {

namespace {

/// The program's window without a window: a workspace that fills what is below a menu.
struct Screen {
    Harness harness{{1280, 800}};
    editor::Workspace workspace;
    editor::Rect area{0, 24, 1280, 776};

    Screen() {
#ifdef IMGUI_HAS_DOCK
        ImGui::GetIO().ConfigFlags |= ImGuiConfigFlags_DockingEnable;
#endif
        harness.add([this](const panels::Context& context) { workspace.draw(context, area); });
        harness.frames(6);
    }
    void resize(float width, float height) {
        ImGui::GetIO().DisplaySize = {width, height};
        area = {0, 24, width, height - 24};
        harness.frames(3);
    }
    ImU32 color_of_tab(const char* title) const {
        // A tab stands in a strip of its own; the same word may stand in a panel, which comes later.
        return harness.need(title).color;
    }
};

}  // namespace

TEST_CASE("Workspace: only the title of the panel in front looks as if it were", "[ui][workspace]") {
    Screen screen;
    const panels::Theme& theme = *screen.harness.style.theme;
    CHECK(screen.color_of_tab("Archetypes") == theme.text);
    for (const char* behind : {"Doctor", "Systems", "Journal"}) CHECK(screen.color_of_tab(behind) == theme.quiet);
    screen.workspace.show_panel("systems");
    screen.harness.frames(4);
    CHECK(screen.color_of_tab("Systems") == theme.text);
    CHECK(screen.color_of_tab("Archetypes") == theme.quiet);
}

TEST_CASE("Workspace: every panel is shown, closed and shown again in windows of any size", "[ui][workspace]") {
    Screen screen;
    for (const auto& [width, height] :
         {std::pair{640.0f, 400.0f}, {3840.0f, 2160.0f}, {1280.0f, 800.0f}, {64.0f, 64.0f}}) {
        screen.resize(width, height);
        for (const auto& panel : screen.workspace.panels()) {
            INFO(panel->id() << " in " << width << " x " << height);
            screen.workspace.show_panel(panel->id());
            screen.harness.frames(3);
            CHECK((width < 100 || screen.workspace.visible(panel->id())));
            screen.workspace.close_panel(panel->id());
            screen.harness.frames(2);
            CHECK_FALSE(screen.workspace.visible(panel->id()));
        }
        screen.workspace.reset();
        screen.harness.frames(4);
    }
}

#ifdef IMGUI_HAS_DOCK
TEST_CASE("Workspace: what floats stays within the window, alone or with another panel", "[ui][workspace]") {
    Screen screen;
    const auto window = [](const char* title) { return ImGui::FindWindowByName(title); };
    ImGui::DockContextQueueUndockWindow(ImGui::GetCurrentContext(), window("Chunks"));
    ImGui::DockContextQueueUndockWindow(ImGui::GetCurrentContext(), window("Doctor"));
    screen.harness.frames(2);
    ImGui::SetWindowPos("Chunks", {200, 300});
    ImGui::SetWindowSize("Chunks", {1000, 450});
    ImGui::SetWindowPos("Doctor", {40, 60});
    ImGui::SetWindowSize("Doctor", {1200, 300});
    screen.harness.frames(2);
    const auto check_inside = [&](const ImGuiWindow* shown) {
        REQUIRE(shown != nullptr);
        CHECK(shown->Pos.x >= screen.area.left);
        CHECK(shown->Pos.y >= screen.area.top);
        CHECK(shown->Pos.x + shown->Size.x <= screen.area.right);
        CHECK(shown->Pos.y + shown->Size.y <= screen.area.bottom);
    };
    CHECK(window("Chunks")->Size.x == 1000);
    screen.resize(640, 400);
    check_inside(window("Chunks"));
    check_inside(window("Doctor"));
    screen.resize(1280, 800);
    // Docked into each other, they share a window that floats.
    ImGui::DockContextQueueDock(ImGui::GetCurrentContext(), window("Doctor"), nullptr, window("Chunks"), ImGuiDir_Right,
                                0.5f, false);
    screen.harness.frames(4);
    ImGuiWindow* around = window("Chunks")->RootWindowDockTree;
    REQUIRE(around != window("Chunks"));
    ImGui::SetWindowSize(around, {1250, 700});
    screen.harness.frames(2);
    screen.resize(700, 420);
    check_inside(window("Chunks")->RootWindowDockTree);
    check_inside(window("Chunks"));
    check_inside(window("Doctor"));
}
#endif

}  // namespace workspace_test
