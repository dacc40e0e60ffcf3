#include "panels/inspector/entity_history.hpp"

#include <string>

#include "catch.hpp"
#include "ecs/world/journal.hpp"
#include "panels/support/inspector_scene.hpp"

namespace entity_history_test {

using namespace inspector_scene;

namespace {

struct Game {
    Harness harness{{380, 700}};
    ecs::Journal journal;
    panels::InspectorPanel panel;
    ecs::Entity hero;

    Game() {
        ecs::World& world = harness.world;
        world.types().add<Health>("Health").field("hp", &Health::hp);
        world.types().add<Tag>("Frozen");
        world.observe(&journal);
        harness.lend(&panels::Context::journal, &journal);
        REQUIRE(harness.schedule.add({.name = "Hits", .run = [this](ecs::SystemContext& context) {
                                          if (context.tick == 3) context.commands.add(hero, Tag{});
                                          if (context.tick == 5) context.commands.destroy(hero);
                                      }}));
        hero = world.create(ecs::Name{"Hero"}, Health{5});
        for (int i = 0; i < 6; ++i) harness.schedule.tick(world);
    }
    ~Game() { harness.world.observe(nullptr); }
};

}  // namespace

TEST_CASE("EntityHistory: it tells when an entity was created, what it got, and who destroyed it",
          "[panels][inspector]") {
    Game game;
    panels::EntityHistory history;
    history.follow(game.harness.context(), game.hero);
    REQUIRE(history.complete());
    REQUIRE(history.changes().size() == 3);
    const auto words = [&](std::size_t i) { return panels::words_of_change(game.harness.world, history.changes()[i]); };
    CHECK(words(0) == "Created");
    CHECK(words(1) == "Got Frozen");
    CHECK(words(2) == "Destroyed");
    REQUIRE(history.death());
    CHECK(history.death()->tick == 5);
    CHECK(panels::words_of_cause(game.harness.world, history.death()->cause) == "Hits");
    CHECK(panels::words_of_cause(game.harness.world, history.changes()[0].cause) == "direct call");
}

TEST_CASE("EntityHistory: a long journal is read a part in each frame", "[panels][inspector]") {
    Game game;
    game.journal.reserve(100'000);
    for (int i = 0; i < 30'000; ++i) game.harness.world.destroy(game.harness.world.create());
    panels::EntityHistory history;
    int frames = 0;
    while (!history.complete() && frames < 100) {
        history.follow(game.harness.context(), game.hero);
        ++frames;
    }
    CHECK(frames > 1);
    CHECK(history.complete());
    CHECK(history.changes().size() == 3);
}

TEST_CASE("EntityHistory: the Inspector of a destroyed entity says when and by whom", "[panels][inspector]") {
    Game game;
    game.harness.selection.select(game.hero);
    game.harness.add(game.panel);
    game.harness.frames(3);
    INFO(game.harness.screen());
    CHECK(game.harness.says("It was destroyed in tick 5 by Hits"));
}

TEST_CASE("EntityHistory: who gets the id of an undone creation begins with its own", "[panels][inspector]") {
    Game game;
    ecs::World& world = game.harness.world;
    std::vector<ecs::Edit> edits;
    edits.push_back(ecs::CreateEntities{{ecs::EntityRecord{}}});
    REQUIRE(game.harness.history.perform({"Create", std::move(edits)}).empty());
    const ecs::Entity made = std::get<ecs::DestroyEntities>(game.harness.history.steps().back().edits[0]).entities[0];
    REQUIRE(game.harness.history.undo().empty());
    REQUIRE(world.create() == made);
    panels::EntityHistory history;
    history.follow(game.harness.context(), made);
    REQUIRE(history.changes().size() == 1);
    CHECK(panels::words_of_cause(world, history.changes()[0].cause) == "direct call");
    CHECK_FALSE(history.death());

    // Who came back by undo is the same as before.
    REQUIRE(game.harness.history.perform({"Destroy", {ecs::DestroyEntity{made}}}).empty());
    REQUIRE(game.harness.history.undo().empty());
    history.follow(game.harness.context(), made);
    CHECK(history.changes().size() == 3);
}

TEST_CASE("EntityHistory: in the past it has what happened until then", "[panels][inspector][timeline]") {
    Game game;
    Harness& harness = game.harness;
    harness.timeline.start();
    const ecs::Entity late = harness.world.create(Health{1});
    const std::uint64_t began = harness.world.tick();
    REQUIRE(harness.schedule.add({.name = "Ends", .run = [late, began](ecs::SystemContext& context) {
                                      if (context.tick == began + 2) context.commands.add(late, Tag{});
                                      if (context.tick == began + 5) context.commands.destroy(late);
                                  }}));
    harness.timeline.start();
    for (int i = 0; i < 8; ++i) harness.schedule.tick(harness.world);
    panels::EntityHistory history;
    history.follow(harness.context(), late);
    CHECK(history.changes().size() == 3);
    REQUIRE(harness.timeline.seek(began + 5).empty());
    history.follow(harness.context(), late);
    CHECK(history.changes().size() == 2);
    CHECK_FALSE(history.death());
    REQUIRE(harness.timeline.seek(began + 2).empty());
    history.follow(harness.context(), late);
    CHECK(history.changes().size() == 1);
    REQUIRE(harness.timeline.return_to_now().empty());
    history.follow(harness.context(), late);
    CHECK(history.changes().size() == 3);
    harness.timeline.stop();
}

}  // namespace entity_history_test
