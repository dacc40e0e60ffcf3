// The ticks of a program with a probe::Probe, here in one process, as a session sees them.
#include <algorithm>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "catch.hpp"
#include "ecs/ecs.hpp"
#include "editor/attach/attached_world.hpp"
#include "editor/demo/demo_game.hpp"
#include "editor/session/session_attached.hpp"
#include "probe/run/probe.hpp"
#include "remote/support/raw_client.hpp"

namespace attached_ticks_test {

namespace {

using Control = ecs::OwnerControl;

struct TicksEnded final : ecs::TickListener {
    std::uint64_t count = 0, last = 0;
    void tick_ended(const ecs::World& world) override {
        ++count;
        last = world.tick();
    }
};

/// A program with two systems, and the session that is attached to it.
struct Both {
    ecs::World world;
    ecs::Schedule schedule{world};
    probe::Probe probe{"game", {.announced = false, .share = 0}};
    std::unique_ptr<editor::Session> session;

    Both() {
        for (const char* name : {"First", "Second"}) schedule.system<>(name, [](ecs::SystemContext&) {});
        probe.show(world, schedule);
        session = editor::make_attached_session(
            editor::demo_game(),
            {.kind = remote::find_owner_kind("program"), .port = probe.port(), .token = probe.token()});
    }
    bool until(const std::function<bool()>& done) {
        return test::until([&] {
            if (probe.tick()) schedule.tick();
            session->attached->update();
            return done();
        });
    }
    const ecs::OwnerClock* clock() const { return session->attached->owner().clock(); }
    bool asked(const Control& control) { return session->attached->mirror().control(control).empty(); }
    bool paused() {
        return until([&] { return clock() != nullptr; }) && asked({}) && until([&] { return clock()->paused; });
    }
};

}  // namespace

TEST_CASE(
    "AttachedWorld: what happens at the end of a tick happens once for a tick of the program, and not while it is "
    "paused",
    "[attach]") {
    Both both;
    TicksEnded ended;
    both.session->schedule.add_listener(ended);
    REQUIRE(both.paused());
    const std::uint64_t tick = both.world.tick(), told = ended.count;
    CHECK(ended.last == tick);
    both.world.create();
    REQUIRE(both.until([&] { return both.session->world.entity_count() == 1; }));
    CHECK(ended.count == told);
    REQUIRE(both.asked({.kind = Control::Kind::StepTicks, .ticks = 1}));
    REQUIRE(both.until([&] { return both.session->world.tick() == tick + 1; }));
    CHECK(ended.count == told + 1);
    both.session->schedule.remove_listener(ended);
}

TEST_CASE("AttachedWorld: an edit of a paused program is marked before the next tick, and a gesture once", "[attach]") {
    Both both;
    const ecs::Entity entity = both.world.create(ecs::Name{"A"});
    REQUIRE(both.paused());
    REQUIRE(both.until([&] { return both.session->world.alive(entity); }));
    const std::uint64_t tick = both.world.tick();
    ecs::History& history = both.session->history;
    const auto edits = [&] {
        std::vector<std::string> texts;
        for (const ecs::TimeMark& each : both.session->timeline.branches().back()->marks)
            if (each.kind == ecs::MarkKind::Edited) texts.push_back(each.text);
        return texts;
    };
    const auto rename = [&](const char* name) {
        const ecs::World& seen = both.session->world;
        const ecs::ComponentType& type = seen.types()[seen.name_id()];
        std::vector<ecs::Edit> step{ecs::SetComponent{entity, ecs::Value::of(type, ecs::Name{name}), {0}}};
        REQUIRE(history.perform({"Rename", std::move(step)}).empty());
        REQUIRE(both.until([&] { return both.world.name(entity) == name; }));
    };
    rename("B");
    CHECK(both.until([&] { return edits() == std::vector<std::string>{"Rename"}; }));
    rename("C");
    CHECK(both.until([&] { return both.session->attached->mirror().unanswered() == 0; }));
    CHECK(edits().size() == 1);
    REQUIRE(history.undo().empty());
    CHECK(both.until([&] { return edits() == std::vector<std::string>{"Rename", "Undo Rename"}; }));
    CHECK(both.world.tick() == tick);
}

TEST_CASE("AttachedWorld: let go of in the middle of a tick of the program, it is a world of its own", "[attach]") {
    Both both;
    REQUIRE(both.paused());
    REQUIRE(both.asked({.kind = Control::Kind::StepSystem}));
    REQUIRE(both.until([&] { return both.session->schedule.within_tick(); }));
    editor::release_attached(*both.session);
    CHECK_FALSE(both.session->schedule.within_tick());
    CHECK(both.session->schedule.systems().empty());
}

TEST_CASE("AttachedWorld: who comes to control the program, or does no more, is told so", "[attach]") {
    Both both;
    REQUIRE(both.paused());
    const auto second = editor::make_attached_session(
        editor::demo_game(),
        {.kind = remote::find_owner_kind("program"), .port = both.probe.port(), .token = both.probe.token()});
    std::vector<std::string> told;
    const auto second_until = [&](const std::function<bool()>& done) {
        return test::until([&] {
            if (both.probe.tick()) both.schedule.tick();
            if (both.session != nullptr) both.session->attached->update();
            second->attached->update();
            for (const auto& each : second->attached->take_messages()) told.push_back(each.text);
            return done();
        });
    };
    REQUIRE(second_until([&] { return second->attached->arrived() && second->attached->owner().clock() != nullptr; }));
    const std::string controls = "This editor controls the program now";
    CHECK(std::find(told.begin(), told.end(), controls) == told.end());
    both.session.reset();
    CHECK(second_until([&] { return std::find(told.begin(), told.end(), controls) != told.end(); }));
}

}  // namespace attached_ticks_test
