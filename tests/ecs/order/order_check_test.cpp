#include "ecs/order/order_check.hpp"

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "catch.hpp"
#include "ecs/base/random.hpp"
#include "ecs/schedule/trace_recorder.hpp"
#include "ecs/snapshot/state_hash.hpp"
#include "ecs/support/deep_state.hpp"
#include "ecs/support/test_types.hpp"
#include "ecs/world/journal.hpp"
#include "ecs/world/observers.hpp"

namespace order_check_test {

using namespace ecs;
using namespace test;
using Verdict = OrderEffect::Verdict;

namespace {

struct Game {
    World world;
    Schedule schedule{world};

    Game() {
        register_types(world);
        for (int i = 0; i < 40; ++i)
            world.create(Position{static_cast<float>(i), 0, 0}, Velocity{1, 2, 3}, Health{10 + i});
    }
    void add(const std::string& name, SystemFunction run, std::vector<std::string> after = {},
             Phase phase = Phase::Update) {
        SystemDescription description;
        description.name = name;
        description.run = std::move(run);
        description.after = std::move(after);
        description.phase = phase;
        REQUIRE(schedule.add(std::move(description)));
    }
    void add_health(const std::string& name, int times, int plus) {
        schedule.system<Health>(name, [times, plus](Health& health) { health.hp = health.hp * times + plus; });
    }
    OrderEffect check(std::string_view first, std::string_view second) {
        return check_order(world, schedule, first, second);
    }
};

/// All that a trial tick must leave as it was.
struct Everything {
    std::uint64_t hash, random, calls, changes, tick;
    std::vector<std::uint64_t> runs;
    std::vector<double> secs;
    std::string names;
    std::vector<bool> enabled, created;

