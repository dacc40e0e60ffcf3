#include "panels/stops/debugger.hpp"

#include <algorithm>
#include <string>

#include "catch.hpp"
#include "panels/stops/break_item.hpp"
#include "panels/stops/breakpoints_panel.hpp"
#include "panels/stops/step_panel.hpp"
#include "panels/support/headless.hpp"
#include "panels/watch/watches.hpp"

namespace debugger_test {

using panels::compat::Key;

namespace {

struct Health {
    std::int32_t hp = 100;
};
struct Frozen {};

struct Scene {
    Harness harness{{820, 420}};
    panels::Watches watches;
    panels::Debugger debugger;
    panels::BreakpointsPanel list;
    panels::StepPanel step;
    ecs::Entity hero;

    explicit Scene(bool lends = true, bool steps = false) {
        harness.world.types().add<Health>("Health").field("hp", &Health::hp);
        harness.world.types().add<Frozen>("Frozen");
        hero = harness.world.create(ecs::Name{"Hero"}, Health{10});
        REQUIRE(harness.schedule.add({.name = "Hurt", .run = [this](ecs::SystemContext&) {
                                          if (harness.world.alive(hero)) harness.world.get_mut<Health>(hero).hp -= 6;
                                      }}));
        REQUIRE(harness.schedule.add(
            {.name = "Spawn", .run = [this](ecs::SystemContext&) { harness.world.create(ecs::Name{"Egg"}); }}));
        debugger.start(harness.world, harness.schedule, harness.history, watches);
        if (lends) harness.lend(&panels::Context::debugger, &debugger);
        if (steps)
            harness.add(step);
        else
            harness.add(list);
        harness.frames(2);
    }
    ~Scene() { debugger.stop(); }
    void tick() {
        harness.schedule.tick(harness.world);
        debugger.look();
        harness.frames(2);
    }
    void type_in(std::string_view text) {
        harness.click_text("Health.hp < 0, on added");
        harness.type(text);
        harness.frames(2);
    }
};

}  // namespace

TEST_CASE("Breakpoints panel: what is typed becomes a row, stops, and says who did it", "[panels][stops]") {
    Scene s;
    s.type_in("Health.hp < 0");
    CHECK(s.harness.says("Matches 0 entities now"));
    s.harness.key(Key::Enter);
    s.harness.frames(2);
    REQUIRE(s.debugger.breakpoints().all().size() == 1);
    CHECK(s.list.rows_drawn() == 1);
    s.tick();
    CHECK(s.debugger.stopped() == nullptr);
    s.tick();
    REQUIRE(s.debugger.stopped() != nullptr);
    CHECK(s.debugger.take_fresh());
    CHECK_FALSE(s.debugger.take_fresh());
    INFO(s.harness.screen());
    CHECK(s.harness.says("Stopped after Hurt: Health.hp of Hero: 4 "));
    CHECK(s.harness.says("1 hit"));
    s.harness.click_text("Go on");
    s.harness.frames(1);
    CHECK(s.harness.transport.playing);
    s.tick();
    CHECK(s.debugger.stopped() == nullptr);
    CHECK_FALSE(s.harness.says("Stopped after"));
}

TEST_CASE("Breakpoints panel: a condition that holds already says that it waits for another entity",
          "[panels][stops]") {
    Scene s;
    s.type_in("Health.hp > 5");
    CHECK(s.harness.says("Matches 1 entity now, and stops when another one begins to"));
    s.harness.key(Key::Enter);
    s.harness.frames(2);
    s.tick();
    CHECK(s.debugger.stopped() == nullptr);
}

TEST_CASE("Step panel: without a system to step it leads to the systems", "[panels][stops]") {
    Scene s(true, true);
    CHECK(s.harness.says("No system was stepped yet"));
    REQUIRE(s.harness.schedule.set_enabled("Hurt", false));
    REQUIRE(s.harness.schedule.set_enabled("Spawn", false));
    s.harness.frames(2);
    CHECK(s.harness.says("No system can be stepped"));
    s.harness.click_text("Show systems");
    CHECK(std::any_of(s.harness.performed.begin(), s.harness.performed.end(), [](const panels::Request& request) {
        const auto* show = std::get_if<panels::ShowPanelRequest>(&request);
        return show != nullptr && show->id == "systems";
    }));
}

TEST_CASE("Breakpoints panel: the last of many can be scrolled to", "[panels][stops]") {
    Scene s;
    for (int i = 0; i < 100; ++i) (void)s.debugger.breakpoints().add("Health.hp < " + std::to_string(-1 - i));
    s.harness.frames(2);
    CHECK(s.list.rows_drawn() < 30);
    const auto at = s.harness.need("Health.hp < -3");
    s.harness.move_to({at.low.x + 2, at.low.y + 2});
    s.harness.wheel(-200);
    s.harness.frames(3);
    INFO(s.harness.screen());
    CHECK(s.harness.says("Health.hp < -100"));
}

TEST_CASE("Breakpoints panel: a wrong text keeps standing there, with a caret and what was expected",
          "[panels][stops]") {
    Scene s;
    s.type_in("on added(Frosen)");
    s.harness.key(Key::Enter);
    s.harness.frames(2);
    CHECK(s.debugger.breakpoints().all().empty());
    CHECK(s.harness.says("No component Frosen (did you mean Frozen?)"));
    CHECK(s.harness.says("^"));
}

TEST_CASE("Breakpoints panel: without breakpoints it says what they are for, and without a program what it needs",
          "[panels][stops]") {
    Scene s;
    CHECK(s.harness.says("No breakpoints"));
    s.harness.click_text("Type a breakpoint");
    s.harness.frames(3);
    CHECK_FALSE(s.harness.says("Expected"));  // nothing is wrong before anything is typed
    s.harness.type("on system \"Spawn\"");
    s.harness.key(Key::Enter);
    s.harness.frames(2);
    CHECK(s.debugger.breakpoints().all().size() == 1);
    s.tick();
    CHECK(s.harness.says("Stopped before Spawn"));
    Scene none(false);
    CHECK(none.harness.says("Nobody keeps breakpoints here"));
}

TEST_CASE("Debugger: the list is kept in one line and comes back, wrong texts too", "[panels][stops]") {
    panels::Debugger debugger;
    const char* const texts[] = {"Health.hp < 0", "on added(Frozen), 3 times", "on system \"A\tb\"", "Health.hp <"};
    for (const char* text : texts) (void)debugger.breakpoints().add(text);
    debugger.breakpoints().set_enabled(debugger.breakpoints().all()[1].id, false);
    const std::string line = debugger.save();
    CHECK(line.find('\n') == std::string::npos);
    panels::Debugger other;
    other.load(line);
    REQUIRE(other.breakpoints().all().size() == 4);
    CHECK(other.breakpoints().all()[0].text == "Health.hp < 0");
    CHECK_FALSE(other.breakpoints().all()[1].enabled);
    CHECK(other.breakpoints().all()[1].times == 3);
    CHECK(other.breakpoints().all()[3].error);
    CHECK(other.save() == line);
    other.load("nonsense\t\t+\t*x");
    CHECK(other.breakpoints().all().empty());
}

TEST_CASE("Debugger: a menu item adds its breakpoint once, and switches it on again", "[panels][stops]") {
    Scene s;
    const panels::Context context = s.harness.context();
    const panels::MenuItem item = panels::break_item("Break", panels::text_for_change(s.hero, "Health.hp"));
    item.run(context);
    item.run(context);
    REQUIRE(s.debugger.breakpoints().all().size() == 1);
    CHECK_FALSE(s.debugger.breakpoints().all()[0].error);
    s.debugger.breakpoints().set_enabled(s.debugger.breakpoints().all()[0].id, false);
    item.run(context);
    CHECK(s.debugger.breakpoints().all()[0].enabled);
    s.tick();
    REQUIRE(s.debugger.stopped() != nullptr);
    CHECK(panels::stop_text(s.harness.world, *s.debugger.stopped()) == "Stopped after Hurt: Health.hp of Hero: 10 → 4");
    s.harness.world.destroy(s.hero);
    CHECK(panels::text_for_destroyed(s.hero) == "on destroyed(#" + ecs::to_string(s.hero) + ")");
    CHECK(panels::text_for_system("A \"b\"") == "on system \"A \\\"b\\\"\"");
}

TEST_CASE("Step panel: a step shows what it changed, and is run back", "[panels][stops]") {
    Scene s(true, true);
    CHECK(s.harness.says("No system was stepped yet"));
    s.debugger.step_system();
    s.harness.frames(2);
    INFO(s.harness.screen());
    CHECK(s.harness.says("Hurt changed 1 field of 1 entity"));
    CHECK(s.harness.says("10 "));
    CHECK(s.step.rows_drawn() == 1);
    s.harness.click_text("Health.hp");
    CHECK(s.harness.selection.entity() == s.hero);
    s.debugger.step_system();
    s.harness.frames(2);
    CHECK(s.harness.says("Spawn created 1 entity"));
    CHECK(s.debugger.back_system().empty());
    s.harness.frames(2);
    CHECK(s.harness.says("Hurt changed 1 field of 1 entity"));
    CHECK(s.harness.says("next is Spawn"));
    CHECK(s.debugger.back_system().empty());
    CHECK(s.harness.world.get<Health>(s.hero).hp == 10);
    CHECK(s.debugger.why_not_back() == "No system was stepped before");
    s.debugger.step_system();
    s.tick();
    CHECK(s.harness.says("The world went on since"));
}

TEST_CASE("Debugger: the report of an undo names it, and shows what it changed", "[panels][stops]") {
    Scene s;
    s.type_in("Health.hp < 50");
    s.harness.key(Key::Enter);
    s.harness.frames(2);
    const auto perform = [&](std::string label, ecs::Edit edit) {
        std::vector<ecs::Edit> edits;
        edits.push_back(std::move(edit));
        REQUIRE(s.harness.history.perform({std::move(label), std::move(edits)}).empty());
        s.harness.history.seal();
        s.debugger.look();
    };
    perform("Destroy Hero", ecs::DestroyEntity{s.hero});
    CHECK(s.debugger.stopped() == nullptr);
    REQUIRE(s.harness.history.undo().empty());
    s.debugger.look();
    s.harness.frames(2);
    REQUIRE(s.debugger.stopped() != nullptr);
    INFO(s.harness.screen());
    CHECK(panels::stop_text(s.harness.world, *s.debugger.stopped()) ==
          "Stopped after undoing Destroy Hero: Health.hp of Hero: – → 10");
}

TEST_CASE("Debugger: what an edit made true is told with its breakpoint, until the next edit", "[panels][stops]") {
    Scene s;
    s.type_in("Health.hp < 5");
    s.harness.key(Key::Enter);
    s.harness.frames(2);
    const ecs::ComponentType& type = s.harness.world.types()[s.harness.world.id<Health>()];
    const auto set = [&](std::int32_t hp) {
        std::vector<ecs::Edit> edits;
        edits.push_back(ecs::SetComponent{s.hero, ecs::Value::of(type, Health{hp}), {0}});
        REQUIRE(s.harness.history.perform({"Set hp", std::move(edits)}).empty());
        s.harness.history.seal();
        s.debugger.look();
    };
    set(3);
    REQUIRE(s.debugger.stopped() != nullptr);
    CHECK(panels::stop_message(s.harness.world, s.debugger, *s.debugger.stopped()) ==
          "Stopped after Set hp: Health.hp of Hero: 10 → 3 (breakpoint Health.hp < 5)");
    s.debugger.look();
    CHECK(s.debugger.stopped() != nullptr);
    set(10);
    CHECK(s.debugger.stopped() == nullptr);
    // A system that made it true has still stopped the world, whatever is edited then.
    s.tick();
    REQUIRE(s.debugger.stopped() != nullptr);
    set(30);
    CHECK(s.debugger.stopped() != nullptr);
}

TEST_CASE("Debugger: two numbers that read the same are told in full, and one that did not change is told as such",
          "[panels][stops]") {
    struct Heat {
        float now = 0;
    };
    Scene s;
    s.harness.world.types().add<Heat>("Heat").field("now", &Heat::now);
    s.harness.world.add(s.hero, Heat{30});
    const ecs::ComponentType& type = s.harness.world.types()[s.harness.world.id<Heat>()];
    ecs::BreakpointHit hit;
    hit.entity = s.hero;
    hit.writer = ecs::WriterKind::BySystem;
    hit.writer_name = "Cool";
    hit.field = "Heat.now";
    hit.shown = &type.fields[0];
    Heat before{30}, after{30.000002f};
    hit.before = ecs::Value(type, &before);
    hit.after = ecs::Value(type, &after);
    CHECK(panels::stop_text(s.harness.world, hit) == "Stopped after Cool: Heat.now of Hero: 30 → 30.000002");
    hit.same = true;
    hit.after = hit.before;
    CHECK(panels::stop_text(s.harness.world, hit) == "Stopped after Cool: Hero, whose Heat.now is 30.00 as before");
}

TEST_CASE("Step panel: its headline is a sentence about all that is different", "[panels][stops]") {
    ecs::SystemStep step;
    step.system = "Movement";
    CHECK(panels::headline_of(step) == "Movement changed nothing");
    step.problem = "Body cannot be copied";
    CHECK(panels::headline_of(step) == "What Movement changed is not known");
    step.problem.clear();
    step.created = 3;
    CHECK(panels::headline_of(step) == "Movement created 3 entities");
    step.fields = 1204;
    step.changed = 602;
    CHECK(panels::headline_of(step) == "Movement changed 1,204 fields of 602 entities, created 3");
    step.destroyed = 1;
    step.added = 1;
    step.removed = 2;
    CHECK(panels::headline_of(step) ==
          "Movement changed 1,204 fields of 602 entities, created 3, destroyed 1, added 1 component, removed 2 "
          "components");
}

TEST_CASE("Step panel: queued commands stand in a list, in their order, with what was skipped", "[panels][stops]") {
    Scene s(true, true);
    REQUIRE(s.harness.schedule.add({.name = "Judge", .run = [&](ecs::SystemContext& context) {
                                        context.commands.add<Frozen>(s.hero);
                                        context.commands.create(ecs::Name{"Ghost"});
                                        const ecs::Entity gone = context.commands.create(Health{});
                                        context.commands.destroy(gone);
                                        context.commands.add<Frozen>(gone);
                                    }}));
    s.debugger.step_system();
    s.debugger.step_system();
    s.debugger.step_system();
    s.harness.frames(2);
    CHECK(s.harness.says("Judge created 1 entity, added 1 component"));
    CHECK(s.harness.says("1 command skipped"));
    s.harness.click_text("Queued commands 4");
    s.harness.frames(2);
    INFO(s.harness.screen());
    CHECK(s.step.rows_drawn() == 4);
    const float first = s.harness.need("+ Frozen").middle().y, second = s.harness.need("created", 1).middle().y;
    const float last = s.harness.need("destroyed").middle().y;
    CHECK(first < second);
    CHECK(second < last);
    s.harness.click_text("+ Frozen");
    CHECK(s.harness.selection.entity() == s.hero);
    s.harness.click_text("Changes");
    s.harness.frames(2);
    CHECK(s.step.rows_drawn() == 2);
}

TEST_CASE("Debugger: who was destroyed has a name, and what is of another world is told quietly", "[panels][stops]") {
    Scene s;
    REQUIRE(s.harness.schedule.add({.name = "Kill", .run = [&s](ecs::SystemContext& context) {
                                        if (context.world.alive(s.hero)) context.world.destroy(s.hero);
                                    }}));
    s.debugger.breakpoints().add("on destroyed(Health)");
    s.debugger.breakpoints().add("Mana.now < 3");
    s.harness.frames(2);
    CHECK(s.harness.says("not for this world"));
    s.tick();
    REQUIRE(s.debugger.stopped() != nullptr);
    const std::string text = panels::stop_text(s.harness.world, *s.debugger.stopped());
    INFO(text);
    CHECK(text.find("Hero (" + ecs::to_string(s.hero) + ", gone)") != std::string::npos);
}

}  // namespace debugger_test
