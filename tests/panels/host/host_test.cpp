#include "panels/host/host.hpp"

#include "catch.hpp"
#include "ecs/snapshot/state_hash.hpp"
#include "panels/support/hosted_game.hpp"

namespace host_test {

using hosted::Game;
using hosted::Health;
using hosted::OneHost;
using hosted::Place;
using hosted::Program;

namespace {

constexpr editor::Shortcut ctrl_z{.key = editor::Key::Z, .ctrl = true}, ctrl_y{.key = editor::Key::Y, .ctrl = true};

}  // namespace

TEST_CASE("Host: a default Style has a theme", "[panels][host]") {
    const panels::Style style;
    REQUIRE(style.theme != nullptr);
    CHECK(style.theme->text == panels::theme_named(style.theme_name).text);
}

TEST_CASE("Host: one drag is one step of the history, which Ctrl+Z takes back", "[panels][host]") {
    OneHost one;
    Harness& screen = one.program.harness;
    one.host.play(false);
    one.host.selection().select(one.game.ball);
    screen.frames(3);
    const ImVec2 number = one.last("100.00").middle();
    screen.drag(number, {number.x + 60, number.y}, 25);
    CHECK(one.hp() != 100);
    REQUIRE(one.host.history()->done() == 1);

    one.press(ctrl_z);
    screen.frames(2);
    CHECK(one.hp() == 100);
    CHECK(one.host.message() == "Undone: Set Health.hp of Ball");
    CHECK(screen.says("Undone: Set Health.hp of Ball"));
    one.press(ctrl_y);
    CHECK(one.hp() != 100);
}

TEST_CASE("Host: ticks are due with the time, none while it is paused, one when a person steps", "[panels][host]") {
    OneHost one;
    Harness& screen = one.program.harness;
    const std::uint64_t before = one.game.world.tick();
    screen.frames(60);
    CHECK(one.game.world.tick() >= before + 59);
    CHECK(one.game.world.tick() <= before + 61);

    screen.click_text("Ball");  // so that keys are the panels'
    screen.key(editor::Shortcut{.key = editor::Key::Space});
    screen.frames(2);
    CHECK_FALSE(one.host.transport().playing);
    const std::uint64_t paused = one.game.world.tick();
    screen.frames(30);
    CHECK(one.game.world.tick() == paused);

    screen.key(editor::Shortcut{.key = editor::Key::F10});
    screen.frames(10);
    CHECK(one.game.world.tick() == paused + 1);
}

TEST_CASE("Host: a system can be stepped and switched off", "[panels][host]") {
    OneHost one;
    Harness& screen = one.program.harness;
    one.host.play(false);
    screen.frames(2);
    const std::uint64_t runs = one.game.schedule.find("Movement")->stats.runs;
    screen.click_text("Step system");
    CHECK(one.game.schedule.find("Movement")->stats.runs == runs + 1);
    CHECK(screen.says("Movement"));
}

TEST_CASE("Host: the program may have other ticks than those of a schedule", "[panels][host]") {
    Game game;
    panels::Host host(game.world);
    int ticks = 0;
    Program program([&] {
        while (host.tick_due()) ++ticks;
        host.draw();
    });
    host.use_clock([&] { return program.now; });
    program.harness.frames(60);
    CHECK(ticks >= 57);
    CHECK(ticks <= 61);
    CHECK(program.harness.says("No systems"));
    host.play(false);
    program.harness.frames(2);
    const int paused = ticks;
    program.harness.click_text("Ball");
    program.harness.key(editor::Shortcut{.key = editor::Key::F10});
    program.harness.key(editor::Shortcut{.key = editor::Key::F11});
    program.harness.frames(5);
    CHECK(ticks == paused + 1);
    CHECK(game.world.tick() == static_cast<std::uint64_t>(ticks));
}

TEST_CASE("Host: a program that runs its ticks itself is not paused, and the panels say why", "[panels][host]") {
    Game game;
    panels::Host host(game.world, game.schedule);
    Program program([&] {
        game.schedule.tick(game.world);
        host.draw();
    });
    host.use_clock([&] { return program.now; });
    Harness& screen = program.harness;
    screen.frames(10);
    const DrawnText step = screen.need("Step system");
    screen.hover(step.middle());
    CHECK(screen.says("This program runs its ticks itself"));
    screen.click(step.middle());
    screen.click_text("Ball");
    const std::uint64_t before = game.world.tick();
    screen.key(editor::Shortcut{.key = editor::Key::Space});
    screen.frames(10);
    CHECK(game.world.tick() >= before + 10);
    CHECK(host.transport().playing);
    CHECK(host.message() == "This program runs its ticks itself");
}

TEST_CASE("Host: two Hosts in one program share neither windows nor keys", "[panels][host]") {
    Game server(0, "Home ball"), client(0, "Away ball");
    panels::Host server_host(server.world, server.schedule, "Server");
    panels::Host client_host(client.world, client.schedule, "Client");
    Program program([&] {
        server_host.draw();
        client_host.draw();
    });
    Harness& screen = program.harness;
    screen.frames(3);
    CHECK(screen.says("Server"));
    CHECK(screen.says("Client"));
    server_host.selection().select(server.ball);
    CHECK(client_host.selection().entities().empty());
    // The client's windows are in front.
    screen.click_text("Away ball");
    CHECK(client_host.selection().entity() == client.ball);
    screen.key(editor::Shortcut{.key = editor::Key::Delete});
    screen.frames(2);
    CHECK_FALSE(client.world.alive(client.ball));
    CHECK(server.world.alive(server.ball));
    screen.key(ctrl_z);
    screen.frames(2);
    CHECK(client.world.alive(client.ball));
    CHECK(server_host.history()->steps().empty());
}

TEST_CASE("Host: a world is the same with all panels open as without a Host", "[panels][host]") {
    OneHost one(500);
    one.open_all_panels();
    one.host.selection().select(one.game.ball);
    one.program.harness.frames(40);
    Game alone(500);
    while (alone.world.tick() < one.game.world.tick()) alone.schedule.tick(alone.world);
    CHECK(alone.world.tick() > 30);
    CHECK(ecs::state_hash(alone.world) == ecs::state_hash(one.game.world));
}

TEST_CASE("Host: it may go before its world, and may go on with another", "[panels][host]") {
    Game first;
    {
        panels::Host host(first.world, first.schedule);
        CHECK(first.world.journal() != nullptr);
        auto second = std::make_unique<Game>(0, "Second");
        Program program([&] { host.draw(); });
        host.shape = panels::HostShape::Panels;
        for (const auto& panel : host.panels()) host.open_panel(panel->id());
        host.selection().select(first.ball);
        program.harness.frames(4);
        host.show(second->world, second->schedule);
        CHECK(first.world.journal() == nullptr);
        CHECK(host.selection().entities().empty());
        program.harness.frames(4);
        CHECK(program.harness.says("Second"));
        host.close();
        second.reset();
        CHECK(host.history() == nullptr);
        CHECK_FALSE(host.tick_due());
        program.harness.frames(2);
        host.show(first.world, first.schedule);
        program.harness.frames(2);
        CHECK(program.harness.says("Ball"));
    }
    CHECK(first.world.journal() == nullptr);
    first.schedule.tick(first.world);
    CHECK(first.world.tick() == 1);
}

TEST_CASE("Host: the program's own journal is read and stays", "[panels][host]") {
    Game game;
    ecs::Journal journal;
    game.world.observe(&journal);
    {
        panels::Host host(game.world, game.schedule);
        Program program([&] { host.draw(); });
        host.shape = panels::HostShape::Panels;
        host.open_panel("moves");
        game.world.create(ecs::Name{"New here"});
        program.harness.frames(4);
        CHECK(program.harness.says("New here"));
    }
    CHECK(game.world.journal() == &journal);
    CHECK(journal.listener() == nullptr);
    game.world.observe(nullptr);
}

TEST_CASE("Host: when two Hosts show one world, the second keeps what happens once the first went", "[panels][host]") {
    Game game;
    auto first = std::make_unique<panels::Host>(game.world, game.schedule, "First");
    panels::Host second(game.world, game.schedule, "Second");
    Program program([&] {
        if (first) first->draw();
        second.draw();
    });
    program.harness.frames(2);
    first.reset();
    program.harness.frames(2);
    REQUIRE(game.world.journal() != nullptr);
    const std::uint64_t before = game.world.journal()->total();
    game.world.create();
    CHECK(game.world.journal()->total() > before);
    program.harness.frames(2);
}

TEST_CASE("Host: no entity and many are shown in every panel", "[panels][host]") {
    const auto show_all = [](ecs::World& world, ecs::Schedule& schedule) {
        panels::Host host(world, schedule);
        Program program([&] {
            while (host.tick_due()) schedule.tick(world);
            host.draw();
        });
        host.shape = panels::HostShape::Panels;
        for (const auto& panel : host.panels()) host.open_panel(panel->id());
        program.harness.frames(10);
        CHECK(program.harness.vertex_count() > 1000);
    };
    ecs::World world;
    ecs::Schedule schedule;
    show_all(world, schedule);
    Game game(20'000);
    show_all(game.world, game.schedule);
}

TEST_CASE("Host: a font without the panels' signs shows others, no question marks", "[panels][host]") {
    OneHost one(3);
    one.open_all_panels();
    one.program.harness.frames(4);
    INFO(one.program.harness.screen());
    CHECK(one.program.harness.says("Ball"));
    CHECK_FALSE(one.program.harness.says("?"));
}

TEST_CASE("Host: the program's own look stays", "[panels][host]") {
    Game game;
    panels::Host host(game.world, game.schedule);
    ImVec4 before{0.1f, 0.2f, 0.3f, 1};
    bool same = true;
    Program program([&] {
        ImGui::GetStyle().Colors[ImGuiCol_Text] = before;
        ImGui::GetStyle().FrameRounding = 7;
        host.draw();
        same &= ImGui::GetStyle().Colors[ImGuiCol_Text].x == before.x && ImGui::GetStyle().FrameRounding == 7;
    });
    program.harness.frames(3);
    CHECK(same);
}

TEST_CASE("Host: a chooser shows one of several worlds, each with its own history", "[panels][host]") {
    Game server(0, "Home ball"), client(0, "Away ball");
    panels::Host server_host(server.world, server.schedule, "Server");
    panels::Host client_host(client.world, client.schedule, "Client");
    panels::HostChooser chooser;
    chooser.add(server_host);
    chooser.add(client_host);
    Program program([&] {
        while (server_host.tick_due()) server.schedule.tick(server.world);
        while (client_host.tick_due()) client.schedule.tick(client.world);
        chooser.draw();
    });
    server_host.use_clock([&] { return program.now; });
    client_host.use_clock([&] { return program.now; });
    Harness& screen = program.harness;
    screen.frames(30);
    CHECK(screen.says("Home ball"));
    CHECK_FALSE(screen.says("Away ball"));
    CHECK(client.world.tick() > 20);
    const ImVec2 list = screen.need("Home ball").middle();

    screen.click_text("World");
    screen.frames(3);
    screen.click_text("Client");
    screen.frames(3);
    CHECK(chooser.chosen() == 1);
    CHECK_FALSE(screen.says("Home ball"));
    CHECK(screen.need("Away ball").middle().y == list.y);
    chooser.remove(client_host);
    screen.frames(2);
    CHECK(screen.says("Home ball"));
}

}  // namespace host_test
