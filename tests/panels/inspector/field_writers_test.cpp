#include "panels/inspector/field_writers.hpp"

#include <string>

#include "catch.hpp"
#include "panels/support/inspector_scene.hpp"
#include "panels/watch/recording.hpp"

namespace field_writers_test {

namespace {

struct Place {
    float x = 0, y = 0;
};

struct Scene {
    Harness harness{{380, 700}};
    panels::Watches watches;
    panels::Recording recording;
    panels::InspectorPanel panel;
    ecs::Entity hero;

    Scene() {
        harness.world.types().add<Place>("Place").field("x", &Place::x).field("y", &Place::y);
        hero = harness.world.create(ecs::Name{"Hero"}, Place{1, 2});
        REQUIRE(harness.schedule.add({.name = "Movement", .run = [this](ecs::SystemContext&) {
                                          harness.world.get_mut<Place>(hero).x += 0.5f;
                                      }}));
        watches.start(harness.world, harness.schedule);
        recording.start(harness.world, harness.schedule, harness.history);
        harness.lend(&panels::Context::watches, &watches);
        harness.lend(&panels::Context::recording, &recording);
        harness.selection.select(hero);
        recording.follow(harness.selection, watches);
        harness.add(panel);
        harness.frames(2);
    }
    ~Scene() {
        recording.stop();
        watches.stop();
    }
    void set_x(float x) {
        const ecs::ComponentType& type = harness.world.types()[harness.world.id<Place>()];
        REQUIRE(harness.history.perform({"Set x", {ecs::SetComponent{hero, ecs::Value::of(type, Place{x, 0}), {0}}}})
                    .empty());
        harness.history.seal();
    }
    std::vector<panels::WriterLine> lines() const {
        const ecs::ComponentId place = harness.world.id<Place>();
        return panels::last_writers(harness.world, recording, hero, place, harness.world.types()[place].fields);
    }
    /// The clock stands at the right of the row of x and y.
    void click_clock() {
        const DrawnText label = harness.need("x, y");
        harness.click({364, label.middle().y});
        harness.frames(2);
    }
};

}  // namespace

TEST_CASE("FieldWriters: the newest writes, and one of each writer before", "[panels][inspector][record]") {
    Scene s;
    s.set_x(10);
    for (int i = 0; i < 50; ++i) s.harness.schedule.tick(s.harness.world);
    const auto lines = s.lines();
    REQUIRE(lines.size() == 3);
    CHECK(lines[0].writer == "Movement");
    CHECK(lines[0].tick == 49);
    CHECK(lines[0].what == "x");
    CHECK(lines[0].before == "34.500");
    CHECK(lines[0].after == "35.000");
    CHECK(lines[1].tick == 48);
    CHECK(lines[1].more == 48);
    CHECK(lines[2].kind == ecs::WriterKind::ByStep);
    CHECK(lines[2].writer == "Set x");
    CHECK(lines[2].before == "1.000");
    CHECK(lines[2].after == "10.000");
}

TEST_CASE("FieldWriters: a small change has as many decimals as tell it", "[panels][inspector][record]") {
    Scene s;
    s.set_x(10);
    s.set_x(10.00006f);
    const auto lines = s.lines();
    REQUIRE_FALSE(lines.empty());
    CHECK(lines[0].before == "10.0000");
    CHECK(lines[0].after == "10.0001");
}

TEST_CASE("FieldWriters: the clock opens the last writers beneath the field, a click leads to the system",
          "[panels][inspector][record]") {
    Scene s;
    s.click_clock();
    INFO(s.harness.screen());
    CHECK(s.harness.says("Not written since it is recorded"));
    s.set_x(10);
    REQUIRE(s.harness.history.undo().empty());
    s.harness.schedule.tick(s.harness.world);
    s.harness.frames(2);
    INFO(s.harness.screen());
    CHECK(s.harness.says("Movement"));
    CHECK(s.harness.says("you, undone"));
    CHECK(s.harness.says("you"));
    s.harness.click_text("Movement");
    REQUIRE_FALSE(s.harness.performed.empty());
    const auto* shown = std::get_if<panels::ShowPanelRequest>(&s.harness.performed.back());
    REQUIRE(shown != nullptr);
    CHECK(shown->id == "systems");
    CHECK(shown->part == "Movement");
    s.click_clock();
    CHECK_FALSE(s.harness.says("you, undone"));
}

TEST_CASE("FieldWriters: the clock is seen dimly where a write is kept", "[panels][inspector][record]") {
    Scene s;
    const auto dim = [&] {
        const ImVec2 row = s.harness.need("x, y").middle();
        for (float x = 354; x < 374; x += 0.5f)
            if (s.harness.covered({x, row.y}, s.harness.style.theme->faint)) return true;
        return false;
    };
    s.harness.move_to({20, 20});
    s.harness.frames(2);
    CHECK_FALSE(dim());
    s.harness.schedule.tick(s.harness.world);
    s.harness.frames(2);
    CHECK(dim());
    s.recording.forget();
    s.harness.frames(2);
    CHECK_FALSE(dim());
}

TEST_CASE("FieldWriters: the foot says what is recorded, and lets choose it", "[panels][inspector][record]") {
    Scene s;
    s.harness.schedule.tick(s.harness.world);
    s.harness.frames(2);
    INFO(s.harness.screen());
    CHECK(s.harness.says("Recorded: selected"));
    CHECK(s.harness.says("1 write in"));
    const DrawnText label = s.harness.need("Recorded: selected");
    s.harness.click({362, label.middle().y});
    s.harness.frames(2);
    s.harness.click_text("Everything");
    s.harness.frames(2);
    CHECK(s.recording.what() == panels::Recording::What::Everything);
    CHECK(s.harness.says("Recorded: everything"));
}

TEST_CASE("FieldWriters: in the past they are those of until then, and a gap is said",
          "[panels][inspector][record][timeline]") {
    Scene s;
    s.harness.timeline.start();
    const auto tick = [&](int count) {
        for (; count > 0; --count) s.harness.schedule.tick(s.harness.world);
        s.harness.frames(2);
    };
    tick(10);
    s.click_clock();
    INFO(s.harness.screen());
    CHECK(s.harness.says("6.000"));
    const auto go = [&](std::uint64_t to) {
        REQUIRE(s.harness.timeline.seek(to).empty());
        s.recording.time_jumped();
        s.harness.frames(2);
    };
    go(4);
    CHECK(s.harness.world.get<Place>(s.hero).x == 3);
    REQUIRE_FALSE(s.lines().empty());
    CHECK(s.lines()[0].tick == 3);
    CHECK(s.lines()[0].after == "3.000");
    CHECK_FALSE(s.harness.says("6.000"));
    CHECK_FALSE(s.harness.says("not recorded"));

    // The ticks from 4 to 9 were not recorded a second time.
    go(10);
    REQUIRE(s.lines().size() > 1);
    CHECK(s.lines()[0].gap);
    CHECK(s.lines()[0].note == "not recorded");
    CHECK(s.lines()[1].tick == 3);
    CHECK(s.harness.says("not recorded"));
    tick(1);
    CHECK_FALSE(s.lines()[0].gap);
    CHECK(s.lines()[0].tick == 10);
    CHECK(s.lines()[0].after == "6.500");
    s.harness.timeline.stop();
}

}  // namespace field_writers_test
