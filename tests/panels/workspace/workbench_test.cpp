#include "panels/workspace/workbench.hpp"

#include <string>

#include <imgui_internal.h>

#include "catch.hpp"
#include "panels/lessons/all_panels_with_lab.hpp"
#include "panels/support/headless.hpp"

namespace workbench_test {

namespace {

/// The program's window without a window: a workbench that fills what is between the bars.
struct Screen {
    Harness harness{{1280, 800}};
    panels::Workbench workbench{panels::make_all_panels_with_lab};
    panels::Area area{{0, 32}, {1280, 776}};

    Screen() {
#ifdef IMGUI_HAS_DOCK
        ImGui::GetIO().ConfigFlags |= ImGuiConfigFlags_DockingEnable;
#endif
        harness.add_windows([this](const panels::Context& context) { workbench.draw(context, area); });
        settle();
    }
    /// Docks bring one window to the front in each frame.
    void settle() { harness.frames(14); }
    void resize(float width, float height) {
        ImGui::GetIO().DisplaySize = {width, height};
        area = {{0, 32}, {width, height - 24}};
        settle();
    }
    /// Its title stands alone; the same word may begin a sentence in the panel.
    DrawnText tab(const char* title) const {
        for (const DrawnText& text : harness.texts())
            if (text.text == title) return text;
        FAIL("no tab is called " << title);
        return {};
    }
    ImVec2 middle_of(const char* title) const {
        const DrawnText text = tab(title);
        return {(text.low.x + text.high.x) / 2, (text.low.y + text.high.y) / 2};
    }
    ImU32 color_of_tab(const char* title) const { return tab(title).color; }
    const panels::PaneTree& panes() const { return workbench.workspaces().current().panes; }
};

}  // namespace

TEST_CASE("Workbench: only the title of the panel in front looks as if it were", "[panels][workbench]") {
    Screen screen;
    const panels::Theme& theme = *screen.harness.style.theme;
    CHECK(screen.color_of_tab("Chunks") == theme.text);
    for (const char* behind : {"Archetypes", "Moves"}) CHECK(screen.color_of_tab(behind) == theme.quiet);
    screen.workbench.show_panel("archetypes");
    screen.settle();
    CHECK(screen.color_of_tab("Archetypes") == theme.text);
    CHECK(screen.color_of_tab("Chunks") == theme.quiet);
}

TEST_CASE("Workbench: every panel is shown, closed and shown again in windows of any size", "[panels][workbench]") {
    Screen screen;
    for (const auto& [width, height] :
         {std::pair{640.0f, 400.0f}, {3840.0f, 2160.0f}, {1280.0f, 800.0f}, {64.0f, 100.0f}}) {
        screen.resize(width, height);
        for (std::size_t number = 0; number < screen.workbench.workspaces().all().size(); ++number) {
            screen.workbench.choose_workspace(number);
            screen.settle();
            for (const auto& panel : screen.workbench.panels()) {
                INFO(panel->id() << " in " << width << " x " << height);
                screen.workbench.show_panel(panel->id());
                screen.settle();
                CHECK((width < 100 || screen.workbench.visible(panel->id())));
                screen.workbench.close_panel(panel->id());
                screen.settle();
                CHECK_FALSE(screen.workbench.visible(panel->id()));
            }
            screen.workbench.reset();
            screen.settle();
        }
    }
}

TEST_CASE("Workbench: what is not in view costs nothing", "[panels][workbench]") {
    Screen screen;
    screen.workbench.choose_workspace(3);  // Learn
    screen.settle();
    for (const auto& panel : screen.workbench.panels()) {
        const std::string id = panel->id();
        CHECK(screen.workbench.visible(id) == (id == "lessons" || id == "lesson_picture"));
    }
}

TEST_CASE("Workbench: a layout that was noted comes back, and no other workspace changes", "[panels][workbench]") {
    Screen screen;
    const panels::Workspaces& workspaces = screen.workbench.workspaces();
    const std::string first = workspaces.current().id;
    screen.workbench.show_panel("archetypes");
    screen.settle();
    const std::string layout = screen.workbench.layout(), panes = screen.panes().to_text();
    screen.workbench.reset();
    screen.workbench.choose_workspace(1);
    screen.settle();
    const std::string other = screen.panes().to_text();
    screen.workbench.show_layout(layout);
    screen.settle();
    CHECK(workspaces.current().id == first);
    CHECK(screen.panes().to_text() == panes);
    CHECK(workspaces.all()[1].panes.to_text() == other);
    // What is no layout changes nothing, and neither does that of a workspace which is not here.
    for (const char* text : {"", "nowhere\n", "inspect\nno panes", "nowhere"}) screen.workbench.show_layout(text);
    CHECK(screen.panes().to_text() == panes);
}

TEST_CASE("Workbench: one panel fills the window, and all come back", "[panels][workbench]") {
    Screen screen;
    const panels::PaneTree before = screen.panes();
    screen.workbench.maximize("chunks");
    screen.settle();
    CHECK(screen.workbench.visible("chunks"));
    CHECK_FALSE(screen.workbench.visible("entities"));
    // Who asks for another panel wants to see it.
    screen.workbench.focus_panel("entities");
    screen.settle();
    CHECK(screen.workbench.maximized().empty());
    CHECK(screen.workbench.visible("entities"));
    screen.workbench.maximize("no such panel");
    screen.settle();
    CHECK(screen.workbench.visible("entities"));
    CHECK(screen.panes() == before);
}

#ifndef IMGUI_HAS_DOCK
TEST_CASE("Workbench: in a low window panes share tabs, and have their own again in a higher one",
          "[panels][workbench]") {
    Screen screen;
    const panels::PaneTree before = screen.panes();
    screen.resize(960, 500);
    CHECK(screen.workbench.visible("entities"));
    CHECK_FALSE(screen.workbench.visible("systems"));
    screen.harness.click(screen.middle_of("Systems"));
    screen.settle();
    CHECK(screen.workbench.visible("systems"));
    CHECK_FALSE(screen.workbench.visible("entities"));
    screen.resize(1280, 800);
    CHECK(screen.workbench.visible("systems"));
    CHECK(screen.workbench.visible("entities"));
    CHECK(screen.panes() == before);
}

TEST_CASE("Workbench: tabs without room stand in a menu", "[panels][workbench]") {
    Screen screen;
    screen.resize(560, 500);
    CHECK(screen.workbench.visible("scene"));
    std::string menu;
    for (const DrawnText& text : screen.harness.texts()) menu += text.text + "\n";
    CHECK(menu.find("Moves") == std::string::npos);
    // The one that is asked for takes a place among the tabs.
    screen.workbench.focus_panel("moves");
    screen.settle();
    CHECK(screen.workbench.visible("moves"));
    CHECK(screen.tab("Moves").low.y < screen.area.low.y + 28);
}
#endif

TEST_CASE("Workbench: a panel of another workspace brings that workspace into view", "[panels][workbench]") {
    Screen screen;
    screen.workbench.focus_panel("doctor");
    screen.settle();
    CHECK(screen.workbench.workspaces().current().title == "Memory");
    CHECK(screen.workbench.visible("doctor"));
    screen.workbench.focus_panel("scene");  // it stands here, too
    CHECK(screen.workbench.workspaces().current().title == "Memory");
    // Opened by hand it stands where it was asked for.
    screen.workbench.choose_workspace(2);
    screen.workbench.show_panel("doctor");
    screen.settle();
    CHECK(screen.workbench.workspaces().current().title == "Author");
    CHECK(screen.workbench.visible("doctor"));
}

TEST_CASE("Workbench: a panel that is asked for gets the keyboard", "[panels][workbench]") {
    Screen screen;
    for (const char* id : {"systems", "archetypes", "inspector", "archetypes"}) {
        screen.workbench.focus_panel(id);
        screen.settle();
        CHECK(screen.workbench.focused() == id);
    }
}

#ifndef IMGUI_HAS_DOCK
TEST_CASE("Workbench: a tab is dragged to another pane, or to the side of one", "[panels][workbench]") {
    Screen screen;
    const auto area_of = [&](const char* id) {
        for (const auto& each : screen.panes().places(screen.area, 4, 1).panes)
            if (each.pane == screen.panes().pane_of(id)) return each.area;
        return panels::Area{};
    };
    // Into the middle: a tab beside the others.
    screen.harness.drag(screen.middle_of("Moves"), area_of("systems").middle());
    screen.settle();
    CHECK(screen.panes().pane_of("moves") == screen.panes().pane_of("systems"));
    CHECK(screen.panes().in_front("moves"));
    // To an edge: a pane of its own.
    const panels::Area chunks = area_of("chunks");
    screen.harness.drag(screen.middle_of("Moves"), {chunks.high.x - 10, chunks.middle().y});
    screen.settle();
    CHECK(screen.panes().pane_of("moves")->tabs.size() == 1);
    CHECK(area_of("moves").low.x > area_of("chunks").middle().x);
    CHECK(screen.workbench.visible("moves"));
    // To another place among its neighbours.
    screen.harness.drag(screen.middle_of("Moves"), {area_of("systems").low.x + 4, area_of("systems").low.y + 14});
    screen.settle();
    CHECK(screen.panes().pane_of("moves")->tabs.front() == "moves");
    // Let go where it was, or outside: nothing changes.
    const panels::PaneTree before = screen.panes();
    screen.harness.drag(screen.middle_of("Entities"), area_of("entities").middle());
    screen.harness.drag(screen.middle_of("Entities"), {-50, -50});
    screen.settle();
    CHECK(screen.panes() == before);
}

TEST_CASE("Workbench: a double click on a tab fills the window, the middle button closes", "[panels][workbench]") {
    Screen screen;
    screen.harness.double_click(screen.middle_of("Chunks"));
    screen.settle();
    CHECK(screen.workbench.maximized() == "chunks");
    screen.harness.double_click(screen.middle_of("Chunks"));
    screen.settle();
    CHECK(screen.workbench.maximized().empty());
    screen.harness.click(screen.middle_of("Moves"), 2);
    screen.settle();
    CHECK_FALSE(screen.workbench.open("moves"));
}

TEST_CASE("Workbench: the menu of a tab splits, closes and resets", "[panels][workbench]") {
    Screen screen;
    screen.harness.click(screen.middle_of("Moves"), 1);
    screen.harness.click_text("Split to the right");
    screen.settle();
    CHECK(screen.panes().pane_of("moves")->tabs.size() == 1);
    screen.harness.click(screen.middle_of("Moves"), 1);
    screen.harness.hover_text("Split to the left");
    CHECK(screen.harness.says("It is the only tab here"));
    screen.harness.click_text("Reset panels");
    screen.settle();
    CHECK(screen.panes().pane_of("moves") == screen.panes().pane_of("chunks"));
}
#endif

#ifdef IMGUI_HAS_DOCK
TEST_CASE("Workbench: what floats stays within the window, alone or with another panel", "[panels][workbench]") {
    Screen screen;
    const auto name = [](const char* title, const char* id) { return std::string(title) + "###memory/" + id; };
    const auto window = [&](const std::string& title) {
        return ImGui::FindWindowByName(name(title.c_str(), title == "Chunks" ? "chunks" : "doctor").c_str());
    };
    screen.workbench.choose_workspace(1);
    screen.settle();
    ImGui::DockContextQueueUndockWindow(ImGui::GetCurrentContext(), window("Chunks"));
    ImGui::DockContextQueueUndockWindow(ImGui::GetCurrentContext(), window("Doctor"));
    screen.settle();
    ImGui::SetWindowPos(window("Chunks"), {200, 300});
    ImGui::SetWindowSize(window("Chunks"), {1000, 450});
    ImGui::SetWindowPos(window("Doctor"), {40, 60});
    ImGui::SetWindowSize(window("Doctor"), {1200, 300});
    screen.settle();
    const auto check_inside = [&](const ImGuiWindow* shown) {
        REQUIRE(shown != nullptr);
        CHECK(shown->Pos.x >= screen.area.low.x);
        CHECK(shown->Pos.y >= screen.area.low.y);
        CHECK(shown->Pos.x + shown->Size.x <= screen.area.high.x);
        CHECK(shown->Pos.y + shown->Size.y <= screen.area.high.y);
    };
    CHECK(window("Chunks")->Size.x == 1000);
    screen.resize(640, 400);
    check_inside(window("Chunks"));
    check_inside(window("Doctor"));
    screen.resize(1280, 800);
    // Docked into each other, they share a window that floats.
    ImGui::DockContextQueueDock(ImGui::GetCurrentContext(), window("Doctor"), nullptr, window("Chunks"), ImGuiDir_Right,
                                0.5f, false);
    screen.settle();
    ImGuiWindow* around = window("Chunks")->RootWindowDockTree;
    REQUIRE(around != window("Chunks"));
    ImGui::SetWindowSize(around, {1250, 700});
    screen.settle();
    screen.resize(700, 420);
    check_inside(window("Chunks")->RootWindowDockTree);
    check_inside(window("Chunks"));
    check_inside(window("Doctor"));
}
#endif

}  // namespace workbench_test
