#include "ecs/play/play_session.hpp"

#include <memory>
#include <string>
#include <vector>

#include "catch.hpp"
#include "ecs/diff/diff_edits.hpp"
#include "ecs/snapshot/state_hash.hpp"
#include "ecs/support/test_types.hpp"

namespace play_session_test {

using namespace test;

namespace {

/// Enemies move by chance, some die, and a spawner makes new ones; on_create makes a leader.
struct Game {
    ecs::World world;
    ecs::Schedule schedule{world};
    ecs::History history{world, schedule};
    ecs::PlaySession play{world, schedule, history};
    int created = 0, destroyed = 0;

    Game() {
        register_types(world);
        for (int i = 0; i < 50; ++i) world.create(Position{static_cast<float>(i), 0, 0}, Health{i});
        schedule.system<Position>(
            "Wander", [](ecs::SystemContext& context, Position& position) { position.x += context.random.unit(); });
        schedule.system<Health>("Suffer", [](ecs::Commands& commands, ecs::Entity entity, Health& health) {
            if (--health.hp < -20) commands.destroy(entity);
        });
        ecs::SystemDescription spawn;
        spawn.name = "Spawn";
        spawn.on_create = [this](ecs::SystemContext& context) {
            ++created;
            context.world.create(ecs::Name{"Leader"}, Health{1000});
        };
        spawn.on_destroy = [this](ecs::SystemContext&) { ++destroyed; };
        spawn.run = [](ecs::SystemContext& context) { context.world.create(Position{}, Health{5}); };
        REQUIRE(schedule.add(std::move(spawn)));
    }

