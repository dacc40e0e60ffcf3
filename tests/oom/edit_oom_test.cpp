#include "ecs/support/edit_support.hpp"
#include "out_of_memory.hpp"

namespace edit_oom_test {

using namespace ecs;
using namespace test;

namespace {

const std::string long_text(100, 'x');

struct Block {
    std::int32_t numbers[256] = {};
};

struct Fixture : EditFixture {
    std::vector<Edit> edits;
    State state_before;

    Fixture() {
        world.types().add<Block>("Block");
        world.create(ecs::Parent{other}, Block{}, Label{long_text}, Unique{std::make_unique<int>(5)});
        state_before = state();
    }
};

std::string unless(bool holds, const char* what) { return holds ? std::string() : what; }

// Applying, and then undoing, both with memory that runs out at every place.
template <class Make>
std::size_t apply_and_undo(Make edits_of, bool alone_only = false) {
    const auto make = [&] {
        auto fixture = std::make_unique<Fixture>();
        fixture->edits = edits_of(*fixture);
        fixture->state_before = fixture->state();
        return fixture;
    };
    const auto apply = [](Fixture& f) {
        const ApplyFailure failure = apply_all(f.world, f.schedule, f.edits);
        if (!failure.why.empty()) throw std::runtime_error(failure.why);
    };
    const auto undo = [](Fixture& f) {
        const ApplyFailure failure = apply_all_backwards(f.world, f.schedule, f.edits);
        if (!failure.why.empty()) throw std::runtime_error(failure.why);
    };
    const auto unchanged = [](Fixture& f, const WorldState& before) { return difference(before, state_of(f.world)); };
    std::size_t failures = run_out_of_memory(
        make, apply, unchanged,
        [&](Fixture& f) {
            undo(f);
            return unless(f.state() == f.state_before, "undoing does not restore the world");
        },
        alone_only);
    failures += run_out_of_memory(
        [&] {
            auto fixture = make();
            apply(*fixture);
            return fixture;
        },
        undo, unchanged,
        [&](Fixture& f) -> std::string {
            if (f.state() != f.state_before) return "undoing does not restore the world";
            apply(f);
            undo(f);
            return unless(f.state() == f.state_before, "doing it again and undoing does not restore the world");
        },
        alone_only);
    return failures;
}

}  // namespace

TEST_CASE("Out of memory: an edit is carried out or not, and so is its inverse", "[ecs][oom][edit]") {
    const TrackedScope scope;
    using Edits = std::vector<Edit>;
    SECTION("create") {
        CHECK(apply_and_undo([](Fixture& f) {
                  CreateEntities create;
                  create.entities.push_back({null_entity, f.child, {}, false});
                  create.entities.back().values.push_back(f.value(Label{long_text}));
                  create.entities.back().values.push_back(f.value(Tracked(3)));
                  create.entities.push_back({null_entity, handle_of_record(0), {}, false});
                  create.entities.back().values.push_back(f.value(Block{{1}}));
                  create.entities.back().values.push_back(f.value(Link{handle_of_record(0), 1, {}}));
                  create.entities.push_back({{f.other.index + 9, 4}, null_entity, {}, false});
                  return Edits{create};
              }) > 20);
    }
    SECTION("create in a slot that is parked, and in one that was used since") {
        CHECK(apply_and_undo([](Fixture& f) {
                  const Entity former = f.grandchild;
                  f.world.destroy(former);
                  Edit destroy = DestroyEntity{f.other};
                  f.apply(destroy);
                  CreateEntities create;
                  create.in_any_dead_slot = true;
                  create.entities.push_back({{f.other.index, 3}, f.child, {}, false});
                  create.entities.back().values.push_back(f.value(Label{long_text}));
                  create.entities.push_back({former, null_entity, {}, false});
                  create.entities.push_back({{f.other.index + 9, 4}, null_entity, {}, false});
                  return Edits{create};
              }) > 20);
    }
    SECTION("destroy") {
        CHECK(apply_and_undo([](Fixture& f) { return Edits{DestroyEntity{f.player}}; }) > 10);
        CHECK(apply_and_undo([](Fixture& f) { return Edits{DestroyEntity{f.other}}; }) > 10);
        CHECK(apply_and_undo([](Fixture& f) {
                  return Edits{DestroyMany{EntityRuns(std::vector{f.other, f.player})}};
              }) > 10);
    }
    SECTION("add") {
        CHECK(apply_and_undo([](Fixture& f) { return Edits{AddComponent{f.other, f.value(Block{{7}})}}; }) > 2);
        CHECK(apply_and_undo([](Fixture& f) { return Edits{AddComponent{f.other, f.value(Label{long_text})}}; }) > 2);
        CHECK(apply_and_undo([](Fixture& f) { return Edits{AddComponent{f.other, f.tag<Frozen>()}}; }) > 2);
    }
    SECTION("remove") {
        CHECK(apply_and_undo([](Fixture& f) { return Edits{RemoveComponent{f.player, f.world.name_id()}}; }) > 2);
        CHECK(apply_and_undo([](Fixture& f) { return Edits{RemoveComponent{f.child, f.world.id<Frozen>()}}; }) > 2);
        CHECK(apply_and_undo([](Fixture& f) {
                  return Edits{RemoveComponent{f.world.children(f.other)[0], f.world.id<Block>()}};
              }) > 2);
    }
    SECTION("add to many, and remove from them") {
        const auto everyone = [](Fixture& f, ComponentId with, bool has) {
            EntityRuns all;
            for (std::size_t slot = 0; slot < f.world.slot_count(); ++slot)
                if (const Entity each = f.world.entity_at_slot(slot);
                    f.world.alive(each) && f.world.has(each, with) == has)
                    all.push_back(each);
            return all;
        };
        CHECK(apply_and_undo([&](Fixture& f) {
                  return Edits{add_to_many(everyone(f, f.world.id<Label>(), false), f.value(Label{long_text}))};
              }) > 10);
        CHECK(apply_and_undo([&](Fixture& f) {
                  return Edits{add_to_many(everyone(f, f.world.id<Frozen>(), false), f.tag<Frozen>())};
              }) > 5);
        CHECK(apply_and_undo([&](Fixture& f) {
                  return Edits{RemoveFromMany{f.world.name_id(), everyone(f, f.world.name_id(), true)}};
              }) > 5);
    }
    SECTION("set") {
        CHECK(apply_and_undo([](Fixture& f) {
                  return Edits{SetComponent{f.child, f.value(Label{long_text}), {}}};
              }) > 0);
        CHECK(apply_and_undo([](Fixture& f) {
                  return Edits{SetComponent{f.player, f.value(Position{9, 9, 9}), {0, 2}}};
              }) > 0);
        CHECK(apply_and_undo([](Fixture& f) {
                  return Edits{SetComponent{f.world.children(f.other)[0], f.value(Block{{3}}), {}}};
              }) > 0);
    }
    SECTION("move") {
        CHECK(apply_and_undo([](Fixture& f) { return Edits{SetParent{f.player, f.other}}; }) > 2);
        CHECK(apply_and_undo([](Fixture& f) { return Edits{SetParent{f.grandchild, null_entity}}; }) > 2);
    }
    SECTION("switch") {
        apply_and_undo([](Fixture&) { return Edits{ToggleSystem{"Movement", false}}; });
    }
    SECTION("memory") {
        CHECK(apply_and_undo([](Fixture& f) {
                  const ArchetypeId id = f.world.archetype_of(f.player).id();
                  return Edits{FitBlocks{{{id, 8192}, {0, 0}}}, GatherBlocks{}};
              }) > 3);
        CHECK(apply_and_undo([](Fixture& f) {
                  f.world.add<Enemy>(f.grandchild);
                  f.world.add<Enemy>(f.other);
                  return Edits{FoldTags{{f.world.id<Frozen>(), f.world.id<Enemy>()}, "Marks", {f.player}}};
              }) > 10);
        // Enough of them for several chunks, and for archetypes of few and of many.
        CHECK(apply_and_undo([](Fixture& f) {
                  for (int i = 0; i < 200; ++i) {
                      const Entity entity = f.world.create(Block{{i}}, Tracked(i), Frozen{});
                      if (i % 3 == 0) f.world.add<Enemy>(entity);
                      if (i % 50 == 0) f.world.add<Health>(entity);
                  }
                  return Edits{FoldTags{{f.world.id<Frozen>(), f.world.id<Enemy>()}, "Marks", {}}};
              }) > 20);
    }
    SECTION("duplicate") {
        CHECK(apply_and_undo([](Fixture& f) { return Edits{duplicate(f.world, {f.player})}; }) > 20);
    }
    CHECK(scope.clean());
}

TEST_CASE("Out of memory: of several edits all are carried out or none", "[ecs][oom][edit]") {
    const TrackedScope scope;
    // Taking back what was done before the failure may need memory itself, so one allocation fails at a time.
    CHECK(apply_and_undo(
              [](Fixture& f) {
                  return std::vector<Edit>{AddComponent{f.other, f.value(Label{long_text})},
                                           RemoveComponent{f.player, f.world.id<Tracked>()}, DestroyEntity{f.child},
                                           SetComponent{f.other, f.value(Health{1}), {}},
                                           duplicate(f.world, {f.player})};
              },
              true) > 20);
    CHECK(scope.clean());
}

}  // namespace edit_oom_test
