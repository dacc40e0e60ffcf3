#include <string>

#include "catch.hpp"
#include "ecs/play/play_session.hpp"
#include "ecs/snapshot/state_hash.hpp"
#include "ecs/support/test_types.hpp"
#include "ecs/timeline/timeline.hpp"

namespace play_time_test {

using namespace test;

namespace {

/// A level with two steps before Play: the hero's hp is set, and a rock is made. While it is played, hp grows.
struct Level {
    ecs::World world;
    ecs::Schedule schedule{world};
    ecs::History history{world, schedule};
    ecs::PlaySession play{world, schedule, history};
    ecs::Timeline timeline{world, schedule, history};
    ecs::Entity hero, rock;
    std::uint64_t authored = 0;

    Level() {
        register_types(world);
        hero = world.create(Health{1});
        schedule.system<Health>("Grow", [](Health& health) { ++health.hp; });
        set_hp(50);
        ecs::CreateEntities create;
        create.entities.emplace_back();
        perform("Create rock", std::move(create));
        rock = std::get<ecs::DestroyEntities>(history.steps()[1].edits[0]).entities[0];
        history.mark_saved();
        authored = hash();
        timeline.start();
    }
    ~Level() { timeline.stop(); }

    std::uint64_t hash() const { return ecs::state_hash(world); }
    int hp() const { return world.get<Health>(hero).hp; }
    void perform(std::string label, ecs::Edit edit) {
        std::vector<ecs::Edit> edits;
        edits.push_back(std::move(edit));
        REQUIRE(history.perform({std::move(label), std::move(edits)}) == "");
        history.seal();
    }
    void set_hp(int hp) {
        const ecs::ComponentType& type = world.types()[world.id<Health>()];
        perform("Set hp", ecs::SetComponent{hero, ecs::Value::of(type, Health{hp}), {0}});
    }
    void run(int ticks) {
        REQUIRE(play.begin() == "");
        for (int i = 0; i < ticks; ++i) schedule.tick(world);
    }
    void visit(std::uint64_t tick) {
        REQUIRE(timeline.seek(tick) == "");
        REQUIRE(timeline.return_to_now() == "");
    }
    void undo() { REQUIRE(history.undo() == ""); }
    void redo() { REQUIRE(history.redo() == ""); }
    std::string labels() const {
        std::string all;
        for (std::size_t i = 0; i < history.steps().size(); ++i)
            all += (i == 0 ? "" : ", ") + history.steps()[i].label + (i < history.done() ? "" : " (undone)");
        return all;
    }
    /// Both steps can be undone and redone, and undone they lead to the values of before.
    void is_as_authored() {
        CHECK(hash() == authored);
        CHECK(labels() == "Set hp, Create rock");
        CHECK_FALSE(history.unsaved());
        REQUIRE(history.go_to(0) == "");
        CHECK(hp() == 1);
        CHECK_FALSE(world.alive(rock));
        REQUIRE(history.go_to(2) == "");
        CHECK(world.alive(rock));
        CHECK(hash() == authored);
        CHECK_FALSE(history.unsaved());
    }
};

}  // namespace

TEST_CASE(
    "PlaySession: a step of before that is undone while it is played is there again after Stop, also after visits "
    "to the past",
    "[play][timeline]") {
    Level level;
    level.run(10);
    const int undone = GENERATE(1, 2);
    const int visits = GENERATE(0, 1, 2);
    CAPTURE(undone, visits);
    if (visits == 2) level.visit(4);
    for (int i = 0; i < undone; ++i) level.undo();
    for (int i = 0; i < 5; ++i) level.schedule.tick(level.world);
    if (visits > 0) level.visit(4);
    if (visits > 0) level.visit(12);
    CHECK(level.play.changed_by_person());
    CHECK(level.play.undone_by_person().size() == static_cast<std::size_t>(undone));
    SECTION("it stops now") { CHECK(level.play.begun()); }
    SECTION("after another step") { level.set_hp(7); }
    SECTION("in the past") { REQUIRE(level.timeline.seek(4) == ""); }
    SECTION("on a branch") {
        REQUIRE(level.timeline.seek(4) == "");
        level.set_hp(9);
        level.schedule.tick(level.world);
        REQUIRE(level.timeline.switch_to(0) == "");
    }
    REQUIRE(level.play.stop() == "");
    level.is_as_authored();
}

TEST_CASE("PlaySession: a step of before that is undone and redone while it is played brings back the authored value",
          "[play][timeline]") {
    Level level;
    level.run(10);
    REQUIRE(level.history.go_to(0) == "");
    level.schedule.tick(level.world);
    REQUIRE(level.history.go_to(2) == "");
    level.schedule.tick(level.world);
    if (GENERATE(false, true)) level.visit(3);
    CHECK(level.play.undone_by_person().size() == 2);
    CHECK(level.play.done_by_person().size() == 2);
    REQUIRE(level.play.stop() == "");
    level.is_as_authored();
}

TEST_CASE("PlaySession: what could be redone before Play can be redone after Stop, whatever was done meanwhile",
          "[play][timeline]") {
    Level level;
    level.undo();
    const std::uint64_t authored = level.hash();
    level.timeline.start();
    level.run(10);
    CHECK_FALSE(level.play.changed_by_person());
    SECTION("nothing") { CHECK(level.play.undone_by_person().empty()); }
    SECTION("redone") {
        level.redo();
        CHECK(level.play.done_by_person().size() == 1);
        CHECK(level.play.undone_by_person().empty());
    }
    SECTION("redone, and a visit to the past") {
        level.redo();
        level.visit(5);
    }
    SECTION("forgotten, since something else was done") { level.set_hp(3); }
    SECTION("the step before was undone, too") {
        level.undo();
        level.visit(5);
    }
    REQUIRE(level.play.stop() == "");
    CHECK(level.hash() == authored);
    CHECK(level.labels() == "Set hp, Create rock (undone)");
    level.redo();
    CHECK(level.world.alive(level.rock));
    CHECK(level.hash() == level.authored);
    REQUIRE(level.history.go_to(0) == "");
    CHECK(level.hp() == 1);
}

TEST_CASE("PlaySession: steps that were undone later are there in the past, and can be undone there",
          "[play][timeline]") {
    Level level;
    level.run(10);
    level.set_hp(99);
    level.undo();
    level.undo();
    for (int i = 0; i < 5; ++i) level.schedule.tick(level.world);
    REQUIRE(level.timeline.seek(4) == "");
    CHECK(level.labels() == "Set hp, Create rock");
    level.undo();
    CHECK_FALSE(level.world.alive(level.rock));
    level.undo();
    CHECK(level.hp() == 1);
    REQUIRE(level.play.stop() == "");
    level.is_as_authored();
}

TEST_CASE("PlaySession: a session that goes on from the played world keeps no copies of steps", "[play]") {
    Level level;
    level.run(3);
    level.undo();
    level.play.go_on();
    CHECK(level.labels() == "Set hp, Create rock (undone)");
    CHECK(level.history.undone_since_noted().empty());
    level.redo();
    CHECK(level.world.alive(level.rock));
}

}  // namespace play_time_test