    std::uint64_t hash() const { return ecs::state_hash(world) * 31 + schedule.random.state(); }
    void run(int ticks) {
        for (int i = 0; i < ticks; ++i) schedule.tick();
    }
    void set_health(ecs::Entity entity, int hp) {
        const ecs::ComponentType& type = world.types()[world.id<Health>()];
        REQUIRE(history.perform({"Set hp", {ecs::SetComponent{entity, ecs::Value::of(type, Health{hp}), {0}}}}) == "");
        history.seal();
    }
};

}  // namespace

TEST_CASE("PlaySession: stopping puts back the authored world, and playing it again gives the same", "[play]") {
    Game game;
    const ecs::Entity hero = game.world.entity_at_slot(3);
    game.set_health(hero, 77);
    const std::uint64_t authored = game.hash(), state = game.history.state();
    REQUIRE(game.play.begin() == "");
    game.run(60);
    const std::uint64_t played = game.hash();
    CHECK(played != authored);
    CHECK(game.created == 1);
    REQUIRE(game.play.stop() == "");
    CHECK(game.hash() == authored);
    CHECK(game.world.tick() == 0);
    CHECK(game.destroyed == 1);
    CHECK_FALSE(game.play.begun());
    CHECK(game.history.state() == state);
    // The step before is still there.
    REQUIRE(game.history.undo() == "");
    CHECK(game.world.get<Health>(hero).hp == 2);
    REQUIRE(game.history.redo() == "");
    CHECK(game.hash() == authored);

    REQUIRE(game.play.begin() == "");
    game.run(60);
    CHECK(game.hash() == played);
    CHECK(game.created == 2);
}

TEST_CASE("PlaySession: systems that were set up before stay so, and those switched meanwhile are as before",
          "[play]") {
    Game game;
    game.run(3);
    game.schedule.set_enabled("Wander", false);
    const std::uint64_t authored = game.hash();
    REQUIRE(game.play.begin() == "");
    game.schedule.set_enabled("Wander", true);
    game.schedule.set_enabled("Suffer", false);
    game.run(10);
    (void)game.schedule.step_system(game.world);  // in the middle of a tick
    REQUIRE(game.schedule.within_tick());
    REQUIRE(game.play.stop() == "");
    CHECK_FALSE(game.schedule.within_tick());
    CHECK(game.hash() == authored);
    CHECK(game.created == 1);
    CHECK(game.destroyed == 0);
    CHECK_FALSE(game.schedule.find("Wander")->enabled);
    CHECK(game.schedule.find("Suffer")->enabled);
}

TEST_CASE("PlaySession: what was undone while it was played is there again after Stop, and can be undone", "[play]") {
    Game game;
    const ecs::Entity hero = game.world.entity_at_slot(3), other = game.world.entity_at_slot(5);
    game.set_health(hero, 100);
    game.set_health(other, 200);
    const ecs::Entity doomed = game.world.entity_at_slot(9);
    REQUIRE(game.history.perform({"Destroy", {ecs::DestroyEntity{doomed}}}) == "");
    game.history.seal();
    game.history.mark_saved();
    const std::uint64_t authored = game.hash();
    REQUIRE(game.play.begin() == "");
    game.run(5);
    REQUIRE(game.history.undo() == "");
    REQUIRE(game.history.undo() == "");
    game.set_health(hero, 300);
    REQUIRE(game.history.perform({"Destroy", {ecs::DestroyEntity{game.world.entity_at_slot(7)}}}) == "");
    game.run(5);
    REQUIRE(game.play.stop() == "");
    CHECK(game.hash() == authored);
    CHECK_FALSE(game.history.can_redo());
    CHECK_FALSE(game.history.unsaved());
    REQUIRE(game.history.steps().size() == 3);
    REQUIRE(game.history.go_to(0) == "");
    CHECK(game.world.get<Health>(hero).hp == 2);
    CHECK(game.world.get<Health>(other).hp == 4);
    CHECK(game.world.alive(doomed));
    REQUIRE(game.history.go_to(3) == "");
    CHECK(game.hash() == authored);
    CHECK_FALSE(game.history.unsaved());
}

TEST_CASE("PlaySession: a person keeps some of what differs, as one step on the authored world", "[play]") {
    Game game;
    const ecs::Entity hero = game.world.entity_at_slot(3), other = game.world.entity_at_slot(5);
    const std::uint64_t authored = game.hash();
    REQUIRE(game.play.begin() == "");
    game.run(5);
    game.set_health(hero, 500);
    game.set_health(other, 600);
    const std::unique_ptr<ecs::World> before = game.play.authored().make_world();
    const ecs::WorldDiff found = ecs::diff(*before, game.world);
    std::vector<std::uint32_t> chosen;
    for (std::uint32_t i = 0; i < found.entries.size(); ++i)
        if (found.entries[i].entity == hero && ecs::path_of(found, *before, found.entries[i]).ends_with("Health.hp"))
            chosen.push_back(i);
    REQUIRE(chosen.size() == 1);
    REQUIRE(game.play.stop_and_keep("Keep 1 difference", chosen) == "");
    CHECK(game.history.steps().back().label == "Keep 1 difference");
    CHECK(game.world.get<Health>(hero).hp == 500);
    CHECK(game.world.get<Health>(other).hp == 4);
    REQUIRE(game.history.undo() == "");
    CHECK(game.hash() == authored);
}

TEST_CASE("PlaySession: keeping everything gives the played world, whatever came and went", "[play]") {
    Game game;
    game.run(2);
    REQUIRE(game.play.begin() == "");
    game.run(40);
    const std::uint64_t played = ecs::state_hash(game.world);
    const ecs::WorldDiff found = ecs::diff(*game.play.authored().make_world(), game.world);
    CHECK(found.added > 0);
    CHECK(found.removed > 0);
    std::vector<std::uint32_t> all(found.entries.size());
    for (std::uint32_t i = 0; i < all.size(); ++i) all[i] = i;
    REQUIRE(game.play.stop_and_keep("Keep all", all) == "");
    game.world.set_tick(42);
    CHECK(ecs::state_hash(game.world) == played);
}

TEST_CASE("PlaySession: who saved the played world has an unsaved one after Stop", "[play]") {
    Game game;
    game.set_health(game.world.entity_at_slot(3), 77);
    game.history.mark_saved();
    REQUIRE(game.play.begin() == "");
    game.run(5);
    SECTION("the authored world was saved") {
        game.set_health(game.world.entity_at_slot(5), 9);
        game.history.mark_unsaved();
        game.history.mark_saved(game.history.noted_state());
        CHECK(game.history.unsaved());
        CHECK_FALSE(game.history.unsaved(game.history.noted_state()));
        REQUIRE(game.play.stop() == "");
        CHECK_FALSE(game.history.unsaved());
    }
    SECTION("the played world was saved") {
        game.play.note_saved_as_played();
        CHECK_FALSE(game.history.unsaved());
        REQUIRE(game.play.stop() == "");
        CHECK(game.history.unsaved());
    }
    SECTION("the played world goes on, and nobody saved it") {
        game.play.go_on();
        CHECK(game.history.unsaved());
        CHECK_FALSE(game.play.begun());
    }
    SECTION("the played world goes on, and was saved") {
        game.play.note_saved_as_played();
        game.play.go_on();
        CHECK_FALSE(game.history.unsaved());
    }
}

TEST_CASE("PlaySession: forgetting goes on with the world as it is", "[play]") {
    Game game;
    REQUIRE(game.play.begin() == "");
    game.run(5);
    const std::uint64_t played = game.hash();
    CHECK(game.play.bytes() > 0);
    game.play.forget();
    CHECK(game.play.bytes() == 0);
    REQUIRE(game.play.stop() == "");
    CHECK(game.hash() == played);
}

TEST_CASE("PlaySession: one component that cannot be copied does not keep a world from being played", "[play]") {
    struct Owner {
        int number = 0;
        std::unique_ptr<int> owned;
    };
    Game game;
    game.world.types().add<Owner>("Owner").field("number", &Owner::number);
    const ecs::Entity entity = game.world.create(Position{1, 0, 0}, Owner{3, nullptr});
    REQUIRE(game.play.begin().empty());
    game.run(5);
    game.world.get_mut<Owner>(entity).number = 8;
    REQUIRE(game.play.stop().empty());
    CHECK(game.world.get<Position>(entity).x == 1);
    CHECK(game.world.get<Owner>(entity).number == 8);
}

}  // namespace play_session_test
