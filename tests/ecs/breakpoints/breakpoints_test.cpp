#include "ecs/breakpoints/breakpoints.hpp"

#include <algorithm>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "catch.hpp"
#include "ecs/base/job_pool.hpp"
#include "ecs/base/random.hpp"
#include "ecs/snapshot/snapshot.hpp"
#include "ecs/support/test_types.hpp"
#include "ecs/world/observers.hpp"

namespace breakpoints_test {

using namespace test;

namespace {

struct Game {
    ecs::World world;
    ecs::JobPool pool{2};
    ecs::Schedule schedule{world};
    ecs::Breakpoints breakpoints;

    explicit Game(bool threads = false) {
        register_types(world);
        if (!threads) return;
        schedule.pool = &pool;
        schedule.share_from_secs = -1;
    }
    ~Game() { breakpoints.detach(); }

    void system(std::string name, std::function<void(ecs::World&)> run) {
        REQUIRE(schedule.add({.name = std::move(name),
                              .run = [run = std::move(run)](ecs::SystemContext& context) { run(context.world); }}));
    }
    void attach() { breakpoints.attach(world, schedule); }
    /// Runs until something stops, at most so many ticks.
    std::optional<ecs::BreakpointHit> run(int ticks = 100) {
        for (int i = 0; i < ticks; ++i) {
            schedule.tick(world);
            if (auto hit = breakpoints.take_stop()) return hit;
        }
        return std::nullopt;
    }
};

int hp_of(const ecs::Value& value) { return value ? static_cast<const Health*>(value.data())->hp : -1000; }

}  // namespace

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