    explicit Everything(const Game& game)
        : hash(state_hash(game.world)),
          random(game.schedule.random.state()),
          calls(game.schedule.total_calls()),
          changes(game.world.structural_changes()),
          tick(game.world.tick()) {
        for (const System* system : game.schedule.systems()) {
            runs.push_back(system->stats.runs);
            secs.push_back(system->stats.total_secs);
            names += system->description.name + ";";
            enabled.push_back(system->enabled);
            created.push_back(system->created);
        }
    }
    friend bool operator==(const Everything&, const Everything&) = default;
};

}  // namespace

TEST_CASE("Order check: the first field that differs is told, with both values", "[order]") {
    Game game;
    game.add_health("Double", 2, 0);
    game.add_health("Heal", 1, 5);
    game.schedule.tick();
    const Everything before(game);
    const OrderEffect effect = game.check("Double", "Heal");
    REQUIRE(effect.why == "");
    CHECK(effect.verdict == Verdict::Differs);
    CHECK(effect.tick == 1);
    CHECK(effect.entity == game.world.entity_at_slot(1));
    CHECK(effect.path == "Health.hp");
    CHECK(effect.field == 0);
    CHECK(effect.entities == 40);
    // 10 became 25 in the first tick.
    REQUIRE(effect.usual);
    REQUIRE(effect.swapped);
    CHECK(static_cast<const Health*>(effect.usual.data())->hp == 55);
    CHECK(static_cast<const Health*>(effect.swapped.data())->hp == 60);
    CHECK(Everything(game) == before);
}

TEST_CASE("Order check: systems that do not see each other may run in any order", "[order]") {
    Game game;
    game.add_health("Heal", 1, 5);
    game.schedule.system<Position, const Velocity>(
        "Move", [](Position& position, const Velocity& velocity) { position.x += velocity.x; });
    game.add_health("Hurt", 1, -3);
    CHECK(game.check("Heal", "Move").verdict == Verdict::Same);
    // Both write the same and come to the same.
    CHECK(game.check("Heal", "Hurt").verdict == Verdict::Same);
    CHECK(swappable_neighbours(game.schedule) ==
          std::vector<std::pair<std::string, std::string>>{{"Heal", "Move"}, {"Move", "Hurt"}});
}

TEST_CASE("Order check: entities and the random source count, too", "[order]") {
    Game game;
    game.schedule.system<const Health>("Kill", [](Commands& commands, Entity entity, const Health& health) {
        if (health.hp < 12) commands.destroy(entity);
    });
    game.add_health("Heal", 1, 5);
    const OrderEffect killed = game.check("Heal", "Kill");
    CHECK(killed.verdict == Verdict::Differs);
    CHECK(killed.first == "Kill");
    CHECK(killed.path == "");
    CHECK_FALSE(killed.alive_usual);
    CHECK(killed.alive_swapped);
    CHECK(killed.entities == 2);

    Game drawing;
    drawing.add("Draw", [](SystemContext& context) {
        if (context.world.has<Frozen>(context.world.entity_at_slot(1))) context.random.unit();
    });
    drawing.add("Freeze and thaw", [](SystemContext& context) {
        const Entity first = context.world.entity_at_slot(1);
        if (!context.world.has<Frozen>(first)) context.world.add(first, Frozen{});
    });
    drawing.add("Thaw", [](SystemContext& context) { context.world.remove<Frozen>(context.world.entity_at_slot(1)); },
                {"Draw", "Freeze and thaw"});
    const OrderEffect random = drawing.check("Draw", "Freeze and thaw");
    CHECK(random.verdict == Verdict::Differs);
    CHECK(random.entity == null_entity);
    CHECK(random.entities == 0);
}

TEST_CASE("Order check: it says why it cannot tell", "[order]") {
    Game game;
    game.add(
        "Early", [](SystemContext&) {}, {}, Phase::PreUpdate);
    game.add("A", [](SystemContext&) {});
    game.add("B", [](SystemContext&) {}, {"A"});
    game.add("C", [](SystemContext&) {}, {"B"});
    game.add("Free", [](SystemContext&) {});
    game.add("Off", [](SystemContext&) {});
    game.schedule.set_enabled("Off", false);
    CHECK(game.check("A", "Nobody").why == "there is no system named Nobody");
    CHECK(game.check("A", "A").why == "a system cannot change places with itself");
    CHECK(game.check("A", "Off").why == "Off is switched off");
    CHECK(game.check("Early", "A").why == "A runs in another part of the tick");
    CHECK(game.check("A", "B").why == "B must run after A");
    CHECK(game.check("C", "A").why == "A must run before B");
    CHECK(game.check("A", "Free").why == "A must run before B");
    CHECK(game.check("C", "Free").why == "");
    CHECK(swappable_neighbours(game.schedule) == std::vector<std::pair<std::string, std::string>>{{"C", "Free"}});
    game.schedule.step_system(game.world);
    CHECK(game.check("C", "Free").why == "a tick is halfway through; finish it first");
    game.schedule.tick();
    SystemDescription sets_up;
    sets_up.name = "Sets up";
    sets_up.on_create = [](SystemContext&) {};
    REQUIRE(game.schedule.add(std::move(sets_up)));
    CHECK(game.check("C", "Free").why == "Sets up never ran, and its first run sets things up; run a tick first");
    game.schedule.tick();
    CHECK(game.check("C", "Free").why == "");
    game.add("Throws", [](SystemContext&) { throw std::runtime_error("no fuel"); });
    const Everything before(game);
    const OrderEffect failed = game.check("C", "Free");
    CHECK(failed.verdict == Verdict::Unknown);
    CHECK(failed.why == "a system failed: no fuel");
    CHECK(Everything(game) == before);
}

TEST_CASE("Order check: journal, observers, hook, listener and trace are told nothing", "[order]") {
    struct Told : ScheduleHook, TickListener {
        int calls = 0;
        void before_system(const World&, const System&) override { ++calls; }
        void after_system(const World&, const System&) override { ++calls; }
        void tick_ended(const World&) override { ++calls; }
    } told;
    Game game;
    game.schedule.system("Spawn", [](SystemContext& context) { context.commands.create(Health{1}, Frozen{}); });
    game.add_health("Heal", 1, 5);
    Journal journal;
    game.world.observe(&journal);
    int added = 0, set = 0;
    game.world.observers().added<Frozen>("Chill", [&](World&, Entity) { ++added; });
    game.world.observers().set<Health>("Count", [&](World&, Entity) { ++set; });
    TraceRecorder trace;
    game.schedule.trace = &trace;
    game.schedule.hook = &told;
    game.schedule.add_listener(told);
    game.schedule.tick();
    // These wait for the next tick.
    game.world.create(Frozen{});
    game.world.get_mut<Health>(game.world.entity_at_slot(2)).hp = 500;
    const int calls = told.calls, added_before = added, set_before = set;
    const std::uint64_t recorded = journal.total(), ticks = trace.total();

    const OrderEffect effect = game.check("Spawn", "Heal");
    CHECK(effect.verdict == Verdict::Differs);
    CHECK(effect.without_hooks);
    CHECK(told.calls == calls);
    CHECK(journal.total() == recorded);
    CHECK(trace.total() == ticks);
    CHECK(added == added_before);
    CHECK(set == set_before);
    CHECK(game.world.journal() == &journal);

    // What waited is still told, once.
    game.schedule.set_enabled("Spawn", false);
    game.schedule.set_enabled("Heal", false);
    game.schedule.tick();
    CHECK(added == added_before + 1);
    CHECK(set == set_before + 1);
}

TEST_CASE("Order check: in random schedules it finds what a planted pair does, and leaves no trace", "[order]") {
    Random random(17);
    std::size_t differing = 0, same = 0;
    for (int round = 0; round < 100; ++round) {
        INFO("schedule " << round);
        Game game;
        const std::size_t planted = random.below(6);
        const bool depends = random.below(2) == 0;
        for (std::size_t i = 0; i < 6; ++i) {
            const std::string number = std::to_string(i);
            if (i == planted) {
                // Doubling and adding do not commute; adding twice does.
                game.add_health("Planted A", depends ? 2 : 1, 3);
                game.add_health("Planted B", 1, 5);
            }
            switch (random.below(4)) {
                case 0:
                    game.schedule.system<Velocity>("Noise " + number, [](Velocity& velocity) { velocity.y += 1; });
                    break;
                case 1:
                    game.schedule.system<Position>("Noise " + number, [](SystemContext& context, Position& position) {
                        position.z += context.random.unit();
                    });
                    break;
                case 2:
                    game.add("Noise " + number, [](SystemContext& context) { context.commands.create(Label{"new"}); });
                    break;
                default:
                    game.add("Noise " + number, [](SystemContext& context) {
                        const Entity one = context.world.entity_at_slot(1 + context.random.below(40));
                        if (context.world.has<Enemy>(one))
                            context.world.remove<Enemy>(one);
                        else
                            context.world.add(one, Enemy{});
                    });
            }
        }
        for (std::uint64_t i = random.below(4); i > 0; --i) game.schedule.tick();
        const Everything before(game);
        const DeepState deep = deep_state(game.world);
        const OrderEffect effect = game.check("Planted A", "Planted B");
        REQUIRE(effect.why == "");
        CHECK((effect.verdict == Verdict::Differs) == depends);
        if (depends) CHECK(effect.path == "Health.hp");
        (depends ? differing : same) += 1;
        CHECK(Everything(game) == before);
        CHECK(deep_state(game.world) == deep);
    }
    CHECK(differing > 20);
    CHECK(same > 20);
}

TEST_CASE("Order check: a tick afterwards is the tick that would have been", "[order]") {
    const auto hash_after = [](bool checked) {
        Game game;
        game.add("Spawn", [](SystemContext& context) {
            for (int i = 0; i < 30; ++i) context.commands.create(Position{context.random.unit(), 0, 0}, Health{i});
        });
        game.schedule.system<Health>("Suffer", [](Commands& commands, Entity entity, Health& health) {
            if (--health.hp < 12) commands.destroy(entity);
        });
        for (int tick = 0; tick < 10; ++tick) {
            game.schedule.tick();
            if (checked) REQUIRE(game.check("Spawn", "Suffer").verdict == Verdict::Differs);
        }
        return state_hash(game.world) ^ game.schedule.random.state();
    };
    CHECK(hash_after(true) == hash_after(false));
}

TEST_CASE("Order check: what cannot be taken back is not tried", "[order]") {
    struct Owner {
        float x = 0;
        std::unique_ptr<int> owned;
    };
    Game game;
    game.world.types().add<Owner>("Owner").field("x", &Owner::x);
    const Entity entity = game.world.create(Owner{});
    game.schedule.system<Owner>("Push", [](Owner& owner) { owner.x += 1; });
    game.schedule.system<Owner>("Double", [](Owner& owner) { owner.x *= 2; });
    const OrderEffect effect = game.check("Push", "Double");
    CHECK(effect.verdict == Verdict::Unknown);
    CHECK(effect.why == "Owner (1 entity) cannot be copied, so a trial tick could not be taken back");
    CHECK(game.world.get<Owner>(entity).x == 0);
}

}  // namespace order_check_test
