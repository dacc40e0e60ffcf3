// The transport over a world whose ticks another program runs, and lets be controlled.
#include <algorithm>
#include <string>
#include <vector>

#include "catch.hpp"
#include "panels/desk/command.hpp"
#include "panels/running/systems_panel.hpp"
#include "panels/running/transport_bar.hpp"
#include "panels/stops/step_panel.hpp"
#include "panels/support/owner_scene.hpp"

namespace owner_ticks_test {

namespace {

using Control = ecs::OwnerControl;

struct Scene : OwnerScene {
    panels::TransportBar bar;

    Scene() : OwnerScene({700, 300}) {
        owner.ticks = ecs::OwnerClock{.tick = 1234};
        owner.running = {{.name = "A"}, {.name = "B"}};
        harness.add([this](const panels::Context& context) { bar.show(context); });
        update();
    }
    ImVec2 play_button() const { return {20, 20}; }
    ImVec2 step_button() const { return {56, 20}; }
    Control last() const {
        REQUIRE_FALSE(owner.controls.empty());
        return owner.controls.back();
    }
};

}  // namespace

TEST_CASE("Owner ticks: the buttons ask the program, and the transport follows what it says", "[panels][transport]") {
    Scene s;
    INFO(s.harness.screen());
    CHECK(s.harness.says("tick 1,234"));
    CHECK(s.harness.transport.playing);
    s.harness.click(s.play_button());
    CHECK(s.last().kind == Control::Kind::Pause);
    // Until the program says that it is paused, it is not.
    CHECK(s.harness.transport.playing);
    s.owner.ticks->paused = true;
    s.update();
    CHECK_FALSE(s.harness.transport.playing);
    s.harness.click(s.step_button());
    CHECK(s.last().kind == Control::Kind::StepTicks);
    CHECK(s.last().ticks == 1);
    s.harness.click(s.play_button());
    CHECK(s.last().kind == Control::Kind::Go);
    CHECK(s.owner.controls.size() == 3);
    CHECK(s.harness.refused.empty());
    // Nothing ran here.
    s.owner.ticks->paused = false;
    s.update();
    s.harness.begin_ticks();
    CHECK_FALSE(s.harness.tick_due());
    CHECK(s.mirror.world().tick() == 1234);
}

TEST_CASE("Owner ticks: ticks to run to, systems and speeds go to the program, and what it cannot do is refused",
          "[panels][transport]") {
    Scene s;
    const auto ask = [&](panels::TransportRequest request) {
        s.harness.requests.emplace_back(std::move(request));
        s.harness.frames(2);
    };
    using Kind = panels::TransportRequest::Kind;
    ask({.kind = Kind::RunToTick, .tick = 1300});
    CHECK(s.last().kind == Control::Kind::RunToTick);
    CHECK(s.last().ticks == 1300);
    CHECK_FALSE(s.harness.transport.until_tick);
    ask({.kind = Kind::StepSystem});
    CHECK(s.last().kind == Control::Kind::StepSystem);
    ask({.kind = Kind::SetSpeed, .speed = 0.25});
    CHECK(s.last().speed == 0.25);
    CHECK(s.harness.transport.speed == 1);
    s.owner.ticks->speed = 0.25;
    s.update();
    CHECK(s.harness.transport.speed == 0.25);
    CHECK(s.harness.says("0.25×"));
    CHECK(s.harness.refused.empty());
    ask({.kind = Kind::SetSpeed, .speed = 2});
    ask({.kind = Kind::SetSpeed, .speed = 0});
    ask({.kind = Kind::RunToTick, .tick = 3});
    CHECK(s.harness.refused.size() == 3);
    CHECK(s.owner.controls.size() == 3);
    // What the program was told is not what the next world begins with.
    s.harness.close();
    CHECK(s.harness.transport.speed == 1);
    CHECK_FALSE(s.harness.transport.playing);
    s.harness.show({s.mirror.world(), s.schedule, s.history});
}

TEST_CASE("Owner ticks: only slower speeds are offered", "[panels][transport]") {
    Scene s;
    s.harness.click_text("1×");
    s.harness.frames(2);
    INFO(s.harness.screen());
    CHECK(s.harness.says("0.125×"));
    CHECK_FALSE(s.harness.says("2×"));
    CHECK_FALSE(s.harness.says("max"));
    s.harness.click_text("0.5×");
    CHECK(s.last().kind == Control::Kind::SetSpeed);
    CHECK(s.last().speed == 0.5);
}

TEST_CASE("Owner ticks: the systems say which one runs next in the program, and why none can be run alone",
          "[panels][transport]") {
    Scene s;
    panels::SystemsPanel systems;
    s.harness.add(systems);
    s.owner.ticks->paused = true;
    s.owner.ticks->next_system = "B";
    s.update();
    INFO(s.harness.screen());
    CHECK(s.harness.says("Within tick 1,234, next is B"));
    s.harness.click_text("Step system");
    CHECK(s.last().kind == Control::Kind::StepSystem);
    s.owner.ticks->why_not_systems = "they are one";
    s.update();
    const std::size_t asked = s.owner.controls.size();
    s.harness.click_text("Step system");
    CHECK(s.owner.controls.size() == asked);
    s.harness.hover_text("Step system");
    CHECK(s.harness.says("they are one"));
}

TEST_CASE("Owner ticks: the menu Run offers the worlds of the program, and asks for the one that is chosen",
          "[panels][transport]") {
    Scene s;
    const auto commands = panels::run_commands();
    const auto row = std::find_if(commands.begin(), commands.end(),
                                  [](const panels::Command& each) { return each.name == "run.world"; });
    REQUIRE(row != commands.end());
    CHECK_FALSE(row->offered(s.harness));
    CHECK(row->why_not(s.harness) == "No program with several worlds is attached");
    s.owner.several = ecs::OwnerWorlds{{"server", ""}, 1};
    CHECK(row->offered(s.harness));
    CHECK(row->why_not(s.harness).empty());
    const std::vector<panels::CommandChoice> choices = row->choices(s.harness);
    REQUIRE(choices.size() == 2);
    CHECK(choices[0].label == "server");
    CHECK_FALSE(choices[0].checked);
    CHECK(choices[1].label == "World without a name");
    CHECK(choices[1].checked);
    choices[0].choose();
    s.harness.frames(2);
    CHECK(s.owner.world_wanted == "server");
}

TEST_CASE("Owner ticks: without a clock of the program nothing is asked of it", "[panels][transport]") {
    Scene s;
    s.owner.ticks.reset();
    s.harness.transport.why_not = "This world is run by Fake";
    s.update();
    CHECK(s.harness.says("update"));
    s.harness.click(s.play_button());
    s.harness.requests.emplace_back(panels::TransportRequest{.kind = panels::TransportRequest::Kind::StepTick});
    s.harness.frames(2);
    CHECK(s.owner.controls.empty());
    CHECK(s.harness.refused == std::vector<std::string>{"This world is run by Fake"});
}

}  // namespace owner_ticks_test
