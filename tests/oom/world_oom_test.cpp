// Memory that runs out in the middle of what a world does: the world is as it was, and goes on working.
#include <array>

#include "ecs/snapshot/snapshot.hpp"
#include "ecs/support/test_types.hpp"
#include "ecs/support/tracked.hpp"
#include "ecs/world/query.hpp"
#include "ecs/world/view.hpp"
#include "out_of_memory.hpp"

namespace world_oom_test {

using namespace ecs;
using namespace test;

namespace {

struct Block {
    std::int32_t numbers[256] = {};
};
const std::string long_text(100, 'x');

// Archetypes whose chunks are exactly full, so that the next row needs a new one; a tree; free and parked slots.
struct Fixture {
    World world;
    Entity full, root, child, grandchild, named;
    std::vector<Entity> blocks;

    Fixture() {
        register_types(world);
        register_tracked(world);
        world.types().add<Block>("Block");
        full = world.create(Position{1, 2, 3});
        const Archetype* archetype = &world.archetype_of(full);
        while (!archetype->chunk(0).full()) world.create(Position{});
        for (int i = 0; i < 30; ++i) blocks.push_back(world.create(Block{}));
        root = world.create(Label{long_text});
        child = world.create(Parent{root}, Tracked(1), Health{5});
        grandchild = world.create(Parent{child}, Wide{});
        named = world.create(Name{long_text}, Frozen{});
        std::vector<Entity> gone(20);
        world.create_many(gone, {});
        for (std::size_t i = 0; i < gone.size(); i += 3) world.destroy(gone[i]);
        world.destroy_and_park(gone[1]);
    }
    template <class T>
    ComponentId id() const {
        return world.id<T>();
    }
};

std::unique_ptr<Fixture> make() { return std::make_unique<Fixture>(); }
std::unique_ptr<Fixture> make_with_journal() {
    static Journal journal(100'000);
    auto fixture = make();
    fixture->world.observe(&journal);
    return fixture;
}

std::string unless(bool holds, const char* what) { return holds ? std::string() : what; }

}  // namespace

TEST_CASE("Out of memory: creating leaves the world as it was", "[ecs][oom]") {
    const TrackedScope scope;
    Entity made;
    std::size_t failures = 0;
    for (auto* fixture : {make, make_with_journal}) {
        failures += all_or_nothing(
            fixture,
            [&](Fixture& f) {
                made = f.world.create(Position{7, 8, 9});
            },
            [&](Fixture& f) { return unless(f.world.get<Position>(made).x == 7, "not created"); });
        failures += all_or_nothing(
            fixture, [&](Fixture& f) { made = f.world.create(Health{7}, Velocity{}, Wide{}, Enemy{}); },
            [&](Fixture& f) { return unless(f.world.get<Health>(made).hp == 7, "not created"); });
        failures += all_or_nothing(
            fixture, [&](Fixture& f) { made = f.world.create(Parent{f.grandchild}, Position{}, Tracked(3)); },
            [&](Fixture& f) { return unless(f.world.parent(made) == f.grandchild, "not created"); });
        failures += all_or_nothing(
            fixture,
            [&](Fixture& f) {
                made = f.world.create_with(std::array{f.id<Label>(), f.id<Tracked>(), f.id<Block>(), f.id<Label>()});
            },
            [&](Fixture& f) { return unless(f.world.get<Tracked>(made).value == 7, "not created"); });
        failures += all_or_nothing(
            fixture,
            [&](Fixture& f) {
                made = {static_cast<std::uint32_t>(f.world.slot_count()) + 700, 5};
                f.world.create_at(made, std::array{f.id<Position>(), f.id<Label>()});
            },
            [&](Fixture& f) { return unless(f.world.has<Label>(made), "not created"); });
        std::vector<Entity> many(700);
        failures += all_or_nothing(
            fixture,
            [&](Fixture& f) {
                f.world.create_many(many, std::array{f.id<Position>(), f.id<Wide>()});
            },
            [&](Fixture& f) { return unless(f.world.has<Wide>(many.back()), "not created"); });
        failures += all_or_nothing(
            fixture,
            [&](Fixture& f) {
                f.world.create_many(many, std::array{f.id<Label>(), f.id<Tracked>()});
            },
            [&](Fixture& f) { return unless(f.world.has<Label>(many.back()), "not created"); });
    }
    CHECK(failures > 100);
    CHECK(scope.clean());
}

TEST_CASE("Out of memory: adding, removing and taking leave the world as it was", "[ecs][oom]") {
    const TrackedScope scope;
    std::size_t failures = 0;
    Value taken;
    for (auto* fixture : {make, make_with_journal}) {
        failures += all_or_nothing(
            fixture,
            [](Fixture& f) {
                f.world.add(f.full, Velocity{1, 2, 3});
            },
            [](Fixture& f) { return unless(f.world.get<Velocity>(f.full).z == 3, "not added"); });
        failures += all_or_nothing(
            fixture, [](Fixture& f) { f.world.add<Frozen>(f.child); },
            [](Fixture& f) { return unless(f.world.has<Frozen>(f.child), "not added"); });
        failures += all_or_nothing(
            fixture, [](Fixture& f) { f.world.add(f.child, f.id<Block>()); },
            [](Fixture& f) { return unless(f.world.has<Block>(f.child), "not added"); });
        failures += all_or_nothing(
            fixture, [](Fixture& f) { f.world.add(f.full, f.id<Tracked>()); },
            [](Fixture& f) { return unless(f.world.get<Tracked>(f.full).value == 7, "not added"); });
        failures += all_or_nothing(
            fixture, [](Fixture& f) { f.world.add(f.full, Label{long_text}); },
            [](Fixture& f) { return unless(f.world.get<Label>(f.full).text == long_text, "not added"); });
        failures += all_or_nothing(
            fixture, [](Fixture& f) { f.world.add(f.root, Value::of(f.world.types()[f.id<Label>()], Label{"new"})); },
            [](Fixture& f) { return unless(f.world.get<Label>(f.root).text == "new", "not set"); });
        failures += all_or_nothing(
            fixture, [](Fixture& f) { f.world.remove<Tracked>(f.child); },
            [](Fixture& f) { return unless(!f.world.has<Tracked>(f.child), "not removed"); });
        failures += all_or_nothing(
            fixture, [](Fixture& f) { f.world.remove(f.blocks[7], f.id<Block>()); },
            [](Fixture& f) { return unless(!f.world.has<Block>(f.blocks[7]), "not removed"); });
        failures += all_or_nothing(
            fixture, [&](Fixture& f) { taken = f.world.take(f.blocks[7], f.id<Block>()); },
            [&](Fixture& f) {
                const bool done = taken && !f.world.has<Block>(f.blocks[7]);
                taken = {};
                return unless(done, "not taken");
            });
        failures += all_or_nothing(
            fixture, [&](Fixture& f) { taken = f.world.take(f.named, f.world.name_id()); },
            [&](Fixture& f) {
                const bool done = taken && !f.world.has<Name>(f.named);
                taken = {};
                return unless(done, "not taken");
            });
        failures += all_or_nothing(
            fixture, [&](Fixture& f) { taken = f.world.take(f.child, f.world.parent_id()); },
            [&](Fixture& f) {
                taken = {};
                return unless(!f.world.parent(f.child), "not taken");
            });
    }
    CHECK(failures > 50);
    CHECK(scope.clean());
}

TEST_CASE("Out of memory: a value that could not be added is still the caller's", "[ecs][oom]") {
    Value value;
    const std::size_t failures = all_or_nothing(
        [&] {
            auto fixture = make();
            value = Value::of(fixture->world.types()[fixture->id<Block>()], Block{{1, 2, 3}});
            return fixture;
        },
        [&](Fixture& f) { f.world.add(f.child, std::move(value)); },
        [](Fixture& f) {
            return unless(f.world.has<Block>(f.child) && f.world.get<Block>(f.child).numbers[2] == 3,
                          "the value was lost");
        });
    CHECK(failures > 2);
    value = {};
}

TEST_CASE("Out of memory: the tree stays one", "[ecs][oom]") {
    std::size_t failures = 0;
    for (auto* fixture : {make, make_with_journal}) {
        failures += all_or_nothing(
            fixture, [](Fixture& f) { f.world.set_parent(f.full, f.named); },
            [](Fixture& f) { return unless(f.world.children(f.named).size() == 1, "not set"); });
        failures += all_or_nothing(
            fixture, [](Fixture& f) { f.world.set_parent(f.grandchild, f.named); },
            [](Fixture& f) { return unless(f.world.children(f.child).empty(), "not set"); });
        failures += all_or_nothing(
            fixture, [](Fixture& f) { f.world.set_parent(f.child, null_entity); },
            [](Fixture& f) { return unless(f.world.children(f.root).empty(), "not set"); });
    }
    CHECK(failures > 10);
}

TEST_CASE("Out of memory: destroying one entity never fails, a subtree or a batch goes whole or not at all",
          "[ecs][oom]") {
    const TrackedScope scope;
    for (auto* fixture : {make, make_with_journal}) {
        CHECK(all_or_nothing(
                  fixture, [](Fixture& f) { f.world.destroy(f.full); },
                  [](Fixture& f) { return unless(!f.world.alive(f.full), "not destroyed"); }) == 0);
        CHECK(all_or_nothing(
                  fixture, [](Fixture& f) { f.world.destroy(f.grandchild); },
                  [](Fixture& f) { return unless(!f.world.alive(f.grandchild), "not destroyed"); }) == 0);
        CHECK(all_or_nothing(
                  fixture, [](Fixture& f) { f.world.destroy_and_park(f.named); },
                  [](Fixture& f) { return unless(!f.world.alive(f.named), "not destroyed"); }) == 0);
        CHECK(all_or_nothing(
                  fixture,
                  [](Fixture& f) {
                      for (const Entity entity : f.blocks) f.world.destroy(entity);
                  },
                  [](Fixture& f) { return unless(!f.world.alive(f.blocks[9]), "not destroyed"); }) == 0);
        all_or_nothing(
            fixture, [](Fixture& f) { f.world.destroy(f.root); },
            [](Fixture& f) { return unless(!f.world.alive(f.grandchild), "not destroyed"); });
        all_or_nothing(
            fixture, [](Fixture& f) { f.world.destroy_many(f.blocks); },
            [](Fixture& f) { return unless(!f.world.alive(f.blocks[9]), "not destroyed"); });
        all_or_nothing(
            [fixture] {  // without a tree, whole chunks go
                auto f = fixture();
                f->world.destroy(f->root);
                return f;
            },
            [](Fixture& f) { f.world.destroy_many(f.blocks); },
            [](Fixture& f) { return unless(!f.world.alive(f.blocks[9]), "not destroyed"); });
    }
    CHECK(scope.clean());
}

TEST_CASE("Out of memory: a batch over a query can be repeated, and no entity is ever half changed", "[ecs][oom]") {
    const TrackedScope scope;
    std::size_t failures = 0;
    const auto consistent = [](const Fixture&, const WorldState&) { return std::string(); };
    for (auto* fixture : {make, make_with_journal}) {
        for (const bool trivial : {true, false}) {
            const auto id = [trivial](const Fixture& f) { return trivial ? f.id<Velocity>() : f.id<Label>(); };
            failures += run_out_of_memory(
                fixture,
                [&](Fixture& f) {
                    Query query(f.world, {{f.id<Position>()}});
                    f.world.add_to_all(query, id(f));
                },
                consistent,
                [&](Fixture& f) {
                    Query without(f.world, {{f.id<Position>()}, {id(f), Presence::Without, Access::None}});
                    return unless(without.entity_count() == 0 && f.world.get<Position>(f.full).z == 3, "not added");
                });
            failures += run_out_of_memory(
                [&] {
                    auto f = fixture();
                    Query query(f->world, {{f->id<Position>()}});
                    f->world.add_to_all(query, id(*f));
                    return f;
                },
                [&](Fixture& f) {
                    Query query(f.world, {{id(f)}});
                    f.world.remove_from_all(query, id(f));
                },
                consistent, [&](Fixture& f) { return unless(!f.world.has(f.full, id(f)), "not removed"); });
        }
        failures += run_out_of_memory(
            fixture,
            [&](Fixture& f) {
                Query query(f.world, {{f.id<Block>()}});
                f.world.destroy_all(query);
            },
            consistent, [](Fixture& f) { return unless(!f.world.alive(f.blocks[9]), "not destroyed"); });
        failures += run_out_of_memory(
            fixture,
            [&](Fixture& f) {
                Query query(f.world, {{f.world.parent_id()}});
                f.world.remove_from_all(query, f.world.parent_id());
            },
            consistent, [](Fixture& f) { return unless(!f.world.parent(f.grandchild), "not removed"); });
    }
    CHECK(failures > 20);
    CHECK(scope.clean());
}

TEST_CASE("Out of memory: a query can be asked again, and finds every entity once", "[ecs][oom]") {
    struct Queried : Fixture {
        std::optional<Query> query;
        std::size_t visited = 0;
    };
    const std::size_t failures = all_or_nothing(
        [] {
            auto fixture = std::make_unique<Queried>();
            fixture->query.emplace(fixture->world, std::vector<QueryTerm>{{fixture->id<Position>()}});
            fixture->query->entity_count();
            for (int i = 0; i < 8; ++i) {  // archetypes that the query has yet to find
                const Entity entity = fixture->world.create(Position{});
                if (i & 1) fixture->world.add<Frozen>(entity);
                if (i & 2) fixture->world.add<Health>(entity);
                if (i & 4) fixture->world.add<Wide>(entity);
            }
            return fixture;
        },
        [](Queried& f) {
            f.visited = 0;
            f.query->each_chunk(f.world, [&](const ChunkRows& rows) { f.visited += rows.size(); });
        },
        [](Queried& f) {
            std::size_t expected = 0;
            for (const Entity entity : entities_of(f.world)) expected += f.world.has<Position>(entity);
            return unless(f.visited == expected && f.query->entity_count() == expected, "found another number");
        });
    CHECK(failures > 5);
    CHECK(all_or_nothing(
              make,
              [](Fixture& f) {
                  View<Position, const Health*> view(f.world);
                  view.without<Frozen>().each(f.world, [](Position& position, const Health*) { position.x = 1; });
              },
              [](Fixture& f) { return unless(f.world.get<Position>(f.full).x == 1, "not visited"); }) > 0);
}

TEST_CASE("Out of memory: a snapshot is taken and restored whole or not at all", "[ecs][oom][snapshot]") {
    const TrackedScope scope;
    struct Kept : Fixture {
        Snapshots snapshots{world};
        Snapshot snapshot;
        WorldState taken = state_of(world);
    };
    std::size_t failures = all_or_nothing(
        [] { return std::make_unique<Kept>(); }, [](Kept& f) { f.snapshot = *f.snapshots.take(); },
        [](Kept& f) { return unless(f.snapshot.entity_count() == f.world.entity_count(), "not taken"); });
    failures += all_or_nothing(
        [] {
            auto fixture = std::make_unique<Kept>();
            fixture->snapshot = *fixture->snapshots.take();
            fixture->world.destroy(fixture->root);
            fixture->world.destroy_many(fixture->blocks);
            for (int i = 0; i < 40; ++i) fixture->world.create(Label{long_text}, Tracked(i));
            return fixture;
        },
        [](Kept& f) { static_cast<void>(*f.snapshots.restore(f.snapshot)); },
        [](Kept& f) { return difference(f.taken, state_of(f.world)); });
    CHECK(failures > 20);
    CHECK(scope.clean());
}

TEST_CASE("Out of memory: rows are moved to other blocks and archetypes, or stay where they are", "[ecs][oom]") {
    const TrackedScope scope;
    std::size_t failures = 0;
    for (auto* fixture : {make, make_with_journal}) {
        failures += all_or_nothing(
            fixture,
            [](Fixture& f) {
                f.world.change(f.child, std::array{f.id<Health>()},
                               std::array{f.id<Label>(), f.id<Position>(), f.id<Wide>()});
            },
            [](Fixture& f) {
                return unless(f.world.has<Label>(f.child) && f.world.get<Tracked>(f.child).value == 1, "not changed");
            });
        failures += all_or_nothing(
            fixture,
            [](Fixture& f) {
                const std::array removed{f.id<Health>()};
                const std::array added{f.id<Position>(), f.id<Wide>()};
                f.world.change_many(std::vector<RowChange>{{f.child, removed, added}, {f.named, {}, added}});
            },
            [](Fixture& f) { return unless(f.world.has<Wide>(f.child) && f.world.has<Wide>(f.named), "not changed"); });
        failures += all_or_nothing(
            fixture, [](Fixture& f) { f.world.fit_block(f.world.archetype_of(f.named).id(), 8192); },
            [](Fixture& f) {
                return unless(f.world.archetype_of(f.named).bytes() == 8192 && f.world.name(f.named) == long_text,
                              "not fitted");
            });
        failures += all_or_nothing(
            [fixture] {
                auto scattered = fixture();
                // Slabs of small blocks, each with one left in it.
                std::vector<Entity> gone;
                for (int i = 0; i < 400; ++i) {
                    ComponentType type;
                    type.name = "Kind " + std::to_string(i);
                    const ComponentId kind = *scattered->world.types().add_at_run_time(std::move(type));
                    const Entity made = scattered->world.create_with(std::array{kind});
                    if (i % 60 != 0) gone.push_back(made);
                }
                for (const Entity entity : gone) {
                    const ArchetypeId id = scattered->world.archetype_of(entity).id();
                    scattered->world.destroy(entity);
                    scattered->world.fit_block(id, 0);
                }
                return scattered;
            },
            [](Fixture& f) { f.world.gather_blocks(); },
            [](Fixture& f) { return unless(f.world.blocks().bytes_scattered() == 0, "not gathered"); });
    }
    CHECK(failures > 10);
    CHECK(scope.clean());
}

TEST_CASE("Out of memory: a type is registered whole or not at all", "[ecs][oom]") {
    struct Late {
        std::int32_t one = 1, two = 2;
    };
    std::size_t failures = all_or_nothing(
        [] {
            auto fixture = make();
            for (int i = 0; i < 24; ++i) fixture->world.types().add_opaque("Opaque" + std::to_string(i));
            return fixture;
        },
        [](Fixture& f) {
            f.world.types().add<Late>("Late", "With fields").field("one", &Late::one).field("two", &Late::two);
        },
        [](Fixture& f) {
            const bool known = f.world.types().find<Late>() != no_component;
            return unless(known && f.world.types()[f.id<Late>()].fields.size() == 2, "not registered");
        });
    failures += all_or_nothing(
        make,
        [](Fixture& f) {
            ComponentType type;
            type.name = "A type made at run time";
            type.fields.resize(2);
            type.fields[0].name = "number";
            type.fields[0].kind = FieldKind::I32;
            type.fields[1].name = "a text with a long name";
            type.fields[1].kind = FieldKind::String;
            f.world.types().add_at_run_time(std::move(type));
        },
        [](Fixture& f) { return unless(f.world.types().find("A type made at run time"), "not registered"); });
    failures += all_or_nothing(
        make, [](Fixture& f) { f.world.types().add_opaque("A type that nobody here knows"); },
        [](Fixture& f) {
            const ComponentType* type = f.world.types().find("A type that nobody here knows");
            return unless(type && type->opaque_json, "not registered");
        });
    CHECK(failures > 15);
}

TEST_CASE("Out of memory: a world that cannot be made is none", "[ecs][oom]") {
    const std::ptrdiff_t before = live_allocations();
    std::size_t failures = 0;
    for (std::size_t allocation = 1;; ++allocation) {
        const AllocationsFail fail(allocation);
        try {
            World world;
            if (!AllocationsFail::happened()) break;
        } catch (const std::bad_alloc&) {
            ++failures;
        }
    }
    CHECK(failures > 10);
    CHECK(live_allocations() == before);
}

}  // namespace world_oom_test
