// Resources: one value of a type for the world. They are components of one entity, so what works for components works
// for them.
#include <set>
#include <string>
#include <vector>

#include "catch.hpp"
#include "ecs/edit/edit.hpp"
#include "ecs/edit/history.hpp"
#include "ecs/snapshot/snapshot.hpp"
#include "ecs/snapshot/state_hash.hpp"
#include "ecs/support/failures_told.hpp"
#include "ecs/support/test_types.hpp"
#include "ecs/support/world_state.hpp"
#include "ecs/world/view.hpp"

namespace resource_test {

using namespace ecs;
using namespace test;

namespace {

struct Gravity {
    float value = 10;
};
struct Score {
    int points = 0;
    std::string player;
};

std::string refusal(History& history, Edit edit) {
    HistoryStep step;
    step.edits.push_back(std::move(edit));
    return history.perform(std::move(step));
}

}  // namespace

TEST_CASE("Resource: set, read, write, remove", "[ecs][resource]") {
    World world;
    world.create(Position{});
    CHECK(world.find_resource<Gravity>() == nullptr);
    CHECK_FALSE(world.resource_holder());
    world.set_resource(Gravity{3});
    world.set_resource(Score{1, "a player with a name that is not short"});
    CHECK(world.resource<Gravity>().value == 3);
    world.set_resource(Gravity{4});
    world.resource_mut<Score>().points = 7;
    CHECK(world.find_resource<Gravity>()->value == 4);
    CHECK(world.resource<Score>().points == 7);
    CHECK(world.entity_count() == 2);
    CHECK(world.name(world.resource_holder()) == "Resources");
    CHECK(world.remove_resource<Gravity>());
    CHECK_FALSE(world.remove_resource<Gravity>());
    CHECK(world.find_resource<Gravity>() == nullptr);
    CHECK(world.resource<Score>().player == "a player with a name that is not short");
    CHECK(storage_fault(world).empty());
}

TEST_CASE("Resource: a world without resources is what it was before there were any", "[ecs][resource]") {
    World world;
    world.create(Position{});
    CHECK(world.types().size() == 3);
    CHECK(world.find_resource<Gravity>() == nullptr);
    CHECK(world.types().size() == 3);
    CHECK(world.entity_count() == 1);
    CHECK(world.archetype_count() == 2);
}

TEST_CASE("Resource: one that is missing is named", "[ecs][resource]") {
    const FailuresThrow failures;
    World world;
    const std::string name(type_name<Gravity>());
    CHECK_THROWS_WITH(world.resource<Gravity>(), "World: resource<" + name + ">(): the world has no such resource");
    CHECK_THROWS_WITH(world.resource_mut<Gravity>(),
                      "World: resource_mut<" + name + ">(): the world has no such resource");
    world.set_resource(Score{});
    CHECK_THROWS_WITH(world.resource<Gravity>(), contains("no such resource"));
}

TEST_CASE("Resource: a present one may be set while a query iterates, a new one may not", "[ecs][resource]") {
    World world;
    world.set_resource(Gravity{});
    const FailuresThrow failures;
    const IterationGuard guard(world);
    world.set_resource(Gravity{2});
    CHECK(world.resource<Gravity>().value == 2);
    CHECK_THROWS_WITH(world.set_resource(Score{}), contains("World: set_resource was called while a query iterates"));
}

TEST_CASE("Resource: the same component on other entities is another value", "[ecs][resource]") {
    World world;
    const Entity planet = world.create(Gravity{1});
    CHECK(world.find_resource<Gravity>() == nullptr);
    world.set_resource(Gravity{9});
    CHECK(world.get<Gravity>(planet).value == 1);
    world.destroy(planet);
    CHECK(world.resource<Gravity>().value == 9);
}

TEST_CASE("Resource: setting one counts as a write of its column only", "[ecs][resource]") {
    World world;
    world.set_resource(Gravity{});
    world.set_resource(Score{});
    const Archetype& archetype = world.archetype_of(world.resource_holder());
    const auto written = [&](ComponentId id) { return archetype.written_version(0, archetype.column_of(id)); };
    const std::uint64_t score = written(world.id<Score>()), before = world.version();
    world.set_resource(Gravity{1});
    CHECK(written(world.id<Gravity>()) > before);
    CHECK(written(world.id<Score>()) == score);
}

TEST_CASE("Resource: edits change it and are undone like all others", "[ecs][resource]") {
    World world;
    Schedule schedule;
    History history(world, schedule);
    world.set_resource(Gravity{3});
    const Entity holder = world.resource_holder();
    const ComponentType& type = world.types()[world.id<Gravity>()];
    const std::uint64_t hash = state_hash(world);
    REQUIRE(refusal(history, SetComponent{holder, Value::of(type, Gravity{5}), {}}).empty());
    CHECK(world.resource<Gravity>().value == 5);
    REQUIRE(history.undo().empty());
    CHECK(state_hash(world) == hash);
    history.seal();
    REQUIRE(refusal(history, RemoveComponent{holder, type.id}).empty());
    CHECK(world.find_resource<Gravity>() == nullptr);
    REQUIRE(history.undo().empty());
    CHECK(world.resource<Gravity>().value == 3);
    history.seal();
    REQUIRE(refusal(history, DestroyEntity{holder}).empty());
    CHECK_FALSE(world.resource_holder());
    REQUIRE(history.undo().empty());
    CHECK(world.resource_holder() == holder);
    CHECK(world.resource<Gravity>().value == 3);
    CHECK(state_hash(world) == hash);
}

TEST_CASE("Resource: a copy of the entity that has them is no second value", "[ecs][resource]") {
    World world;
    Schedule schedule;
    History history(world, schedule);
    const Entity below = world.create();  // its slot, a lower one, is for the copy
    world.set_resource(Gravity{3});
    const Entity holder = world.resource_holder();
    world.destroy(below);
    REQUIRE(refusal(history, duplicate(world, {holder})).empty());
    const Entity copy = world.entity_at_slot(below.index);
    REQUIRE(world.has<Gravity>(copy));
    REQUIRE(world.has<ResourceHolder>(copy));
    world.set_resource(Gravity{4});
    CHECK(world.get<Gravity>(copy).value == 3);
    Snapshots snapshots(world);
    const std::unique_ptr<World> other = snapshots.take()->make_world();  // which has to look for the holder
    CHECK(other->resource_holder() == holder);
    CHECK(other->resource<Gravity>().value == 4);
    world.destroy(holder);
    CHECK_FALSE(world.resource_holder());
    world.set_resource(Gravity{6});
    CHECK(world.resource<Gravity>().value == 6);
    CHECK(world.get<Gravity>(copy).value == 3);
}

TEST_CASE("Resource: snapshots bring it back, and the hash of the state counts it", "[ecs][resource]") {
    World world;
    Snapshots snapshots(world);
    const Snapshot empty = *snapshots.take();
    world.set_resource(Gravity{3});
    const std::uint64_t hash = state_hash(world);
    const Snapshot before = *snapshots.take();
    world.set_resource(Gravity{4});
    CHECK(state_hash(world) != hash);
    REQUIRE(snapshots.restore(before));
    CHECK(world.resource<Gravity>().value == 3);
    CHECK(state_hash(world) == hash);
    REQUIRE(snapshots.restore(empty));
    CHECK(world.find_resource<Gravity>() == nullptr);
    world.set_resource(Gravity{3});
    CHECK(state_hash(world) == hash);
}

TEST_CASE("Resource: is found in a world whose types a file has brought", "[ecs][resource]") {
    World world;
    ComponentType holder;
    holder.name = "ResourceHolder";
    for (const char* name : {"slot", "generation"}) {
        Field field;
        field.name = name;
        field.kind = FieldKind::U32;
        holder.fields.push_back(field);
    }
    const ComponentId read = *world.types().add_at_run_time(holder);
    for (int i = 0; i < 3; ++i) world.create();
    const Entity entity = world.create(Gravity{8});
    world.add(entity, read);
    CHECK_FALSE(world.resource_holder());  // the handle in it is another one
    *static_cast<ResourceHolder*>(world.get_mut(entity, read)) = {entity.index, entity.generation};
    CHECK(world.resource_holder() == entity);
    CHECK(world.resource<Gravity>().value == 8);
    world.set_resource(Score{5, "x"});
    CHECK(world.get<Score>(entity).points == 5);
    world.types()
        .add<ResourceHolder>("ResourceHolder")
        .field("slot", &ResourceHolder::slot)
        .field("generation", &ResourceHolder::generation);
    CHECK(world.resource<Gravity>().value == 8);
}

TEST_CASE("Resource: a journal sees the value in place", "[ecs][resource]") {
    struct Listener final : ChangeListener {
        std::vector<float> seen;
        void changed(const World&, const StructuralChange&) noexcept override {}
        void settled(const World& world) noexcept override {
            if (const Gravity* gravity = world.find_resource<Gravity>()) seen.push_back(gravity->value);
        }
    };
    World world;
    Journal journal;
    Listener listener;
    world.observe(&journal);
    journal.tell(&listener);
    world.set_resource(Gravity{6});
    CHECK(listener.seen.back() == 6);
    world.observe(nullptr);
}

}  // namespace resource_test
