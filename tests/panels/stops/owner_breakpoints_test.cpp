// Breakpoints over a world whose program checks them itself.
#include "ecs/breakpoints/owner_breakpoints.hpp"

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "catch.hpp"
#include "panels/stops/breakpoints_panel.hpp"
#include "panels/support/owner_scene.hpp"

namespace owner_breakpoints_test {

using panels::compat::Key;

namespace {

class Checker final : public ecs::OwnerBreakpoints {
public:
    void want(std::vector<ecs::WantedBreakpoint> list) override { wanted = std::move(list); }
    std::vector<ecs::BreakpointNews> take_news() override { return std::exchange(news, {}); }
    std::optional<ecs::BreakpointHit> take_stop() override { return std::exchange(stop, std::nullopt); }

    std::vector<ecs::WantedBreakpoint> wanted;
    std::vector<ecs::BreakpointNews> news;
    std::optional<ecs::BreakpointHit> stop;
};

struct Scene : OwnerScene {
    Checker program;
    panels::BreakpointsPanel list;
    ecs::OwnerKey hero = owner.spawn();

    Scene() : OwnerScene({820, 420}) {
        owner.ticks = ecs::OwnerClock{.tick = 100};
        owner.running = {{.name = "Move"}, {.name = "Hurt"}};
        owner.checker = &program;
        owner.call(hero, "Hero");
        owner.set(hero, test::FakeOwner::health, std::int32_t{12});
        harness.lend(&panels::Context::debugger, &debugger());
        harness.add(list);
        update();
    }
    panels::Debugger& debugger() { return harness.watch.debugger(); }
    ecs::BreakpointId add(const std::string& text) {
        const ecs::BreakpointId id = debugger().breakpoints().add(text);
        update();
        return id;
    }
    const ecs::Breakpoint& row(ecs::BreakpointId id) { return *debugger().breakpoints().find(id); }
    /// The program stops behind its first system.
    void stops(ecs::BreakpointId id, ecs::WriterKind writer = ecs::WriterKind::BySystem, std::string name = "Move") {
        ecs::BreakpointHit hit;
        hit.breakpoint = id;
        hit.tick = 100;
        hit.writer = writer;
        hit.writer_name = std::move(name);
        hit.entity = mirror.entity_of(hero);
        program.stop = std::move(hit);
        program.news.push_back({.id = id, .hits = 1, .stops = 1});
        owner.ticks->paused = true;
        owner.ticks->next_system = "Hurt";
        update();
    }
    bool asked(ecs::OwnerControl::Kind kind) const {
        return !owner.controls.empty() && owner.controls.back().kind == kind;
    }
};

}  // namespace

TEST_CASE("Owner breakpoints: what is typed reaches the program, also a breakpoint before one of its systems",
          "[panels][stops]") {
    Scene s;
    s.harness.click_text("Health.hp < 0, on added");
    s.harness.type("on system \"Hurt\"");
    s.harness.key(Key::Enter);
    s.update();
    REQUIRE(s.program.wanted.size() == 1);
    CHECK(s.program.wanted[0].text == "on system \"Hurt\"");
    CHECK(s.program.wanted[0].enabled);
    const ecs::BreakpointId id = s.program.wanted[0].id;
    s.debugger().breakpoints().set_enabled(id, false);
    s.update();
    CHECK_FALSE(s.program.wanted[0].enabled);
    s.debugger().breakpoints().remove(id);
    s.update();
    CHECK(s.program.wanted.empty());
}

TEST_CASE("Owner breakpoints: hits and errors of the program are shown, and nothing is looked at here",
          "[panels][stops]") {
    Scene s;
    const ecs::BreakpointId falls = s.add("Health.hp < 10"), late = s.add("Late.value > 1");
    s.program.news = {{.id = falls, .hits = 2}, {.id = late, .error = "no component is called Late"}, {.id = 99}};
    s.update();
    CHECK(s.row(falls).hits == 2);
    REQUIRE(s.row(late).error);
    CHECK(s.row(late).error->message == "no component is called Late");
    s.program.news = {{.id = falls, .hits = 1}, {.id = late}};
    s.update();
    CHECK(s.row(falls).hits == 3);
    CHECK_FALSE(s.row(late).error);
    s.owner.set(s.hero, test::FakeOwner::health, std::int32_t{3});
    s.update();
    CHECK(s.debugger().stopped() == nullptr);
    CHECK(s.debugger().breakpoints().looks() == 0);
}

TEST_CASE("Owner breakpoints: a stop of the program is shown while it stands there, and Go on lets it go on",
          "[panels][stops]") {
    Scene s;
    const ecs::BreakpointId id = s.add("Health.hp < 10");
    s.stops(id);
    REQUIRE(s.debugger().stopped() != nullptr);
    CHECK_FALSE(panels::view_stands_still(s.harness.context()));
    INFO(s.harness.screen());
    CHECK(s.harness.says("Stopped after Move: Hero"));
    CHECK_FALSE(s.harness.says("only this view"));
    CHECK(s.harness.says("1 hit, tick 100 after Move"));
    CHECK(s.harness.selection.entity() == s.mirror.entity_of(s.hero));
    s.harness.click_text("Go on");
    CHECK(s.asked(ecs::OwnerControl::Kind::Go));
    CHECK(s.debugger().stopped() == nullptr);

    s.stops(id);
    s.harness.requests.emplace_back(panels::GoOnRequest{});
    s.harness.frames(2);
    CHECK(s.owner.controls.size() == 2);
    CHECK(s.asked(ecs::OwnerControl::Kind::Go));

    // The past may be looked at meanwhile.
    s.stops(id);
    s.debugger().time_jumped();
    s.update();
    CHECK(s.debugger().stopped() != nullptr);

    // Others may let it go on, and a lost connection does.
    s.stops(id);
    REQUIRE(s.debugger().stopped() != nullptr);
    s.owner.ticks = ecs::OwnerClock{.tick = 101};
    s.update();
    CHECK(s.debugger().stopped() == nullptr);
    s.stops(id);
    REQUIRE(s.debugger().stopped() != nullptr);
    s.owner.gone = "it ended";
    s.update();
    CHECK(s.debugger().stopped() == nullptr);
    CHECK(s.row(id).stops == 5);
}

TEST_CASE("Owner breakpoints: a stop by an edit names the edit", "[panels][stops]") {
    Scene s;
    const ecs::BreakpointId id = s.add("on destroyed(Health)");
    const ecs::OwnerKey other_key = s.owner.spawn();
    s.update();
    const ecs::Entity other = s.mirror.entity_of(other_key);
    s.harness.requests.emplace_back(
        panels::EditRequest{.label = "Destroy 1 entity", .edits = {ecs::DestroyEntity{other}}});
    s.harness.frames(2);
    s.stops(id, ecs::WriterKind::ByStep, {});
    REQUIRE(s.debugger().stopped() != nullptr);
    CHECK(s.debugger().stopped()->writer_name == "Destroy 1 entity");
}

TEST_CASE("Owner breakpoints: a $watch is not known to the program, which is said, and it is not asked to check it",
          "[panels][stops]") {
    Scene s;
    const ecs::BreakpointId id = s.add("Health.hp < $limit");
    REQUIRE(s.row(id).error);
    CHECK(s.row(id).error->message == "The program checks breakpoints itself, and does not know $limit");
    CHECK(s.row(id).error->offset == 12);
    REQUIRE(s.program.wanted.size() == 1);
    CHECK_FALSE(s.program.wanted[0].enabled);
}

TEST_CASE("Owner breakpoints: a program that checks none is looked at here, and the other way round",
          "[panels][stops]") {
    Scene s;
    const ecs::BreakpointId falls = s.add("Health.hp < 10"), system = s.add("on system \"Hurt\"");
    CHECK_FALSE(s.row(system).error);
    s.owner.checker = nullptr;
    s.update();
    CHECK(s.row(system).error);
    s.owner.set(s.hero, test::FakeOwner::health, std::int32_t{3});
    s.update();
    REQUIRE(s.debugger().stopped() != nullptr);
    CHECK(s.debugger().stopped()->breakpoint == falls);
    CHECK(panels::view_stands_still(s.harness.context()));
    s.owner.checker = &s.program;
    s.update();
    CHECK_FALSE(s.row(system).error);
    CHECK(s.program.wanted.size() == 2);
}

}  // namespace owner_breakpoints_test
