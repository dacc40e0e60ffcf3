// How the Inspector marks what changed: panels/inspector/inspector_components.cpp.
#include <limits>

#include "catch.hpp"
#include "panels/inspector/inspector_panel.hpp"
#include "panels/stops/debugger.hpp"
#include "panels/support/inspector_scene.hpp"
#include "panels/watch/watches.hpp"

namespace inspector_changes_test {

using namespace inspector_scene;
using panels::InspectorPanel;
using panels::compat::Key;
using Labels = std::vector<std::string>;

namespace {

struct Position {
    float x = 0, y = 0;
};

}  // namespace

TEST_CASE("Inspector: exactly the fields that changed are marked, while paused until the next step",
          "[panels][inspector]") {
    Scene s;
    struct Triple {
        float first = 0, second = 0, third = std::numeric_limits<float>::quiet_NaN();
    };
    s.world.types()
        .add<Triple>("game::Triple")
        .field("first", &Triple::first)
        .field("second", &Triple::second)
        .field("third", &Triple::third);
    s.world.add(s.hero, Triple{});
    const auto marked = [&] {
        const auto& data = *ImGui::GetDrawData();
        std::string names;
        for (const char* name : {"first", "second", "third"}) {
            const float y = s.harness.need(name).middle().y;
            bool found = false;
            for (int l = 0; l < data.CmdListsCount; ++l)
                for (const ImDrawVert& each : data.CmdLists[l]->VtxBuffer)
                    found |= each.col == s.harness.style.theme->warn && std::abs(each.pos.y - y) < 13;
            if (found) names += (names.empty() ? "" : " ") + std::string(name);
        }
        return names;
    };
    s.harness.frames(6);
    CHECK(marked() == "");  // NaN is no change

    s.world.get_mut<Triple>(s.hero).second = 1;
    s.harness.frame();
    CHECK(marked() == "second");
    s.world.get_mut<Triple>(s.hero).first = 1;
    s.harness.frame();
    CHECK(marked() == "first second");
    s.harness.frames(50);
    CHECK(marked() == "first second");
    s.world.set_tick(s.world.tick() + 1);
    s.harness.frame();
    CHECK(marked() == "");
}

TEST_CASE("Inspector: a number that changed shows by how much, until the next step while paused",
          "[panels][inspector]") {
    Scene s;
    s.world.types().add<Position>("game::Position").field("x", &Position::x).field("y", &Position::y);
    s.world.add(s.hero, Position{555.11f, -0.4f});
    s.harness.frames(3);
    CHECK(s.harness.says("555.11"));
    CHECK(s.harness.says("?0.400"));

    s.world.set_tick(1);
    s.world.get_mut<Position>(s.hero) = {555.59f, -0.4f};
    s.harness.frame();
    INFO(s.harness.screen());
    CHECK(s.harness.need("+0.48").color == s.harness.style.theme->warn);
    CHECK(s.harness.says("555.59"));
    s.harness.frames(60);
    CHECK(s.harness.says("+0.48"));
    s.harness.hover_text("555.59");
    CHECK(s.harness.says(", before 555.11"));
    s.harness.move_to({5, 5});

    s.world.set_tick(2);
    s.world.get_mut<Position>(s.hero) = {555.59f, -1};
    s.harness.frame();
    CHECK_FALSE(s.harness.says("+0.48"));
    CHECK(s.harness.says("?0.60"));

    // What a person does before the next step counts from the same former value, and taking it back leaves nothing.
    s.world.get_mut<Position>(s.hero).y = -2.4f;
    s.harness.frame();
    CHECK(s.harness.says("?2.00"));
    s.world.get_mut<Position>(s.hero).y = -0.4f;
    s.harness.frame();
    CHECK_FALSE(s.harness.says("?0.60"));
    CHECK_FALSE(s.harness.says("+0"));

    s.world.set_tick(3);
    s.world.get_mut<Position>(s.hero).x = 600;
    const ecs::Entity other = s.world.create(ecs::Name{"Other"}, Position{600, -0.4f});
    s.harness.selection.toggle(other);
    s.harness.selection.toggle(s.hero);
    s.harness.selection.toggle(s.hero);
    s.harness.frames(2);
    s.world.get_mut<Position>(s.hero).x = s.world.get_mut<Position>(other).x = 610;
    s.harness.frames(2);
    CHECK(s.harness.says("610.00"));
    CHECK_FALSE(s.harness.says("+10"));  // of several selected it would be the change of one
}

TEST_CASE("Inspector: what is different after Stop or at another moment is not marked as changed",
          "[panels][inspector]") {
    Scene s;
    s.harness.keep_authored_world();
    s.harness.selection.select(s.hero);
    s.world.types().add<Position>("game::Position").field("x", &Position::x).field("y", &Position::y);
    s.world.add(s.hero, Position{100, 0});
    REQUIRE(s.harness.schedule.add(
        ecs::make_system<Position>(s.world, "Move", [](Position& position) { position.x += 0.75f; })));
    s.harness.timeline.start();
    s.harness.frames(3);
    const auto step = [&] {
        REQUIRE(s.harness.play.begin() == "");
        s.harness.schedule.tick(s.world);
        s.harness.frame();
    };
    step();
    step();
    CHECK(s.harness.says("+0.75"));
    SECTION("after Stop") {
        REQUIRE(s.harness.play.stop() == "");
        s.harness.frames(2);
        CHECK(s.harness.says("100.00"));
    }
    SECTION("at an earlier moment") {
        REQUIRE(s.harness.timeline.seek(1) == "");
        s.harness.frames(2);
        CHECK(s.harness.says("100.75"));
    }
    INFO(s.harness.screen());
    for (const char* const change : {"+0.75", "+1.50", "?0.75", "?1.50"}) CHECK_FALSE(s.harness.says(change));
    // The next step is marked as always.
    step();
    CHECK(s.harness.says("+0.75"));
}

TEST_CASE("Inspector: what changed while it was out of view is not marked as changed in this tick",
          "[panels][inspector]") {
    Harness harness{{420, 700}};
    InspectorPanel panel;
    bool in_view = true;
    harness.add([&](const panels::Context& context) {
        if (in_view) panel.show(context);
    });
    harness.world.types().add<Position>("game::Position").field("x", &Position::x).field("y", &Position::y);
    const ecs::Entity hero = harness.world.create(Position{100, 0});
    harness.selection.select(hero);
    harness.frames(3);
    const auto step = [&] {
        harness.world.get_mut<Position>(hero).x += 0.75f;
        harness.world.set_tick(harness.world.tick() + 1);
        harness.frame();
    };
    step();
    CHECK(harness.says("+0.75"));
    in_view = false;
    step();
    step();
    in_view = true;
    harness.frames(2);
    INFO(harness.screen());
    CHECK(harness.says("102.25"));
    CHECK_FALSE(harness.says("+0.75"));
    CHECK_FALSE(harness.says("+1.50"));
    step();
    CHECK(harness.says("+0.75"));
}

TEST_CASE("Inspector: marks of changes run on ticks, so a pause freezes them and the wall's clock does nothing",
          "[panels][inspector]") {
    Scene s;
    s.world.types().add<Position>("game::Position").field("x", &Position::x).field("y", &Position::y);
    s.world.add(s.hero, Position{1, 2});
    s.harness.transport.playing = true;
    s.harness.frames(3);
    s.world.set_tick(100);
    s.world.get_mut<Position>(s.hero).x = 3;
    s.harness.frame();
    CHECK(s.harness.says("+2.0"));
    s.harness.frames(200);  // three seconds on the wall's clock
    CHECK(s.harness.says("+2.0"));
    s.world.set_tick(130);
    s.harness.frame();
    CHECK(s.harness.says("+2.0"));
    s.harness.transport.playing = false;  // half of the time is over
    s.harness.frames(200);
    CHECK(s.harness.says("+2.0"));
    s.harness.transport.playing = true;
    s.world.set_tick(137);
    s.harness.frame();
    CHECK_FALSE(s.harness.says("+2.0"));

    // A step of a paused world shows what it changed, and nothing else.
    s.world.set_tick(140);
    s.world.get_mut<Position>(s.hero).x = 4;
    s.harness.frame();
    CHECK(s.harness.says("+1.0"));
    s.harness.transport.playing = false;
    s.world.set_tick(141);
    s.world.get_mut<Position>(s.hero).y = 5;
    s.harness.frame();
    CHECK_FALSE(s.harness.says("+1.0"));
    CHECK(s.harness.says("+3.0"));

    s.harness.style.reduce_motion = true;
    s.harness.frame();
    CHECK(s.harness.says("+3.0"));  // a dot instead of the bar
}

TEST_CASE("Inspector: the mark of a change fades with the ticks, and with reduced motion is a dot that does not",
          "[panels][inspector][changes]") {
    Scene s;
    s.world.types().add<Position>("game::Position").field("x", &Position::x).field("y", &Position::y);
    s.world.add(s.hero, Position{1, 2});
    s.harness.transport.playing = true;
    s.harness.frames(3);
    s.world.set_tick(100);
    s.world.get_mut<Position>(s.hero).x = 3;
    s.harness.frame();
    // How opaque the mark is that stands left of the delta, whose colour it has.
    const auto strength = [&] {
        const ImU32 color = s.harness.style.theme->warn & ~IM_COL32_A_MASK;
        const DrawnText delta = s.harness.need("+2.0");
        ImU32 most = 0;
        const auto& data = *ImGui::GetDrawData();
        for (int l = 0; l < data.CmdListsCount; ++l)
            for (const ImDrawVert& each : data.CmdLists[l]->VtxBuffer)
                if ((each.col & ~IM_COL32_A_MASK) == color && std::abs(each.pos.y - delta.middle().y) < 13 &&
                    each.pos.x < delta.low.x - 2)
                    most = std::max(most, each.col >> IM_COL32_A_SHIFT);
        return most;
    };
    const ImU32 full = s.harness.style.theme->warn >> IM_COL32_A_SHIFT;
    CHECK(strength() == full);
    ImU32 before = full;
    for (std::uint64_t tick = 106; tick <= 136; tick += 6) {
        s.world.set_tick(tick);
        s.harness.frame();
        CHECK(strength() < before);
        before = strength();
        s.harness.frames(30);
        CHECK(strength() == before);  // the clock does nothing
    }
    s.harness.transport.playing = false;
    s.harness.frames(30);
    CHECK(strength() == before);
    s.harness.style.reduce_motion = true;
    s.harness.frame();
    CHECK(strength() == full);
}

TEST_CASE("Inspector: what the last step of a system changed is marked where the entity is selected only then",
          "[panels][inspector][stops]") {
    Scene s;
    s.world.types().add<Position>("game::Position").field("x", &Position::x).field("y", &Position::y);
    s.world.add(s.hero, Position{10, 20});
    const ecs::Entity other = s.world.create(Position{1, 2});
    REQUIRE(s.harness.schedule.add(
        {.name = "Move", .run = [=](ecs::SystemContext& context) { context.world.get_mut<Position>(other).y += 5; }}));
    REQUIRE(s.harness.schedule.add({.name = "Rest", .run = [](ecs::SystemContext&) {}}));
    panels::Watches watches;
    panels::Debugger debugger;
    debugger.start(s.world, s.harness.schedule, s.harness.history, watches);
    s.harness.lend(&panels::Context::debugger, &debugger);
    s.harness.frames(2);
    debugger.step_system();
    s.harness.selection.select(other);
    s.harness.frames(3);
    INFO(s.harness.screen());
    CHECK(s.harness.says("+5"));
    // The next step changed nothing of it.
    s.harness.selection.select(s.hero);
    s.harness.frames(2);
    debugger.step_system();
    s.harness.selection.select(other);
    s.harness.frames(3);
    CHECK_FALSE(s.harness.says("+5"));
    debugger.stop();
    s.harness.lend(&panels::Context::debugger, nullptr);
}

}  // namespace inspector_changes_test
