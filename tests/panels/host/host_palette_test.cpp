#include "catch.hpp"
#include "panels/support/hosted_game.hpp"

namespace host_palette_test {

using hosted::Game;
using hosted::Health;
using hosted::OneHost;
using hosted::Program;
using Key = panels::compat::Key;

namespace {

void run_item(Harness& screen, std::string_view typed) {
    screen.frames(4);
    screen.replace_text(typed);
    screen.frames(4);
    screen.key(Key::Enter);
    screen.frames(4);
}

}  // namespace

TEST_CASE("Host: Ctrl+K finds panels, workspaces, systems, components, entities and commands",
          "[panels][host][palette]") {
    OneHost one(5);
    Harness& screen = one.program.harness;
    one.click_into_it();
    const auto open = [&] {
        one.press({.key = editor::Key::K, .ctrl = true});
        screen.frames(3);
        REQUIRE(one.host.palette_is_open());
    };
    SECTION("a panel of another workspace comes into the present one") {
        open();
        run_item(screen, "go to doctor");
        CHECK(one.host.workbench().visible("doctor"));
        CHECK(one.host.workbench().workspaces().current().title == "Inspect");
    }
    SECTION("a workspace") {
        open();
        run_item(screen, "workspace memory");
        CHECK(one.host.workbench().workspaces().current().title == "Memory");
    }
    SECTION("a system is switched off, and that is undone") {
        open();
        run_item(screen, "toggle system movement");
        CHECK_FALSE(one.game.schedule.find("Movement")->enabled);
        open();
        run_item(screen, "undo");
        CHECK(one.game.schedule.find("Movement")->enabled);
    }
    SECTION("a component shows the archetype with the most entities") {
        open();
        run_item(screen, "component health");
        CHECK(one.host.workbench().visible("archetypes"));
    }
    SECTION("an entity is selected") {
        one.host.selection().clear();
        open();
        run_item(screen, "@Ball");
        CHECK(one.host.selection().entity() == one.game.ball);
    }
    SECTION("a command of the transport") {
        open();
        run_item(screen, "pause");
        CHECK_FALSE(one.host.transport().playing);
    }
    SECTION("the colours") {
        open();
        run_item(screen, "theme light");
        CHECK(one.host.style().theme_name == panels::ThemeName::Light);
    }
    CHECK_FALSE(one.host.palette_is_open());
}

TEST_CASE("Host: the program opens the palette over its game, and has its keys again after it",
          "[panels][host][palette]") {
    OneHost one;
    Harness& screen = one.program.harness;
    one.host.visible = false;
    screen.frames(2);
    one.host.open_palette();
    screen.frames(3);
    REQUIRE(one.host.palette_is_open());
    CHECK(ImGui::GetIO().WantCaptureKeyboard);
    screen.key(Key::Escape);
    screen.frames(3);
    CHECK_FALSE(one.host.palette_is_open());
    CHECK_FALSE(one.host.visible);
    CHECK_FALSE(ImGui::GetIO().WantCaptureKeyboard);

    one.host.open_palette();
    run_item(screen, "pause");
    CHECK_FALSE(one.host.transport().playing);
    CHECK_FALSE(one.host.visible);
    // Who asks for a panel wants to see it.
    one.host.open_palette();
    run_item(screen, "go to inspector");
    CHECK(one.host.visible);
    CHECK(one.host.workbench().focused() == "inspector");
}

TEST_CASE("Host: with single windows the palette opens panels as windows", "[panels][host][palette]") {
    OneHost one;
    one.host.shape = panels::HostShape::Panels;
    one.program.harness.frames(3);
    CHECK_FALSE(one.host.find_panel("doctor")->open);
    one.host.open_palette();
    run_item(one.program.harness, "go to doctor");
    CHECK(one.host.find_panel("doctor")->open);
    CHECK(one.program.harness.says("Doctor"));
}

TEST_CASE("Host: an open palette lets go of a world that goes", "[panels][host][palette]") {
    auto game = std::make_unique<Game>();
    panels::Host host(game->world, game->schedule);
    Program program([&] { host.draw(); });
    program.harness.frames(2);
    host.open_palette();
    program.harness.frames(3);
    host.close();
    game.reset();
    program.harness.frames(3);
    CHECK_FALSE(host.palette_is_open());
}

}  // namespace host_palette_test
