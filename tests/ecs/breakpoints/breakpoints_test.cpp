#include "ecs/breakpoints/breakpoints.hpp"

#include <string>
#include <vector>

#include "catch.hpp"
#include "ecs/snapshot/snapshot.hpp"
#include "ecs/support/breakpoints_game.hpp"

namespace breakpoints_test {

using namespace test;
using Game = BreakpointsGame;

TEST_CASE("Breakpoints: a condition stops behind the guilty system, with the entity and what the value was",
          "[break]") {
    Game game;
    const ecs::Entity hero = game.world.create(Health{12}, Position{});
    game.world.create(Health{50});
    bool later = false;
    game.system("Idle", [](ecs::World&) {});
    game.system("Hurt", [&](ecs::World& world) { world.get_mut<Health>(hero).hp -= 5; });
    game.system("Later", [&](ecs::World&) { later = true; });
    game.attach();
    const ecs::BreakpointId id = game.breakpoints.add("Health.hp < 0");
    const auto hit = game.run();
    REQUIRE(hit);
    CHECK(hit->tick == 2);
    CHECK(hit->writer == ecs::WriterKind::BySystem);
    CHECK(hit->writer_name == "Hurt");
    CHECK(hit->entity == hero);
    CHECK(hit->field == "Health.hp");
    CHECK(hp_of(hit->before) == 2);
    CHECK(hp_of(hit->after) == -3);
    CHECK(hit->number == 1);
    REQUIRE(game.schedule.within_tick());
    CHECK(game.schedule.next_system()->description.name == "Later");
    CHECK(game.breakpoints.find(id)->stops == 1);
    later = false;
    game.schedule.tick(game.world);  // goes on, from there
    CHECK(later);
    CHECK(game.world.tick() == 3);
    CHECK_FALSE(game.breakpoints.take_stop());
    CHECK_FALSE(game.run(20));  // it holds still, and does not begin to
}

TEST_CASE("Breakpoints: what held when it was switched on stops nothing, until it held no more", "[break]") {
    Game game;
    const ecs::Entity hero = game.world.create(Health{1});
    int hp = 1;
    game.system("Set", [&](ecs::World& world) { world.get_mut<Health>(hero).hp = hp; });
    game.attach();
    game.breakpoints.add("Health.hp < 5");
    CHECK_FALSE(game.run(3));
    hp = 10;
    CHECK_FALSE(game.run(3));
    hp = 4;
    CHECK(game.run(3));
    CHECK_FALSE(game.run(3));
}

TEST_CASE("Breakpoints: with nothing switched on there is no hook, and nothing is looked at", "[break]") {
    Game game;
    const ecs::Entity hero = game.world.create(Health{1});
    game.system("Hurt", [&](ecs::World& world) { --world.get_mut<Health>(hero).hp; });
    game.attach();
    CHECK(game.schedule.hook == nullptr);
    const ecs::BreakpointId id = game.breakpoints.add("Health.hp < -3", false);
    CHECK(game.schedule.hook == nullptr);
    CHECK(game.world.journal() == nullptr);
    CHECK_FALSE(game.run(10));
    CHECK(game.breakpoints.looks() == 0);
    REQUIRE(game.breakpoints.set_enabled(id, true));
    CHECK(game.schedule.hook != nullptr);
    game.run(1);
    CHECK(game.breakpoints.looks() == 1);
    REQUIRE(game.breakpoints.set_enabled(id, false));
    CHECK(game.schedule.hook == nullptr);
    CHECK(game.world.journal() == nullptr);
}

TEST_CASE("Breakpoints: every third time stops, counted anew after each stop", "[break]") {
    Game game;
    const ecs::Entity hero = game.world.create(Health{0});
    game.system("Hurt", [&](ecs::World& world) { ++world.get_mut<Health>(hero).hp; });
    game.attach();
    const ecs::BreakpointId id = game.breakpoints.add("on change Health.hp, 3 times");
    for (const std::uint64_t tick : {2, 5, 8}) {
        const auto hit = game.run();
        REQUIRE(hit);
        CHECK(hit->tick == tick);
        CHECK(hit->number == tick + 1);
    }
    CHECK(game.breakpoints.find(id)->hits == 9);
    CHECK(game.breakpoints.find(id)->stops == 3);
}

TEST_CASE("Breakpoints: of many at once, the entity that makes the number full is told", "[break]") {
    Game game;
    std::vector<ecs::Entity> many;
    for (int i = 0; i < 10; ++i) many.push_back(game.world.create(Health{9}));
    game.system("Hurt", [&](ecs::World& world) {
        for (const ecs::Entity each : many) world.get_mut<Health>(each).hp = 0;
    });
    game.attach();
    game.breakpoints.add("Health.hp < 5, 4 times");
    const auto hit = game.run(1);
    REQUIRE(hit);
    CHECK(hit->entity == many[3]);
    CHECK(hit->more == 9);
    CHECK(hit->number == 4);
}

TEST_CASE("Breakpoints: after a stop the count begins again, whatever happened more at the same time", "[break]") {
    Game game;
    std::vector<ecs::Entity> many;
    for (int i = 0; i < 5; ++i) many.push_back(game.world.create(Health{0}));
    game.system("Hurt", [&](ecs::World& world) {
        // Five at once in the first tick, one in each that follows.
        const std::size_t count = world.tick() == 0 ? many.size() : 1;
        for (std::size_t i = 0; i < count; ++i) ++world.get_mut<Health>(many[i]).hp;
    });
    game.attach();
    game.breakpoints.add("on change Health.hp, 3 times");
    auto hit = game.run();
    REQUIRE(hit);
    CHECK(hit->tick == 0);
    hit = game.run();
    REQUIRE(hit);
    CHECK(hit->tick == 3);
}

TEST_CASE("Breakpoints: a world that was put back is counted from nothing, and hits that are forgotten, too",
          "[break]") {
    Game game;
    const ecs::Entity hero = game.world.create(Health{0});
    game.system("Hurt", [&](ecs::World& world) { ++world.get_mut<Health>(hero).hp; });
    game.attach();
    const bool by_system = GENERATE(false, true);
    const ecs::BreakpointId id =
        game.breakpoints.add(by_system ? "on system \"Hurt\", 3 times" : "on change Health.hp, 3 times");
    for (const bool forgets : {false, true}) {
        CHECK_FALSE(game.run(2));
        if (forgets)
            game.breakpoints.forget_hits(id);
        else
            game.breakpoints.count_anew();
        game.breakpoints.rebase();
        const auto hit = game.run();
        REQUIRE(hit);
        CHECK(game.breakpoints.find(id)->hits == (forgets ? 3 : 5));
        while (game.schedule.within_tick()) game.schedule.tick(game.world);
        game.breakpoints.forget_hits(id);
    }
}

TEST_CASE("Breakpoints: a system stops before it runs, once a tick", "[break]") {
    Game game(GENERATE(false, true));
    int first = 0, second = 0;
    game.system("First", [&](ecs::World&) { ++first; });
    game.system("Second", [&](ecs::World&) { ++second; });
    game.attach();
    game.breakpoints.add("on system \"Second\"");
    for (int tick = 0; tick < 3; ++tick) {
        const auto hit = game.run(2);
        REQUIRE(hit);
        CHECK(hit->writer_name == "Second");
        CHECK(first == tick + 1);
        CHECK(second == tick);
    }
    game.breakpoints.clear();
    game.breakpoints.add("on system \"First\"");
    CHECK_FALSE(game.breakpoints.take_stop());
    const auto at_start = game.run(2);
    REQUIRE(at_start);
    CHECK(first == 3);
    CHECK(second == 3);
    CHECK_FALSE(game.schedule.within_tick());
}

TEST_CASE("Breakpoints: wrong texts and names that come later", "[break]") {
    Game game;
    game.system("Idle", [](ecs::World&) {});
    game.attach();
    const ecs::BreakpointId wrong = game.breakpoints.add("Health.hp <");
    REQUIRE(game.breakpoints.find(wrong)->error);
    const ecs::BreakpointId later = game.breakpoints.add("Mana.value > 5");
    REQUIRE(game.breakpoints.find(later)->error);
    CHECK(game.breakpoints.find(later)->error->message.find("No component Mana") == 0);
    CHECK_FALSE(game.run(3));
    struct Mana {
        float value = 0;
    };
    game.world.types().add<Mana>("Mana").field("value", &Mana::value);
    const ecs::Entity wizard = game.world.create(Mana{1});
    CHECK_FALSE(game.run(3));
    CHECK_FALSE(game.breakpoints.find(later)->error);
    game.world.get_mut<Mana>(wizard).value = 6;
    CHECK(game.run(1));
    REQUIRE(game.breakpoints.set_text(wrong, "Health.hp < 5"));
    CHECK_FALSE(game.breakpoints.find(wrong)->error);
    game.world.create(Health{1});
    CHECK(game.run(1));
}

TEST_CASE("Breakpoints: a world that is put back stops nothing, and is watched from there", "[break]") {
    Game game;
    const ecs::Entity hero = game.world.create(Health{3});
    game.system("Hurt", [&](ecs::World& world) { --world.get_mut<Health>(hero).hp; });
    game.attach();
    game.breakpoints.add("Health.hp < 0");
    game.breakpoints.add("on change Health.hp where Health.hp > 2");
    ecs::Snapshots snapshots(game.world);
    const auto start = snapshots.take();
    REQUIRE(start);
    for (int round = 0; round < 3; ++round) {
        const auto hit = game.run();
        REQUIRE(hit);
        CHECK(hit->tick == 3);
        CHECK(hp_of(hit->after) == -1);
        while (game.schedule.within_tick()) game.schedule.tick(game.world);
        REQUIRE(snapshots.restore(*start));
    }
}

TEST_CASE("Breakpoints: zero entities, and everything destroyed", "[break]") {
    Game game;
    game.system("Play", [](ecs::World& world) {
        if (world.tick() == 2) world.create(Health{-1});
        if (world.tick() == 4) world.destroy_many(entities_of(world));
    });
    game.attach();
    game.breakpoints.add("Health.hp < 0");
    game.breakpoints.add("on destroyed(Health.hp < 0)");
    const auto born = game.run();
    REQUIRE(born);
    CHECK(born->tick == 2);
    const auto gone = game.run();
    REQUIRE(gone);
    CHECK(gone->tick == 4);
    CHECK_FALSE(game.run(3));
}

TEST_CASE("Breakpoints: a world that somebody updates is looked at after each update", "[break]") {
    Game game;
    const ecs::Entity hero = game.world.create(Health{12}, Position{});
    game.system("Move", [](ecs::World&) {});
    game.attach();
    game.breakpoints.set_updated_by("Fake");
    const ecs::BreakpointId below = game.breakpoints.add("Health.hp < 0"),
                            gone = game.breakpoints.add("on destroyed(Position)"),
                            system = game.breakpoints.add("on system \"Move\"");
    game.breakpoints.look_at_update();
    CHECK_FALSE(game.breakpoints.take_stop());

    game.world.get_mut<Health>(hero).hp = -3;
    game.breakpoints.look_at_update();
    auto hit = game.breakpoints.take_stop();
    REQUIRE(hit);
    CHECK(hit->breakpoint == below);
    CHECK(hit->writer == ecs::WriterKind::Direct);
    CHECK(hit->writer_name == "Fake");
    CHECK(hp_of(hit->before) == 12);
    CHECK(hp_of(hit->after) == -3);
    game.breakpoints.look_at_update();
    CHECK_FALSE(game.breakpoints.take_stop());  // it goes on holding

    game.world.destroy(hero);
    game.breakpoints.look_at_update();
    hit = game.breakpoints.take_stop();
    REQUIRE(hit);
    CHECK(hit->breakpoint == gone);

    // Nobody here runs its systems.
    REQUIRE(game.breakpoints.find(system)->error);
    CHECK(game.breakpoints.find(system)->error->message ==
          "Fake runs its systems itself: nobody else can stop before one");
    game.breakpoints.set_updated_by({});
    CHECK_FALSE(game.breakpoints.find(system)->error);
    CHECK(game.run(1));
}

TEST_CASE("Breakpoints: they cost nothing but a look where nothing they read is written", "[break]") {
    Game game;
    std::vector<ecs::Entity> many(5000);
    game.world.create_many(many, {{game.world.id<Position>(), game.world.id<Health>()}});
    game.schedule.system<Position>("Move", [](Position& position) { position.x += 1; });
    game.attach();
    for (int i = 0; i < 200; ++i) game.breakpoints.add("Health.hp < " + std::to_string(-i));
    game.run(1);
    const std::uint64_t before = game.breakpoints.chunks_asked();
    game.run(10);
    CHECK(game.breakpoints.chunks_asked() == before);
    // One range serves all that compare the same field.
    for (int i = 0; i < 200; ++i) game.breakpoints.add("Position.x > " + std::to_string(1'000'000 + i));
    game.run(1);
    const std::uint64_t with_ranges = game.breakpoints.chunks_asked();
    game.run(1);
    const ecs::Archetype& archetype = game.world.archetype_of(many.front());
    CHECK(game.breakpoints.chunks_asked() - with_ranges == archetype.chunk_count());
}

}  // namespace breakpoints_test
