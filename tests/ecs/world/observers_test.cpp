#include "ecs/world/observers.hpp"

#include <map>
#include <string>
#include <vector>

#include "catch.hpp"
#include "ecs/base/random.hpp"
#include "ecs/schedule/schedule.hpp"
#include "ecs/snapshot/snapshot.hpp"
#include "ecs/support/test_types.hpp"
#include "ecs/world/query.hpp"

namespace observers_test {

using namespace ecs;
using namespace test;

namespace {

using Told = std::vector<std::string>;

/// Writes down what its hooks are told, as "added 3: 100".
struct Notes {
    Told told;

    void note(const char* what, Entity entity, const std::string& value = {}) {
        told.push_back(std::string(what) + " " + std::to_string(entity.index) + (value.empty() ? "" : ": " + value));
    }
    void observe_health(World& world) {
        world.observers().added<Health>("note", [this](World&, Entity entity, const Health& now) {
            note("added", entity, std::to_string(now.hp));
        });
        world.observers().removed<Health>("note", [this](World&, Entity entity, const Health& before) {
            note("removed", entity, std::to_string(before.hp));
        });
        world.observers().set<Health>("note", [this](World&, Entity entity, const Health& before, const Health& now) {
            note("set", entity, std::to_string(before.hp) + " to " + std::to_string(now.hp));
        });
    }
    Told deliver(World& world) {
        world.deliver_observed();
        return std::exchange(told, {});
    }
};

}  // namespace

TEST_CASE("Observers: nobody is told before a delivery, then everybody in the order of what happened",
          "[ecs][observers]") {
    World world;
    Notes notes;
    notes.observe_health(world);
    const Entity a = world.create(Health{1}), b = world.create(Health{2}, Position{});
    world.remove<Health>(a);
    world.add(a, Health{3});
    CHECK(notes.told.empty());
    const std::string ia = std::to_string(a.index), ib = std::to_string(b.index);
    CHECK(notes.deliver(world) ==
          Told{"added " + ia + ": 3", "added " + ib + ": 2", "removed " + ia + ": 1", "added " + ia + ": 3"});
    CHECK(notes.deliver(world).empty());

    world.get_mut<Health>(b).hp = 7;
    world.add(a, Health{3});  // the same value
    CHECK(notes.deliver(world) == Told{"set " + ib + ": 2 to 7"});

    world.destroy(b);
    CHECK(notes.deliver(world) == Told{"removed " + ib + ": 7"});
}

TEST_CASE("Observers: what came and went between two deliveries is told to nobody", "[ecs][observers]") {
    World world;
    Notes notes;
    notes.observe_health(world);
    const Entity kept = world.create(Health{1});
    world.deliver_observed();
    notes.told.clear();

    const Entity gone = world.create(Health{2});
    world.destroy(gone);
    const Entity other = world.create(Position{});
    world.add(other, Health{5});
    world.remove<Health>(other);
    CHECK(notes.deliver(world).empty());

    world.remove<Health>(kept);
    world.add(kept, Health{9});
    world.remove<Health>(kept);
    CHECK(notes.deliver(world) == Told{"removed " + std::to_string(kept.index) + ": 1"});
}

TEST_CASE("Observers: a slot that is used again is another entity", "[ecs][observers]") {
    World world;
    Notes notes;
    notes.observe_health(world);
    const Entity first = world.create(Health{1});
    world.deliver_observed();
    notes.told.clear();
    world.destroy(first);
    const Entity second = world.create(Health{2});
    REQUIRE(second.index == first.index);
    const std::string slot = std::to_string(first.index);
    CHECK(notes.deliver(world) == Told{"removed " + slot + ": 1", "added " + slot + ": 2"});
}

TEST_CASE("Observers: values that memcpy cannot move are told, too, on every way out", "[ecs][observers]") {
    World world;
    register_types(world);
    Told told;
    world.observers().removed<Label>(
        "note", [&](World&, Entity, const Label& before) { told.push_back("removed " + before.text); });
    world.observers().set<Label>("note", [&](World&, Entity, const Label& before, const Label& now) {
        told.push_back(before.text + " to " + now.text);
    });
    const std::string text = "a text that is longer than any string keeps inside of itself ";
    std::vector<Entity> all;
    for (int i = 0; i < 8; ++i) {
        all.push_back(world.create(Label{text + std::to_string(i)}, Position{}));
        world.add(all.back(), Wide{});
    }
    world.deliver_observed();
    CHECK(told.empty());

    SECTION("destroyed") {
        world.destroy(all[3]);
        CHECK_FALSE(world.alive(all[3]));
    }
    SECTION("destroyed with its parent") {
        const Entity top = world.create();
        world.set_parent(all[3], top);
        world.destroy(top);
        CHECK_FALSE(world.alive(all[3]));
    }
    SECTION("removed") { CHECK(world.remove<Label>(all[3])); }
    SECTION("taken") { CHECK(world.take(all[3], world.id<Label>())); }
    SECTION("removed with others") {
        const std::vector<ComponentId> removed{world.id<Label>(), world.id<Position>()};
        const std::vector<ComponentId> added{world.id<Frozen>()};
        CHECK(world.change(all[3], removed, added));
    }
    SECTION("destroyed with many") { CHECK(world.destroy_many(std::vector{all[3]}) == 1); }
    SECTION("destroyed by a query") {
        world.add(all[3], Enemy{});
        Query enemies(world, {{world.id<Enemy>()}});
        CHECK(world.destroy_all(enemies) == 1);
    }
    SECTION("removed by a query") {
        world.add(all[3], Enemy{});
        Query enemies(world, {{world.id<Enemy>()}});
        CHECK(world.remove_from_all(enemies, world.id<Label>()) == 1);
    }
    world.deliver_observed();
    CHECK(told == Told{"removed " + text + "3"});
    told.clear();
    world.get_mut<Label>(all[5]).text += "!";
    world.deliver_observed();
    CHECK(told == Told{text + "5 to " + text + "5!"});
}

TEST_CASE("Observers: hooks may change the world, and are told of that in the same delivery", "[ecs][observers]") {
    World world;
    Told told;
    world.observers().added<Enemy>("Arm", [&](World& changed, Entity entity) {
        told.push_back("enemy");
        changed.add(entity, Health{5});
        changed.create(Position{});
    });
    world.observers().added<Health>(
        "Note health", [&](World&, Entity, const Health& now) { told.push_back("health " + std::to_string(now.hp)); });
    world.observers().added<Position>("Note position", [&](World&, Entity) { told.push_back("position"); });
    Journal journal;
    world.observe(&journal);
    world.create(Enemy{});
    world.deliver_observed();
    CHECK(told == Told{"enemy", "health 5", "position"});
    CHECK(world.cause_name(journal[journal.size() - 1].cause) == "Arm");

    const std::vector<Observers::Description> all = world.observers().descriptions();
    REQUIRE(all.size() == 3);
    CHECK(all[0].name == "Arm");
    CHECK(all[0].component == world.id<Enemy>());
    CHECK(all[0].calls == 1);
    CHECK(world.observers().total_calls() == 3);
}

TEST_CASE("Observers: hooks that cause each other for ever end in a failure that says so", "[ecs][observers]") {
    const FailuresThrow failures;
    World world;
    world.observers().max_events = 1000;
    world.observers().added<Enemy>("Again", [](World& changed, Entity) { changed.create(Enemy{}); });
    world.create(Enemy{});
    CHECK_THROWS_WITH(world.deliver_observed(), Catch::Contains("cause each other"));
    CHECK(world.entity_count() == 1001);
    CHECK(world.observers().waiting());
}

TEST_CASE("Observers: a hook stops itself or another, and hears nothing more", "[ecs][observers]") {
    World world;
    int first = 0, second = 0;
    ObserverId second_id = 0;
    const ObserverId first_id = world.observers().added<Enemy>("First", [&](World& changed, Entity) {
        ++first;
        CHECK(changed.observers().stop(second_id));
    });
    second_id = world.observers().added<Enemy>("Second", [&](World&, Entity) { ++second; });
    world.create(Enemy{});
    world.deliver_observed();
    CHECK(first == 1);
    CHECK(second == 0);
    CHECK(world.observers().hook_count() == 1);
    CHECK(world.observers().stop(first_id));
    CHECK_FALSE(world.observers().stop(first_id));
    world.create(Enemy{});
    world.deliver_observed();
    CHECK(first == 1);
    CHECK(world.observers().hook_count() == 0);
}

TEST_CASE("Observers: a hook hears only of what happens after it came", "[ecs][observers]") {
    World world;
    int early = 0, late = 0, values = 0;
    world.observers().added<Health>("Early", [&](World&, Entity) { ++early; });
    world.observers().set<Health>("Early values", [](World&, Entity) {});
    const Entity entity = world.create(Health{1});
    world.observers().added<Health>("Late", [&](World&, Entity) { ++late; });
    world.deliver_observed();
    CHECK(early == 1);
    CHECK(late == 0);
    world.get_mut<Health>(entity).hp = 2;
    world.observers().set<Health>("Late values", [&](World&, Entity) { ++values; });
    world.deliver_observed();
    CHECK(values == 0);
    world.get_mut<Health>(entity).hp = 3;
    world.deliver_observed();
    CHECK(values == 1);
}

TEST_CASE("Observers: a hook that throws ends the delivery; the rest is told by the next one", "[ecs][observers]") {
    World world;
    int told = 0;
    bool broken = true;
    world.observers().added<Enemy>("Breaks once", [&](World&, Entity) {
        if (std::exchange(broken, false)) throw std::runtime_error("broken");
        ++told;
    });
    for (int i = 0; i < 3; ++i) world.create(Enemy{});
    CHECK_THROWS_WITH(world.deliver_observed(), "broken");
    CHECK(told == 0);
    world.deliver_observed();
    CHECK(told == 2);
}

TEST_CASE("Observers: a restored snapshot tells nobody, later changes count from it", "[ecs][observers]") {
    World world;
    register_types(world);
    Notes notes;
    notes.observe_health(world);
    const Entity entity = world.create(Health{1});
    world.deliver_observed();
    notes.told.clear();
    Snapshots snapshots(world);
    const auto before = snapshots.take();
    REQUIRE(before);
    world.get_mut<Health>(entity).hp = 2;
    world.create(Health{3});
    REQUIRE(snapshots.restore(*before));
    CHECK(notes.deliver(world).empty());
    world.get_mut<Health>(entity).hp = 4;
    CHECK(notes.deliver(world) == Told{"set " + std::to_string(entity.index) + ": 1 to 4"});
}

TEST_CASE("Observers: refuse what they could not tell", "[ecs][observers]") {
    const FailuresThrow failures;
    World world;
    register_types(world);
    Observers& observers = world.observers();
    const auto nothing = [](World&, const Observers::Event&) {};
    CHECK_THROWS_WITH(observers.add(ObservedKind::Set, world.id<Frozen>(), "Hook", nothing), Catch::Contains("tag"));
    CHECK_THROWS_WITH(observers.add(ObservedKind::Added, 999, "Hook", nothing), Catch::Contains("does not have"));
    CHECK_THROWS_WITH(observers.add(ObservedKind::Added, world.id<Frozen>(), "Hook", {}),
                      Catch::Contains("no function"));
    Query all(world, {{world.id<Health>()}});
    world.create(Health{});
    CHECK_THROWS_WITH(all.each_chunk(world, [&](const ChunkRows&) { world.deliver_observed(); }),
                      Catch::Contains("iterates"));
    CHECK(observers.hook_count() == 0);
}

TEST_CASE("Observers: a schedule delivers before the first system and where a stage ends", "[ecs][observers]") {
    World world;
    Schedule schedule(world);
    Told order;
    world.observers().added<Enemy>("Note", [&](World&, Entity) { order.push_back("hook"); });
    schedule.add({.name = "First", .run = [&](SystemContext& context) {
                      order.push_back("First");
                      context.commands.create(Enemy{});
                  }});
    schedule.add({.name = "Second", .run = [&](SystemContext&) { order.push_back("Second"); }});
    world.create(Enemy{});
    schedule.tick();
    CHECK(order == Told{"hook", "First", "hook", "Second"});

    order.clear();
    while (schedule.step_system(world)->description.name != "Second") {
    }
    CHECK(order == Told{"First", "hook", "Second"});
}

TEST_CASE("Observers: threads change nothing in what is told, and in what order", "[ecs][observers]") {
    const auto run = [](JobPool* pool) {
        World world;
        register_types(world);
        Schedule schedule(world);
        schedule.pool = pool;
        schedule.share_from_secs = 0;
        Told told;
        world.observers().set<Position>("Follow",
                                        [&](World& changed, Entity entity, const Position&, const Position& now) {
                                            told.push_back(std::to_string(entity.index) + " " + std::to_string(now.x));
                                            changed.get_mut<Velocity>(entity).y = now.x;
                                        });
        for (int i = 0; i < 50; ++i) world.create(Position{}, Velocity{1, 0, 0}, Health{i});
        schedule.system<Position, const Health>(
            "Move", [](Position& position, const Health& health) { position.x += static_cast<float>(health.hp % 3); },
            {.parallel = true});
        schedule.system<Velocity, const Health>(
            "Slow", [](Velocity& velocity, const Health&) { velocity.x *= velocity.y + 1; }, {.parallel = true});
        for (int tick = 0; tick < 5; ++tick) schedule.tick();
        Query all(world, {{world.id<Velocity>()}});
        for (std::size_t slot = 0; slot < world.slot_count(); ++slot)
            if (const Velocity* velocity = world.find<Velocity>(world.entity_at_slot(slot)))
                told.push_back(std::to_string(velocity->x));
        return told;
    };
    JobPool pool(2);
    const Told alone = run(nullptr);
    CHECK(alone.size() > 100);
    CHECK(alone == run(&pool));
}

// What hooks are told is enough to know the world: a copy that only follows them equals it after each delivery.
TEST_CASE("Observers: a copy kept by hooks alone equals the world after every delivery", "[ecs][observers][model]") {
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        World world;
        register_types(world);
        Random random(seed);
        std::map<std::uint64_t, Health> healths;
        std::map<std::uint64_t, std::string> labels;
        std::map<std::uint64_t, int> frozen;
        Observers& observers = world.observers();
        observers.added<Health>("copy", [&](World&, Entity entity, const Health& now) {
            REQUIRE(healths.emplace(entity.bits(), now).second);
        });
        observers.removed<Health>(
            "copy", [&](World&, Entity entity, const Health&) { REQUIRE(healths.erase(entity.bits()) == 1); });
        observers.set<Health>("copy", [&](World&, Entity entity, const Health& before, const Health& now) {
            REQUIRE(healths.at(entity.bits()) == before);
            REQUIRE_FALSE(before == now);
            healths[entity.bits()] = now;
        });
        observers.added<Label>("copy", [&](World&, Entity entity, const Label& now) {
            REQUIRE(labels.emplace(entity.bits(), now.text).second);
        });
        observers.removed<Label>(
            "copy", [&](World&, Entity entity, const Label&) { REQUIRE(labels.erase(entity.bits()) == 1); });
        observers.set<Label>("copy", [&](World&, Entity entity, const Label& before, const Label& now) {
            REQUIRE(labels.at(entity.bits()) == before.text);
            labels[entity.bits()] = now.text;
        });
        observers.added<Frozen>("copy", [&](World&, Entity entity) { REQUIRE(frozen[entity.bits()]++ == 0); });
        observers.removed<Frozen>("copy", [&](World&, Entity entity) { REQUIRE(frozen.erase(entity.bits()) == 1); });

        std::vector<Entity> entities;
        const auto any = [&] { return entities[random.below(static_cast<std::uint32_t>(entities.size()))]; };
        for (int step = 0; step < 400; ++step) {
            if (entities.empty() || random.below(4) == 0) {
                entities.push_back(world.create(Health{static_cast<int>(random.below(5))}, Label{}));
                continue;
            }
            const Entity entity = any();
            switch (random.below(9)) {
                case 0:
                    world.destroy(entity);
                    break;
                case 1:
                    world.remove<Health>(entity);
                    break;
                case 2:
                    world.remove<Label>(entity);
                    break;
                case 3:
                    if (world.alive(entity)) world.add(entity, Health{static_cast<int>(random.below(5))});
                    break;
                case 4:
                    if (world.alive(entity)) world.add(entity, Label{std::to_string(random.below(3))});
                    break;
                case 5:
                    if (world.alive(entity)) world.add(entity, Frozen{});
                    break;
                case 6:
                    world.remove<Frozen>(entity);
                    break;
                case 7:
                    world.set_parent(entity, any());
                    break;
                case 8: {
                    const std::vector<ComponentId> removed{world.id<Health>()};
                    const std::vector<ComponentId> added{world.id<Frozen>(), world.id<Label>()};
                    world.change(entity, removed, added);
                    break;
                }
            }
            if (random.below(6) != 0) continue;
            world.deliver_observed();
            std::size_t with_health = 0, with_label = 0, with_frozen = 0;
            for (const Entity each : entities) {
                if (const Health* health = world.find<Health>(each)) REQUIRE(healths.at(each.bits()) == *health);
                if (const Label* label = world.find<Label>(each)) REQUIRE(labels.at(each.bits()) == label->text);
                with_health += world.has<Health>(each);
                with_label += world.has<Label>(each);
                with_frozen += world.has<Frozen>(each);
            }
            REQUIRE(healths.size() == with_health);
            REQUIRE(labels.size() == with_label);
            REQUIRE(frozen.size() == with_frozen);
        }
    }
}

}  // namespace observers_test
