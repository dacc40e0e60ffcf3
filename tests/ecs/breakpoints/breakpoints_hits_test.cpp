// What a hit of a breakpoint says: when it was, what did it, to which entity, and the values.
#include <string>
#include <vector>

#include "catch.hpp"
#include "ecs/base/random.hpp"
#include "ecs/support/breakpoints_game.hpp"
#include "ecs/world/observers.hpp"

namespace breakpoints_hits_test {

using namespace test;
using Game = BreakpointsGame;

TEST_CASE("Breakpoints: an entity of an id is watched alone, and its slot's next user is another one", "[break]") {
    Game game;
    const ecs::Entity hero = game.world.create(Health{5}), other = game.world.create(Health{5});
    int tick = 0;
    ecs::Entity next;
    game.system("Play", [&](ecs::World& world) {
        ++tick;
        world.get_mut<Health>(other).hp = -tick;
        if (tick == 3) world.get_mut<Health>(hero).hp = 1;
        if (tick == 5) world.destroy(hero);
        if (tick == 6) next = world.create(Health{-9});
    });
    game.attach();
    const std::string id = "#" + ecs::to_string(hero);
    game.breakpoints.add("on change Health.hp where " + id);
    game.breakpoints.add(id + " & Health.hp < 3");
    game.breakpoints.add("on destroyed(" + id + ")");
    const auto changed = game.run();
    REQUIRE(changed);
    CHECK(changed->tick == 2);
    CHECK(changed->kind == ecs::BreakpointKind::Change);
    CHECK(hp_of(changed->before) == 5);
    CHECK(hp_of(changed->after) == 1);
    CHECK(game.breakpoints.all()[1].stops == 1);  // in the same moment
    const auto destroyed = game.run();
    REQUIRE(destroyed);
    CHECK(destroyed->kind == ecs::BreakpointKind::Destroyed);
    CHECK(destroyed->tick == 4);
    CHECK(destroyed->entity == hero);
    CHECK_FALSE(game.run(10));
    REQUIRE(next);
    CHECK(next.index == hero.index);
}

TEST_CASE("Breakpoints: a hit knows what the entity was called, also when it is gone", "[break]") {
    Game game;
    const ecs::Entity hero = game.world.create(ecs::Name{"Hero"}, Health{9});
    const ecs::Entity enemy = game.world.create(ecs::Name{"Enemy"}, Position{});
    game.system("Play", [&](ecs::World& world) {
        if (world.tick() == 1) world.get_mut<Health>(hero).hp = 1;
        if (world.tick() == 2) world.get_mut<ecs::Name>(enemy).value = "Foe";
        if (world.tick() == 3) world.destroy(enemy);
        if (world.tick() == 4) world.destroy(hero);
    });
    game.attach();
    game.breakpoints.add("Health.hp < 3");
    game.breakpoints.add("on destroyed(Position)");
    game.breakpoints.add("on destroyed(#" + ecs::to_string(hero) + ")");
    for (const char* name : {"Hero", "Foe", "Hero"}) {
        const auto hit = game.run(10);
        REQUIRE(hit);
        CHECK(hit->entity_name == name);
    }
}

TEST_CASE("Breakpoints: added, removed, destroyed and moved tell of components and of values", "[break]") {
    struct Case {
        const char* text;
        int tick;
    };
    const Case cases[] = {
        {"on added(Frozen)", 1},
        {"on removed(Frozen)", 3},
        {"on moved(Enemy)", 1},
        {"on destroyed(Enemy)", 5},
        {"on added(Health)", 7},
        {"on added(Health.hp < 5)", 7},
        {"on added(Health.hp > 5)", 9},
        {"on destroyed(Health.hp > 5)", 10},
        {"on added(Position & !Enemy)", 4},
        {"Enemy & Frozen", 1},
        {"Frozen & !Enemy", 6},
        {"on destroyed(Enemy & Health)", 99},
    };
    const Case each = cases[GENERATE(range(0, 12))];
    INFO(each.text);
    Game game;
    const ecs::Entity enemy = game.world.create(Enemy{}, Position{});
    ecs::Entity made;
    game.system("Play", [&](ecs::World& world) {
        switch (world.tick()) {
            case 1:
                world.add(enemy, Frozen{});
                break;
            case 3:
                world.remove<Frozen>(enemy);
                break;
            case 4:
                world.create(Position{});
                break;
            case 5:
                world.destroy(enemy);
                break;
            case 6:
                world.create(Frozen{});
                break;
            case 7:
                world.create(Health{3});
                break;
            case 9:
                made = world.create(Health{30});
                break;
            case 10:
                world.destroy(made);
                break;
            default:
                break;
        }
    });
    game.attach();
    game.breakpoints.add(each.text);
    const auto hit = game.run(20);
    CHECK(hit.has_value() == (each.tick != 99));
    if (!hit) return;
    CHECK(hit->tick == static_cast<std::uint64_t>(each.tick));
    CHECK(hit->writer_name == "Play");
}

TEST_CASE("Breakpoints: a hook of an observer did what it did, and a direct call is no system", "[break]") {
    Game game;
    const ecs::Entity hero = game.world.create(Health{10});
    game.system("Freeze", [&](ecs::World& world) {
        if (world.tick() == 2) world.add(hero, Frozen{});
    });
    game.system("Idle", [](ecs::World&) {});
    game.world.observers().added<Frozen>(
        "Chill", [](ecs::World& world, ecs::Entity entity) { world.get_mut<Health>(entity).hp = -1; });
    game.attach();
    game.breakpoints.add("Health.hp < 0");
    const auto hit = game.run();
    REQUIRE(hit);
    CHECK(hit->writer == ecs::WriterKind::ByHook);
    CHECK(hit->writer_name == "Chill");
    CHECK(hit->tick == 2);
    game.world.get_mut<Health>(hero).hp = 5;
    game.run(1);
    game.world.get_mut<Health>(hero).hp = -5;
    const auto direct = game.run(1);
    REQUIRE(direct);
    CHECK(direct->writer == ecs::WriterKind::Direct);
    game.world.get_mut<Health>(hero).hp = 5;
    game.breakpoints.look_at_edit(ecs::WriterKind::ByStep, "Heal");
    game.world.get_mut<Health>(hero).hp = -5;
    game.breakpoints.look_at_edit(ecs::WriterKind::ByStep, "Set hp");
    const auto edit = game.breakpoints.take_stop();
    REQUIRE(edit);
    CHECK(edit->writer_name == "Set hp");
}

TEST_CASE("Breakpoints: of who comes back, no former value is told", "[break]") {
    Game game;
    const ecs::Entity hero = game.world.create(Health{30}, Position{});
    const ecs::Entity other = game.world.create(Health{40}, Position{});
    game.attach();
    game.breakpoints.add("Health.hp < 50");
    game.breakpoints.add("on change Health.hp");
    game.world.destroy_and_park(hero);
    game.world.remove<Health>(other);
    game.breakpoints.look_at_edit(ecs::WriterKind::ByStep, "Destroy");
    CHECK_FALSE(game.breakpoints.take_stop());

    REQUIRE(game.world.create_at(hero));
    game.world.add(hero, Health{30});
    game.breakpoints.look_at_edit(ecs::WriterKind::ByStep, "Undo");
    auto hit = game.breakpoints.take_stop();
    REQUIRE(hit);
    CHECK(hit->kind == ecs::BreakpointKind::Holds);
    CHECK(hit->entity == hero);
    CHECK(hit->field == "Health.hp");
    CHECK_FALSE(hit->before);
    CHECK(hp_of(hit->after) == 30);
    CHECK_FALSE(hit->same);

    // It got the component anew: that is no change of a value.
    game.world.add(other, Health{45});
    game.breakpoints.look_at_edit(ecs::WriterKind::ByStep, "Add Health");
    hit = game.breakpoints.take_stop();
    REQUIRE(hit);
    CHECK(hit->kind == ecs::BreakpointKind::Holds);
    CHECK_FALSE(hit->before);
    CHECK(hp_of(hit->after) == 45);
}

TEST_CASE("Breakpoints: a hit shows the value that changed, and says where none did", "[break]") {
    Game game;
    const ecs::Entity hero = game.world.create(Health{30}, Position{1, 0});
    game.attach();
    game.breakpoints.add("Health.hp < 50 & Position.x > 5 & !Frozen");
    game.world.get_mut<Position>(hero).x = 9;
    game.breakpoints.look_at_edit(ecs::WriterKind::ByStep, "Move");
    auto hit = game.breakpoints.take_stop();
    REQUIRE(hit);
    CHECK(hit->field == "Position.x");
    CHECK_FALSE(hit->same);

    game.world.add(hero, Frozen{});
    game.breakpoints.look_at_edit(ecs::WriterKind::ByStep, "Freeze");
    CHECK_FALSE(game.breakpoints.take_stop());
    game.world.remove<Frozen>(hero);
    game.breakpoints.look_at_edit(ecs::WriterKind::ByStep, "Thaw");
    hit = game.breakpoints.take_stop();
    REQUIRE(hit);
    CHECK(hit->field == "Health.hp");
    CHECK(hit->same);
    CHECK(hp_of(hit->before) == hp_of(hit->after));
}

// Three systems that may share a stage and three that may not do what a plan says; noise goes on around it.
TEST_CASE("Breakpoints: in 400 random cases the tick, the system and the entity are the planted ones", "[break]") {
    ecs::Random random(4711);
    int stopped = 0;
    for (int round = 0; round < 400; ++round) {
        const bool threads = round % 2 == 1;
        Game game(threads);
        std::vector<ecs::Entity> all;
        const int entities = 2 + static_cast<int>(random.below(300));
        for (int i = 0; i < entities; ++i) {
            all.push_back(game.world.create(Position{1, 1, 1}, Velocity{1, 1, 1}, Health{50}));
            if (i % 3 == 0) game.world.add(all.back(), Enemy{});
        }
        const ecs::Entity victim = all[random.below(static_cast<std::uint32_t>(all.size()))];
        const std::uint64_t when = 1 + random.below(8);
        const std::uint32_t kind = random.below(9);
        const auto now = [when](const ecs::World& world) { return world.tick() == when; };
        const ecs::SystemDescription side_by_side{.parallel = true};
        game.schedule.system<Position>(
            "Move",
            [&](ecs::SystemContext& context, ecs::Entity entity, Position& position) {
                position.x += 0.5f;
                if (kind == 0 && entity == victim && now(context.world)) position.y = -4;
            },
            side_by_side);
        game.schedule.system<Velocity>(
            "Brake",
            [&](ecs::SystemContext& context, ecs::Entity entity, Velocity& velocity) {
                velocity.x *= 0.9f;
                if (kind == 1 && entity == victim && now(context.world)) velocity.z = 1000;
            },
            side_by_side);
        game.schedule.system<Health>(
            "Hurt",
            [&](ecs::SystemContext& context, ecs::Entity entity, Health& health) {
                if ((kind == 2 || kind == 3 || kind == 8) && entity == victim && now(context.world)) health.hp = 7;
            },
            side_by_side);
        game.system("Freeze", [&](ecs::World& world) {
            if ((kind == 4 || kind == 5) && now(world)) world.add(victim, Frozen{});
        });
        game.system("Spawn", [&](ecs::World& world) {
            const ecs::Entity noise = world.create(Position{}, Velocity{}, Health{50});
            if (world.tick() % 2 == 0) world.destroy(noise);
        });
        game.system("Reap", [&](ecs::World& world) {
            if ((kind == 6 || kind == 7) && now(world)) world.destroy(victim);
        });
        game.attach();
        const std::string id = "#" + ecs::to_string(victim);
        const char* const texts[] = {"Position.y < -3",
                                     "Velocity.z > 999.5 & Position.x > 0",
                                     "on change Health.hp",
                                     "Health.hp == 7",
                                     "on added(Frozen)",
                                     "on moved(Frozen & Health.hp > 3)",
                                     "on destroyed(Health.hp == 50 & Position.y == 1)",
                                     nullptr,
                                     nullptr};
        game.breakpoints.add(kind == 7   ? "on destroyed(" + id + ")"
                             : kind == 8 ? "on change Health where " + id
                                         : std::string(texts[kind]));
        for (int i = 0; i < 5; ++i) game.breakpoints.add("Health.hp < " + std::to_string(-i));
        const char* const guilty[] = {"Move", "Brake", "Hurt", "Hurt", "Freeze", "Freeze", "Reap", "Reap", "Hurt"};
        const auto hit = game.run(12);
        INFO("round " << round << ", kind " << kind << ", threads " << threads);
        REQUIRE(hit);
        REQUIRE(hit->tick == when);
        REQUIRE(hit->writer_name == guilty[kind]);
        REQUIRE(hit->entity == victim);
        ++stopped;
        game.breakpoints.take_stop();
        REQUIRE_FALSE(game.run(4));
    }
    CHECK(stopped == 400);
}

}  // namespace breakpoints_hits_test
