#include "ecs/language/change_baseline.hpp"

#include "catch.hpp"
#include "ecs/base/random.hpp"
#include "language_world.hpp"

namespace change_baseline_test {

using namespace language_world;
using namespace ecs;

namespace {

/// Queries that share one baseline.
struct Watcher {
    explicit Watcher(World& w) : world(w) {}
    std::string operator()(const std::string& text) {
        const QueryInputs inputs{.baseline = &baseline};
        return found(world, text, inputs);
    }
    void track(const std::string& text) {
        auto query = TextQuery::parse(text);
        REQUIRE(query);
        REQUIRE_FALSE(query->bind(world));
        CHECK(query->needs_baseline());
        baseline.track(*query);
    }
    World& world;
    ChangeBaseline baseline;
};

}  // namespace

TEST_CASE("ChangeBaseline: added, removed and changed mean since the last advance", "[ecs][language]") {
    World world;
    register_types(world.types());
    Watcher watch(world);
    watch.track("added(Health) | removed(Health) | changed(Health.hp) | changed(Position.x) | changed(Name.value)");
    watch.track("added(Frozen)");
    const Entity a = world.create(Health{1, 2}, Position{1, 1});
    const Entity b = world.create(Health{1, 2});
    const Entity c = world.create(Position{5, 5});
    CHECK(watch("added(Health)").empty());  // nothing to measure against yet
    watch.baseline.advance(world);
    CHECK(watch("added(Health) | removed(Health) | changed(Health.hp) | changed(Health)").empty());

    world.get_mut<Health>(a).hp = 7;
    CHECK(watch("changed(Health.hp)") == "1");
    CHECK(watch("changed(Health.max)").empty());
    CHECK(watch("changed(Health)") == "1");  // rows of one chunk are written together
    world.get_mut<Health>(b).hp = 1;         // the same value: written, not changed
    CHECK(watch("changed(Health.hp)") == "1");
    CHECK(watch("changed(Health)") == "1 2");
    world.add(c, Health{3, 3});
    CHECK(watch("added(Health)") == "3");
    CHECK(watch("changed(Health.hp)") == "1");  // had no value before
    world.remove<Health>(b);
    CHECK(watch("removed(Health)") == "2");
    CHECK(watch("!removed(Health)") == "1 3");

    watch.baseline.advance(world);
    CHECK(watch("added(Health) | removed(Health) | changed(Health.hp) | changed(Health)").empty());
    world.add(b, Health{9, 9});
    CHECK(watch("added(Health)") == "2");
    world.remove<Health>(b);
    CHECK(watch("added(Health) | removed(Health)").empty());
    world.destroy(b);
    const Entity again = world.create(Health{}, Frozen{}, Name{"x"});
    CHECK(again.index == b.index);
    CHECK(watch("added(Health) & added(Frozen)") == "2");
    watch.baseline.advance(world);
    world.get_mut<Name>(again).value = "y";
    CHECK(watch("changed(Name.value)") == "2");
    world.get_mut<Name>(again).value = "x";
    CHECK(watch("changed(Name.value)").empty());
    // A row that moves takes its value along.
    world.get_mut<Position>(a).x = 42;
    world.add(a, Enemy{});
    CHECK(watch("changed(Position.x)") == "1");
    CHECK(watch("changed(Position) & #1") == "1");
}

TEST_CASE("ChangeBaseline: without one nothing has changed, and queries that do not ask track nothing",
          "[ecs][language]") {
    World world;
    register_types(world.types());
    world.create(Health{});
    CHECK(found(world, "added(Health) | changed(Health) | changed(Health.hp) | removed(Frozen)").empty());
    ChangeBaseline baseline;
    auto query = TextQuery::parse("Health.hp < 10 & changed(Health)");
    REQUIRE(query);
    REQUIRE_FALSE(query->bind(world));
    baseline.track(*query);
    CHECK(baseline.empty());
}

TEST_CASE("ChangeBaseline: random ticks agree with a copy of the whole world", "[ecs][language]") {
    World world;
    register_types(world.types());
    Watcher watch(world);
    watch.track("added(Health) | removed(Health) | changed(Health.hp)");
    struct Before {
        Entity entity;
        bool had = false;
        std::int32_t hp = 0;
    };
    std::vector<Before> before;
    Random random(11);
    std::vector<Entity> entities;
    std::size_t seen = 0;
    for (int tick = 0; tick < 300; ++tick) {
        watch.baseline.advance(world);
        before.assign(world.slot_count() + 64, {});
        for (std::size_t slot = 0; slot < world.slot_count(); ++slot) {
            const Entity entity = world.entity_at_slot(slot);
            const Health* health = entity ? world.find<Health>(entity) : nullptr;
            before[slot] = {entity, health != nullptr, health ? health->hp : 0};
        }
        for (std::uint32_t i = random.below(12); i > 0; --i) {
            if (entities.empty() || random.below(4) == 0) {
                entities.push_back(random.below(2) == 0 ? world.create(Health{}) : world.create(Position{}));
                continue;
            }
            const Entity entity = entities[random.below(static_cast<std::uint32_t>(entities.size()))];
            if (!world.alive(entity)) continue;
            switch (random.below(5)) {
                case 0:
                    world.destroy(entity);
                    break;
                case 1:
                    world.add(entity, Health{static_cast<std::int32_t>(random.below(3)), 0});
                    break;
                case 2:
                    world.remove<Health>(entity);
                    break;
                case 3:
                    world.add(entity, Frozen{});
                    break;
                default:
                    if (world.has<Health>(entity))
                        world.get_mut<Health>(entity).hp = static_cast<std::int32_t>(random.below(3));
            }
        }
        std::string added, removed, changed;
        for (std::size_t slot = 0; slot < world.slot_count(); ++slot) {
            const Entity entity = world.entity_at_slot(slot);
            if (!entity) continue;
            const Health* health = world.find<Health>(entity);
            const bool had = before[slot].had && before[slot].entity == entity;
            const auto append = [&](std::string& list) {
                list += (list.empty() ? "" : " ") + std::to_string(slot);
                ++seen;
            };
            if (health && !had) append(added);
            if (!health && had) append(removed);
            if (health && had && health->hp != before[slot].hp) append(changed);
        }
        REQUIRE(watch("added(Health)") == added);
        REQUIRE(watch("removed(Health)") == removed);
        REQUIRE(watch("changed(Health.hp)") == changed);
    }
    CHECK(seen > 300);
}

}  // namespace change_baseline_test
