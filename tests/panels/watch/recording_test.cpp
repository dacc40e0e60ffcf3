#include "panels/watch/recording.hpp"

#include <algorithm>
#include <vector>

#include "catch.hpp"

namespace recording_test {

using panels::Recording;

namespace {

struct Health {
    std::int32_t hp = 100;
};

struct Game {
    ecs::World world;
    ecs::Schedule schedule;
    ecs::History history{world, schedule};
    panels::Watches watches;
    panels::Selection selection;
    Recording recording;
    std::vector<ecs::Entity> entities;

    Game() {
        world.types().add<Health>("Health").field("hp", &Health::hp);
        for (int i = 0; i < 3; ++i) entities.push_back(world.create(Health{i}));
        REQUIRE(schedule.add({.name = "Hurt", .run = [this](ecs::SystemContext&) {
                                  for (const ecs::Entity entity : entities) --world.get_mut<Health>(entity).hp;
                              }}));
        watches.start(world, schedule);
        recording.start(world, schedule, history);
    }
    ~Game() {
        recording.stop();
        watches.stop();
    }
    /// Writes of the next tick that are recorded.
    std::size_t writes() {
        recording.follow(selection, watches);
        const std::uint64_t before = recording.records().total();
        schedule.tick(world);
        return static_cast<std::size_t>(recording.records().total() - before);
    }
};

}  // namespace

TEST_CASE("Recording: what is selected or watched is recorded, as long as it is", "[panels][watch]") {
    Game game;
    CHECK(game.writes() == 0);
    CHECK(game.schedule.hook == nullptr);
    game.selection.select(game.entities[0]);
    CHECK(game.writes() == 1);
    game.selection.select_all({game.entities[0], game.entities[1]});
    CHECK(game.writes() == 2);
    REQUIRE_FALSE(game.watches.add_pin("Health.hp", game.entities[2]));
    CHECK(game.writes() == 3);
    game.selection.clear();
    CHECK(game.writes() == 1);
}

TEST_CASE("Recording: what is looked at is the selection, the entity in view first, then what is watched, each once",
          "[panels][watch]") {
    Game game;
    const std::vector<ecs::Entity>& all = game.entities;
    game.selection.select_all({all[0], all[1]});
    for (const char* const text : {"Health.hp", "Health.hp + 1", "Health.hp + 2"})
        for (const ecs::Entity entity : {all[1], all[2]}) REQUIRE_FALSE(game.watches.add_pin(text, entity));
    using Entities = std::vector<ecs::Entity>;
    CHECK(panels::looked_at(game.selection, game.watches, 8) == Entities{all[1], all[0], all[2]});
    CHECK(panels::looked_at(game.selection, game.watches, 2) == Entities{all[1], all[0]});
    CHECK(panels::looked_at(game.selection, game.watches, 1) == Entities{all[1]});
    game.selection.clear();
    CHECK(panels::looked_at(game.selection, game.watches, 8) == Entities{all[1], all[2]});
    CHECK(panels::looked_at(panels::Selection(), panels::Watches(), 8).empty());
}

TEST_CASE("Recording: nothing, a component and everything can be chosen", "[panels][watch]") {
    Game game;
    game.selection.select(game.entities[0]);
    game.recording.choose(Recording::What::Nothing);
    CHECK(game.writes() == 0);
    CHECK(game.schedule.hook == nullptr);
    game.recording.choose(game.world.id<Health>(), true);
    CHECK(game.recording.has(game.world.id<Health>()));
    CHECK(game.writes() == 3);
    game.recording.choose(game.world.id<Health>(), false);
    CHECK(game.writes() == 0);
    game.recording.choose(Recording::What::Everything);
    CHECK(game.writes() == 3);
}

TEST_CASE("Recording: the choice is kept", "[panels][watch]") {
    for (const auto what : {Recording::What::Nothing, Recording::What::Selected, Recording::What::Everything}) {
        Recording recording, again;
        recording.choose(what);
        again.load(recording.save());
        CHECK(again.what() == what);
    }
}

}  // namespace recording_test
