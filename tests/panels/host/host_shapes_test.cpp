// What a Host makes of its panels: one window with workspaces, a part of the screen or of a window, or single windows.
#include <chrono>
#include <cmath>
#include <memory>

#include "catch.hpp"
#include "panels/support/hosted_game.hpp"
#include "panels/watch/watches.hpp"

namespace host_shapes_test {

using hosted::Game;
using hosted::OneHost;
using hosted::Program;
using panels::HostShape;
using Key = panels::compat::Key;

namespace {

/// Where the first window of this name lies, by what it draws.
bool all_texts_within(const Harness& screen, const panels::Area& area) {
    for (const DrawnText& text : screen.texts())
        if (!area.contains(text.middle())) return false;
    return true;
}

}  // namespace

TEST_CASE("Host: one window has the workspaces, which the strip and Ctrl+1 choose", "[panels][host][shape]") {
    OneHost one;
    Harness& screen = one.program.harness;
    CHECK(screen.says("Chunkscope"));
    CHECK(one.host.workbench().workspaces().current().title == "Inspect");
    CHECK(one.host.workbench().visible("entities"));
    CHECK_FALSE(one.host.workbench().visible("doctor"));
    screen.click_text("Memory");
    screen.frames(3);
    CHECK(one.host.workbench().workspaces().current().title == "Memory");
    CHECK(one.host.workbench().visible("doctor"));
    one.press({.key = editor::Key::Digit1, .ctrl = true});
    screen.frames(3);
    CHECK(one.host.workbench().visible("entities"));
    CHECK_FALSE(one.host.workbench().visible("doctor"));
}

TEST_CASE("Host: without a picture of the world there is neither a Scene panel nor the workspace around it",
          "[panels][host][shape]") {
    OneHost one;
    Harness& screen = one.program.harness;
    CHECK_FALSE(one.host.workbench().choose_workspace("author"));
    CHECK_FALSE(one.host.workbench().workspaces().current().panes.contains("scene"));
    panels::SceneLink picture;
    one.host.viewport = &picture;
    screen.frames(3);
    CHECK(one.host.workbench().workspaces().current().panes.contains("scene"));
    CHECK(one.host.workbench().visible("scene"));
    CHECK(one.host.workbench().choose_workspace("author"));
    one.host.viewport = nullptr;
    screen.frames(3);
    CHECK_FALSE(one.host.workbench().visible("scene"));
    CHECK(one.host.workbench().workspaces().current().title == "Inspect");
}

TEST_CASE("Host: a workspace is saved under a name and deleted", "[panels][host][shape]") {
    OneHost one;
    Harness& screen = one.program.harness;
    one.click_into_it();
    one.host.workbench().show_panel("doctor");
    screen.click_text("Workspace");
    screen.frames(3);
    screen.click_text("Save workspace as");
    screen.frames(4);
    screen.type("Mine");
    screen.key(Key::Enter);
    screen.frames(3);
    CHECK(one.host.workbench().workspaces().current().title == "Mine");
    CHECK(one.host.workbench().visible("doctor"));
    screen.click_text("Workspace");
    screen.frames(3);
    screen.click_text("Delete workspace");
    screen.frames(3);
    CHECK(one.host.workbench().workspaces().current().title != "Mine");
}

TEST_CASE("Host: its panels stay in its window, wherever a person moves that", "[panels][host][shape]") {
    OneHost one;
    Harness& screen = one.program.harness;
    const DrawnText title = screen.need("Chunkscope");
    const ImVec2 inspector = screen.need("Inspector").middle(), list = screen.need("Entities").middle();
    screen.drag(title.middle(), {title.middle().x - 200, title.middle().y + 30});
    screen.frames(3);
    CHECK(std::abs(screen.need("Inspector").middle().x - (inspector.x - 200)) < 2);
    CHECK(std::abs(screen.need("Entities").middle().y - (list.y + 30)) < 2);
}

TEST_CASE("Host: a tab is dragged to another pane of its window", "[panels][host][shape]") {
    OneHost one;
    Harness& screen = one.program.harness;
    screen.drag(screen.need("Moves").middle(), {screen.need("Inspector").middle().x + 100, 500});
    screen.frames(4);
    const panels::PaneTree& panes = one.host.workbench().workspaces().current().panes;
    CHECK(panes.pane_of("moves") == panes.pane_of("inspector"));
    CHECK(one.host.workbench().visible("moves"));
}

TEST_CASE("Host: F12 hides it and shows it again, and no key does so when the program says so",
          "[panels][host][shape]") {
    OneHost one;
    Harness& screen = one.program.harness;
    screen.key(Key::F12);
    screen.frames(2);
    CHECK_FALSE(one.host.visible);
    CHECK_FALSE(screen.says("Entities"));
    const std::uint64_t tick = one.game.world.tick();
    screen.frames(10);
    CHECK(one.game.world.tick() > tick);
    screen.key(Key::F12);
    screen.frames(3);
    CHECK(screen.says("Entities"));
    CHECK(one.host.has_keyboard());  // who asks for it wants to use it
    one.host.toggle_key.reset();
    screen.key(Key::F12);
    screen.frames(2);
    CHECK(one.host.visible);
}

TEST_CASE("Host: it fills the area that the program gives it, behind the program's windows", "[panels][host][shape]") {
    OneHost one;
    Harness& screen = one.program.harness;
    one.host.shape = HostShape::Area;
    one.host.area = {{100, 300}, {1500, 880}};
    screen.frames(4);
    CHECK(screen.says("Inspector"));
    CHECK(all_texts_within(screen, one.host.area));
    one.host.area = {};
    screen.frames(4);
    CHECK(screen.need("File").low.y < 20);
    CHECK(screen.need("Inspector").low.x > 1100);
}

TEST_CASE("Host: it fills the rest of the window that the program began", "[panels][host][shape]") {
    Game game;
    panels::Host host(game.world, game.schedule);
    host.shape = HostShape::Here;
    Program program([&] {
        ImGui::SetNextWindowPos({40, 50});
        ImGui::SetNextWindowSize({1200, 700});
        ImGui::Begin("Tools of the game");
        ImGui::TextUnformatted("A line of the game");
        host.draw();
        ImGui::End();
    });
    Harness& screen = program.harness;
    screen.frames(4);
    CHECK(screen.says("Inspector"));
    CHECK(screen.need("File").low.y > screen.need("A line of the game").high.y);
    CHECK(all_texts_within(screen, {{40, 50}, {1240, 750}}));
    CHECK_FALSE(host.has_keyboard());
    screen.click_text("Ball");
    screen.frames(2);
    CHECK(host.has_keyboard());
    screen.click_text("A line of the game");
    screen.frames(2);
    CHECK_FALSE(host.has_keyboard());
}

TEST_CASE("Host: a program may want windows of single panels, without anything around them", "[panels][host][shape]") {
    OneHost one;
    Harness& screen = one.program.harness;
    one.host.show_only({"inspector"});
    one.host.selection().select(one.game.ball);
    screen.frames(4);
    CHECK(screen.says("Inspector"));
    CHECK(screen.says("hp"));
    CHECK_FALSE(screen.says("Entities"));
    CHECK_FALSE(screen.says("File"));
}

TEST_CASE("Host: its text is larger than the program's, whose own stays", "[panels][host][shape]") {
    Game game;
    panels::Host host(game.world, game.schedule);
    float of_program = 0, of_host = 0;
    host.menus = [&] { of_host = ImGui::GetFontSize(); };
    Program program([&] {
        host.draw();
        of_program = ImGui::GetFontSize();
    });
    Harness& screen = program.harness;
    screen.frames(3);
    CHECK(of_host == of_program);
    const float first = of_program;
    host.set_scale(2);
    screen.frames(3);
    CHECK(of_host == 2 * first);
    CHECK(of_program == first);
    host.set_scale(std::nanf(""));
    CHECK(host.scale() == 2);
}

TEST_CASE("Host: a panel of the program stands among the others and goes again", "[panels][host][shape]") {
    struct Own : panels::Panel {
        Own() : Panel("own", "My panel", panels::DockPlace::Right, "What the game has to say") {}
        void draw(const panels::Context&) override { ImGui::TextUnformatted("Here I am"); }
    };
    OneHost one;
    Harness& screen = one.program.harness;
    one.host.add_panel(std::make_unique<Own>());
    screen.frames(3);
    CHECK(screen.says("Here I am"));
    one.host.show(one.game.world, one.game.schedule);
    screen.frames(3);
    CHECK(screen.says("Here I am"));
    one.host.remove_panel("own");
    screen.frames(3);
    CHECK_FALSE(screen.says("My panel"));
    CHECK(one.host.find_panel("own") == nullptr);
}

TEST_CASE("Host: a window of a panel that costs too much is drawn less often, and its title says so",
          "[panels][host][shape][cost]") {
    /// Takes as long as a frame.
    struct SlowPanel final : panels::Panel {
        SlowPanel() : Panel("slow", "Slow", panels::DockPlace::Bottom, "Takes long") {}
        void draw(const panels::Context&) override {
            const auto end = std::chrono::steady_clock::now() + std::chrono::milliseconds(20);
            while (std::chrono::steady_clock::now() < end) {
            }
            ImGui::TextUnformatted("Slow content");
        }
    };
    OneHost one;
    Harness& screen = one.program.harness;
    one.host.shape = HostShape::Panels;
    one.host.show_only({});
    auto made = std::make_unique<SlowPanel>();
    const SlowPanel& slow = *made;
    one.host.add_panel(std::move(made));
    one.host.open_panel("slow");
    screen.frames(3);
    screen.click({2, 2});  // the person is busy with the game
    int frames = 0;
    while (!one.host.workbench().costs().throttled("slow") && frames++ < 120) screen.frame();
    REQUIRE(one.host.workbench().costs().throttled("slow"));
    screen.frames(12);
    const std::uint64_t before = slow.times_shown();
    screen.frames(20);
    CHECK(slow.times_shown() - before < 10);
    CHECK(screen.says("Slow · throttled"));
    CHECK(screen.says("Slow content"));
}

TEST_CASE("Host: what alerts have found stands in its line, and a click shows the alerts", "[panels][host][shape]") {
    OneHost one;
    Harness& screen = one.program.harness;
    for (const panels::HostShape shape : {panels::HostShape::Window, panels::HostShape::Panels}) {
        one.host.shape = shape;
        panels::Panel* watch = nullptr;
        for (const auto& panel : one.host.panels())
            if (panel->id() == std::string_view("watch")) watch = panel.get();
        REQUIRE(watch != nullptr);
        const std::string before = watch->save_settings();
        panels::Watches alerts;
        REQUIRE_FALSE(alerts.add_alert("Health.hp > 0", panels::Severity::Error, "Alive"));
        screen.frames(2);
        CHECK_FALSE(screen.says("1 alert"));
        watch->load_settings(before.substr(0, before.find(' ')) + ' ' + alerts.save());
        screen.frames(6);
        INFO(screen.screen());
        CHECK(screen.says("1 alert"));
        screen.click_text("1 alert");
        screen.frames(4);
        CHECK(screen.says("Alive"));
        watch->load_settings(before);
        screen.frames(4);
        CHECK_FALSE(screen.says("1 alert"));
    }
}

}  // namespace host_shapes_test
