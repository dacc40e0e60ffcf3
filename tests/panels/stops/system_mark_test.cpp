#include "panels/stops/system_mark.hpp"

#include "catch.hpp"
#include "panels/running/schedule_panel.hpp"
#include "panels/running/systems_panel.hpp"
#include "panels/stops/debugger.hpp"
#include "panels/support/headless.hpp"
#include "panels/watch/watches.hpp"

namespace system_mark_test {

namespace {

struct Health {
    std::int32_t hp = 100;
};

/// Three systems, of which the second one hurts.
struct Scene {
    Harness harness{{1200, 320}};
    panels::Watches watches;
    panels::Debugger debugger;

    Scene() {
        harness.world.types().add<Health>("Health").field("hp", &Health::hp);
        const ecs::Entity hero = harness.world.create(ecs::Name{"Hero"}, Health{10});
        REQUIRE(harness.schedule.add({.name = "Think", .run = [](ecs::SystemContext&) {}}));
        REQUIRE(harness.schedule.add({.name = "Hurt", .run = [=](ecs::SystemContext& context) {
                                          context.world.get_mut<Health>(hero).hp -= 6;
                                      }}));
        REQUIRE(harness.schedule.add({.name = "Rest", .run = [](ecs::SystemContext&) {}}));
        debugger.start(harness.world, harness.schedule, harness.history, watches);
        harness.lend(&panels::Context::debugger, &debugger);
    }
    ~Scene() { debugger.stop(); }
    void stop_at(const char* breakpoint) {
        (void)debugger.breakpoints().add(breakpoint);
        for (int i = 0; i < 5 && debugger.stopped() == nullptr; ++i) {
            harness.schedule.tick(harness.world);
            debugger.look();
        }
        REQUIRE(debugger.stopped() != nullptr);
        harness.frames(2);
    }
    panels::SystemMark mark(std::string_view system) { return panels::mark_of(harness.context(), system); }
    /// Whether something of the colour stands left of the name, in its line.
    bool marked(std::string_view name, ImU32 color) const {
        const DrawnText text = harness.need(name);
        for (float x = text.low.x - 24; x < text.low.x; x += 1)
            if (harness.covered({x, text.middle().y}, color)) return true;
        return false;
    }
};

}  // namespace

TEST_CASE("System marks: who did it is guilty, and who comes then is next", "[panels][stops]") {
    Scene s;
    CHECK_FALSE(s.mark("Hurt").any());
    CHECK_FALSE(s.mark("Think").any());
    s.stop_at("Health.hp < 0");
    CHECK(s.mark("Hurt").guilty);
    CHECK_FALSE(s.mark("Hurt").next);
    CHECK(s.mark("Rest").next);
    CHECK_FALSE(s.mark("Rest").guilty);
    CHECK_FALSE(s.mark("Think").any());
    CHECK(panels::words_of(s.harness.context(), s.mark("Hurt")).find("Stopped after Hurt: Health.hp of Hero") !=
          std::string::npos);
    CHECK(panels::words_of(s.harness.context(), s.mark("Rest")) == "\nRuns next");
    s.debugger.go_on();
    CHECK_FALSE(s.mark("Hurt").any());
}

TEST_CASE("System marks: a system that a breakpoint names is next, and not guilty", "[panels][stops]") {
    Scene s;
    s.stop_at("on system \"Rest\"");
    CHECK(s.mark("Rest").asked);
    CHECK(s.mark("Rest").next);
    CHECK_FALSE(s.mark("Rest").guilty);
    CHECK_FALSE(s.mark("Hurt").any());
}

TEST_CASE("System marks: they stand in the Systems panel, in the stages and in the matrix", "[panels][stops]") {
    Scene s;
    panels::SystemsPanel systems;
    panels::SchedulePanel schedule;
    const int where = GENERATE(0, 1, 2);
    if (where == 0) {
        s.harness.add(systems);
    } else {
        schedule.show_part(where == 1 ? "graph" : "matrix");
        s.harness.add(schedule);
    }
    s.harness.frames(2);
    const panels::Theme& theme = *s.harness.style.theme;
    CHECK_FALSE(s.marked("Hurt", theme.error));
    s.stop_at("Health.hp < 0");
    INFO(s.harness.screen());
    CHECK(s.marked("Hurt", theme.error));
    CHECK_FALSE(s.marked("Rest", theme.error));
    CHECK_FALSE(s.marked("Think", theme.error));
    CHECK(s.marked("Rest", theme.text));
    s.debugger.go_on();
    s.harness.frames(2);
    CHECK_FALSE(s.marked("Hurt", theme.error));
}

}  // namespace system_mark_test
