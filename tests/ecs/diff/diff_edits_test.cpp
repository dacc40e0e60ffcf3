#include "ecs/diff/diff_edits.hpp"
#include "catch.hpp"
#include "ecs/diff/diff_world.hpp"
#include "ecs/edit/history.hpp"
#include "ecs/snapshot/state_hash.hpp"
#include "ecs/support/world_state.hpp"

namespace diff_edits_test {

using namespace ecs;
using namespace diff_world;

namespace {

std::vector<Edit> all_edits(World& world, const World& other) {
    REQUIRE(bring_types(world, other).empty());
    auto edits = edits_of(diff(world, other), world, other);
    REQUIRE(edits.error() == "");
    return std::move(*edits);
}

}  // namespace

TEST_CASE("Edits of a difference: applied, they make one world the other; undone, they leave no trace", "[diff]") {
    std::size_t edits_made = 0;
    for (std::uint64_t seed = 1; seed <= 1000; ++seed) {
        INFO("seed " << seed);
        RandomWorld from(seed), to(seed, seed % 2 == 0);
        Changer(from.world, seed + 1000).change(seed % 20);
        Changer(to.world, seed + 5000).change(seed % 23);
        if (seed % 3 == 0) {
            // A type that only the other world knows.
            ComponentType type;
            type.name = "Only there";
            Field field;
            field.name = "text", field.kind = FieldKind::String;
            type.fields = {field};
            const ComponentId only = *to.world.types().add_at_run_time(type);
            if (const Entity entity = Changer(to.world, seed).some()) to.world.add(entity, only);
        }
        History history(from.world, from.schedule);
        std::vector<Edit> edits = all_edits(from.world, to.world);
        edits_made += edits.size();
        const test::WorldState start = test::state_of(from.world);
        const std::uint64_t wanted = state_hash(to.world);
        const bool none = edits.empty();

        REQUIRE(history.perform({"Take over", std::move(edits)}) == "");
        REQUIRE(state_hash(from.world) == wanted);
        REQUIRE(content_of(from.world) == content_of(to.world));
        REQUIRE(diff(from.world, to.world).empty());
        REQUIRE(test::storage_fault(from.world) == "");
        if (none) continue;
        for (int times = 0; times < 2; ++times) {
            REQUIRE(history.undo() == "");
            test::WorldState end = test::state_of(from.world);
            end.locations = start.locations;  // the order of rows and of children is no state
            end.children = start.children;
            REQUIRE(end.hash == start.hash);
            REQUIRE(test::difference(start, end) == "");
            REQUIRE(end.slots == start.slots);
            REQUIRE(end.next == start.next);
            REQUIRE(history.redo() == "");
            REQUIRE(state_hash(from.world) == wanted);
        }
    }
    CHECK(edits_made > 10'000);
}

TEST_CASE("Edits of a difference: after a step that destroyed by an edit, its slot is taken, and undo gives it back",
          "[diff]") {
    RandomWorld mine(3), other(3);
    const Entity entity = test::entities_of(mine.world).front();
    other.world.destroy(entity);
    while (!other.world.entity_at_slot(entity.index)) other.world.create();
    const Entity heir = other.world.entity_at_slot(entity.index);
    REQUIRE(heir.generation == entity.generation + 1);

    History history(mine.world, mine.schedule);
    const std::uint64_t start = state_hash(mine.world);
    REQUIRE(history.perform({"Destroy", {DestroyEntity{entity}}}) == "");
    REQUIRE(history.perform({"Take over", all_edits(mine.world, other.world)}) == "");
    CHECK(mine.world.alive(heir));
    CHECK(state_hash(mine.world) == state_hash(other.world));
    REQUIRE(history.go_to(0) == "");
    CHECK(state_hash(mine.world) == start);
    REQUIRE(history.go_to(2) == "");
    CHECK(state_hash(mine.world) == state_hash(other.world));
    REQUIRE(history.go_to(0) == "");
    CHECK(mine.world.alive(entity));
}

TEST_CASE("Edits of a difference: an older handle comes back although its slot was used since", "[diff]") {
    RandomWorld mine(4), other(4);
    const Entity entity = test::entities_of(mine.world).front();
    mine.world.destroy(entity);
    History history(mine.world, mine.schedule);
    const test::WorldState start = test::state_of(mine.world);
    REQUIRE(history.perform({"Take over", all_edits(mine.world, other.world)}) == "");
    CHECK(mine.world.alive(entity));
    CHECK(state_hash(mine.world) == state_hash(other.world));
    REQUIRE(history.undo() == "");
    CHECK(test::state_of(mine.world).free_list == start.free_list);
    CHECK(test::state_of(mine.world).next == start.next);
}

TEST_CASE("Edits of a difference: each entry alone can be applied, and changes no other field", "[diff]") {
    std::size_t applied = 0;
    for (std::uint64_t seed = 1; seed <= 60; ++seed) {
        RandomWorld mine(seed), other(seed);
        Changer(other.world, seed + 100).change(10);
        REQUIRE(bring_types(mine.world, other.world).empty());
        const WorldDiff found = diff(mine.world, other.world);
        History history(mine.world, mine.schedule);
        for (std::uint32_t i = 0; i < found.entries.size(); ++i) {
            INFO("seed " << seed << " entry " << i);
            const DiffEntry& entry = found.entries[i];
            auto edits = edits_of(found, mine.world, other.world, std::array{i});
            REQUIRE(edits.error() == "");
            const Content before = content_of(mine.world);
            const std::string why = history.perform({"One", std::move(*edits)});
            if (entry.kind == DiffKind::ParentChanged && !why.empty()) continue;  // needs another move first
            REQUIRE(why == "");
            const WorldDiff left = diff(mine.world, other.world);
            CHECK(left.entries.size() < found.entries.size());
            CHECK(std::find(left.entries.begin(), left.entries.end(), entry) == left.entries.end());
            if (entry.kind == DiffKind::FieldChanged) CHECK(left.entries.size() + 1 == found.entries.size());
            REQUIRE(history.undo() == "");
            CHECK(content_of(mine.world) == before);
            ++applied;
        }
    }
    CHECK(applied > 300);
}

TEST_CASE("Edits of a difference: a type that cannot be brought is a reason, not a crash", "[diff]") {
    World mine, other;
    mine.types().add<test::Health>("Life");
    other.types().add<test::Health>("Health").field("hp", &test::Health::hp);
    other.create(test::Health{3});
    CHECK(bring_types(mine, other).find("Life") != std::string::npos);
    CHECK(edits_of(diff(mine, other), mine, other).error() == "Health is not known here");
}

TEST_CASE("Edit: created in a slot that another edit parks, and seen by a system, it still gives the slot back",
          "[ecs][edit]") {
    test::EditFixture f;
    Edit destroy = DestroyEntity{f.other};
    f.apply(destroy);
    CreateEntities create;
    create.entities.push_back({{f.other.index, 7}, null_entity, {}});
    CHECK(f.why_not(create) == to_string(create.entities[0].entity) + " cannot be created: its id was used before");
    create.in_any_dead_slot = true;
    create.entities.push_back({{f.player.index, 7}, null_entity, {}});
    CHECK(f.why_not(create).find("cannot be created while Player (1v1) has its slot") != std::string::npos);
    create.entities.pop_back();

    Edit edit = create;
    for (int times = 0; times < 2; ++times) {
        REQUIRE(f.why_not(edit) == "");
        f.apply(edit);
        CHECK(f.world.alive({f.other.index, 7}));
        CHECK_FALSE(f.why_not(destroy).empty());
        f.schedule.tick(f.world);
        REQUIRE(f.why_not(edit) == "");
        f.apply(edit);
        CHECK_FALSE(f.world.entity_at_slot(f.other.index));
    }
    REQUIRE(f.why_not(destroy) == "");
    f.apply(destroy);
    CHECK(f.world.get<test::Health>(f.other) == test::Health{9});
    CHECK(test::storage_fault(f.world) == "");
}

}  // namespace diff_edits_test
