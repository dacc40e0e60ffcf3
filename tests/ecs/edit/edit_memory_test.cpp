#include <array>

#include "catch.hpp"
#include "ecs/base/random.hpp"
#include "ecs/support/edit_support.hpp"
#include "ecs/support/world_state.hpp"

namespace edit_memory_test {

using namespace ecs;
using namespace test;

TEST_CASE("World: change moves once over several components and keeps all other values", "[ecs][world]") {
    const TrackedScope scope;
    EditFixture f;
    Journal journal(100);
    f.world.observe(&journal);
    const std::array removed{f.world.id<Health>(), f.world.id<Velocity>()};
    const std::array added{f.world.id<Wide>(), f.world.id<Label>(), f.world.id<Tracked>(), f.world.parent_id()};
    REQUIRE(f.world.change(f.player, removed, added));
    CHECK(f.world.name(f.player) == "Player");
    CHECK(f.world.get<Position>(f.player) == Position{1, 2, 3});
    CHECK(f.world.get<Tracked>(f.player).value == 1);
    CHECK(f.world.get<Wide>(f.player) == Wide{});
    CHECK(f.world.get<Label>(f.player) == Label{});
    CHECK_FALSE(f.world.has<Health>(f.player));
    CHECK_FALSE(f.world.parent(f.player));
    CHECK(f.world.children(f.player).size() == 1);
    CHECK(storage_fault(f.world).empty());
    std::size_t moves = 0;
    for (std::size_t i = 0; i < journal.size(); ++i) moves += journal[i].kind == ChangeKind::Moved;
    CHECK(moves == 1);

    CHECK(f.world.change(f.child, {}, std::array{f.world.id<Enemy>()}));
    CHECK(f.world.parent(f.child) == f.player);
    CHECK(f.world.children(f.player).front() == f.child);
    f.world.destroy(f.other);
    CHECK_FALSE(f.world.change(f.other, {}, added));
    CHECK(f.world.change(f.child, removed, std::array{f.world.id<Enemy>()}));
    f.world.observe(nullptr);
}

TEST_CASE("World: change does in one move what add and remove do one by one", "[ecs][world]") {
    World world, other;
    register_types(world);
    register_types(other);
    Random random(5);
    const std::array<ComponentId, 7> ids{world.id<Position>(), world.id<Velocity>(), world.id<Health>(),
                                         world.id<Label>(),    world.id<Wide>(),     world.id<Frozen>(),
                                         world.id<Enemy>()};
    std::vector<Entity> entities;
    for (int i = 0; i < 200; ++i) {
        entities.push_back(world.create(Position{static_cast<float>(i), 0, 0}, Label{std::to_string(i)}));
        other.create(Position{static_cast<float>(i), 0, 0}, Label{std::to_string(i)});
    }
    for (int step = 0; step < 3000; ++step) {
        const Entity entity = entities[random.below(200)];
        std::vector<ComponentId> removed, added;
        for (const ComponentId id : ids) (random.below(2) == 0 ? removed : added).push_back(id);
        world.change(entity, removed, added);
        for (const ComponentId id : removed) other.remove(entity, id);
        for (const ComponentId id : added) other.add(entity, id);
        if (step % 100 == 0) REQUIRE(storage_fault(world).empty());
    }
    CHECK(state_hash(world) == state_hash(other));
}

TEST_CASE("World: many changes at once are as one after another", "[ecs][world]") {
    const TrackedScope scope;
    World one_by_one, at_once;
    Random random(11);
    std::vector<Entity> entities;
    for (World* world : {&one_by_one, &at_once}) {
        register_types(*world);
        entities.clear();
        for (int i = 0; i < 3000; ++i) {
            const Entity entity = world->create(Position{static_cast<float>(i), 0, 0}, Label{std::to_string(i)});
            if (i % 7 == 0) world->add<Health>(entity);
            if (i % 100 == 3) world->set_parent(entity, entities.back());
            entities.push_back(entity);
        }
    }
    const std::array<ComponentId, 4> ids{at_once.id<Velocity>(), at_once.id<Health>(), at_once.id<Frozen>(),
                                         at_once.id<Enemy>()};
    for (int round = 0; round < 20; ++round) {
        std::array<std::array<std::vector<ComponentId>, 2>, 3> steps;
        for (auto& step : steps)
            for (const ComponentId id : ids) step[random.below(2)].push_back(id);
        std::vector<RowChange> changes;
        for (const Entity entity : entities) {
            if (random.below(4) == 0) continue;
            const auto& step = steps[random.below(3)];
            changes.push_back({entity, step[0], step[1]});
        }
        for (const RowChange& change : changes) one_by_one.change(change.entity, change.removed, change.added);
        at_once.change_many(changes);
        REQUIRE(storage_fault(at_once, round % 5 != 0).empty());
        REQUIRE(difference(state_of(one_by_one), state_of(at_once)).empty());
        REQUIRE(at_once.structural_changes() == one_by_one.structural_changes());
    }

    for (const Entity entity : entities)
        if (at_once.alive(entity)) at_once.destroy(entity);
    const std::array added{at_once.id<Health>()};
    at_once.change_many(std::vector<RowChange>{{entities.front(), {}, added}});
    CHECK_FALSE(at_once.alive(entities.front()));
}

TEST_CASE("World: many changes at once take no more memory for good than one after another", "[ecs][world]") {
    World one_by_one, at_once;
    for (World* world : {&one_by_one, &at_once}) {
        register_types(*world);
        std::vector<Entity> entities(20'000);
        world->create_many(entities, std::array{world->id<Position>(), world->id<Frozen>()});
        const std::array removed{world->id<Frozen>()}, added{world->id<Health>()};
        std::vector<RowChange> changes;
        for (const Entity entity : entities) changes.push_back({entity, removed, added});
        if (world == &at_once)
            world->change_many(changes);
        else
            for (const RowChange& change : changes) world->change(change.entity, change.removed, change.added);
    }
    CHECK(at_once.blocks().bytes_in_use() == one_by_one.blocks().bytes_in_use());
    constexpr std::size_t slab = 256 * 1024;
    CHECK(at_once.blocks().bytes_reserved() <= one_by_one.blocks().bytes_reserved() + slab);
}

TEST_CASE("World: a block fits its rows, and never fewer", "[ecs][world]") {
    World world;
    register_types(world);
    const Entity entity = world.create(Health{3}, Label{"kept"});
    const Archetype& archetype = world.archetype_of(entity);
    for (int i = 0; i < 20; ++i) world.create(Health{i}, Label{std::to_string(i)});
    const std::size_t least = block_bytes_for(archetype.types(), 21);
    CHECK(archetype.bytes() == least);
    for (const std::size_t wanted : {std::size_t{16384}, std::size_t{0}, std::size_t{3000}, std::size_t{1} << 20}) {
        world.fit_block(archetype.id(), wanted);
        CHECK(archetype.bytes() == (wanted < least ? least : wanted == 3000 ? 4096 : 16384));
        CHECK(world.get<Label>(entity).text == "kept");
        CHECK(storage_fault(world).empty());
    }
    for (int i = 0; i < 1000; ++i) world.create(Health{i}, Label{std::to_string(i)});
    const std::size_t bytes = archetype.bytes();
    world.fit_block(archetype.id(), 0);
    CHECK(archetype.bytes() == bytes);
    CHECK(archetype.chunk_count() > 1);

    const Entity alone = world.create(Frozen{});
    const Archetype& emptied = world.archetype_of(alone);
    world.destroy(alone);
    CHECK(emptied.bytes() == 256);
    world.fit_block(emptied.id(), 0);
    CHECK(emptied.bytes() == 0);
    CHECK(storage_fault(world).empty());
    world.fit_block(emptied.id(), 512);
    CHECK(emptied.bytes() == 512);
    CHECK(storage_fault(world).empty());
    world.fit_block(emptied.id(), 16384);
    CHECK(emptied.bytes() <= 1024);
    CHECK(storage_fault(world).empty());
    world.create(Frozen{});
    CHECK(storage_fault(world).empty());
}

TEST_CASE("Edit: folding tags refuses what it cannot take back", "[ecs][edit]") {
    EditFixture f;
    const ComponentId frozen = f.world.id<Frozen>(), enemy = f.world.id<Enemy>();
    CHECK(f.why_not(FoldTags{{}, "Marks", {}}) == "no tags were given");
    CHECK(f.why_not(FoldTags{{frozen, frozen}, "Marks", {}}) == "Frozen is named twice");
    CHECK(f.why_not(FoldTags{{f.world.id<Health>()}, "Marks", {}}) == "Health is no tag: it has a value");
    CHECK(f.why_not(FoldTags{{frozen}, "Health", {}}) == "there is another component named Health already");
    CHECK(f.why_not(FoldTags{{frozen}, "", {}}) == "the component that the tags go into needs a name");
    CHECK(f.why_not(FoldTags{{999}, "Marks", {}}) == "no component was given");
    CHECK(f.why_not(UnfoldTags{f.world.id<Health>(), {frozen}}) == "Health does not have a bool field for each tag");
    CHECK(f.why_not(FitBlocks{{{999, 0}}}) == "there is no archetype 999");

    const State before = f.state();
    Edit edit = FoldTags{{frozen, enemy}, "Marks", {}};
    f.apply(edit);
    const ComponentId marks = f.world.types().find("Marks")->id;
    CHECK(f.world.has(f.child, marks));
    CHECK_FALSE(f.world.has<Frozen>(f.child));
    CHECK_FALSE(f.world.has(f.player, marks));
    CHECK(f.world.parent(f.child) == f.player);
    CHECK(f.why_not(FoldTags{{frozen, enemy}, "Marks", {}}) == "entities have Marks already");
    CHECK(describe_edit(f.world, edit) == "Unfold Marks into tags");

    SECTION("the inverse gives the tags back") {
        f.apply(edit);
        CHECK(f.state() == before);
        CHECK(describe_edit(f.world, edit) == "Fold 2 tags into Marks");
    }
    SECTION("what the fields say by then is what the entity gets") {
        auto* value = static_cast<std::byte*>(f.world.get_mut(f.child, marks));
        value[0] = std::byte{0};
        f.apply(edit);
        CHECK_FALSE(f.world.has<Frozen>(f.child));
        CHECK_FALSE(f.world.has(f.child, marks));
        f.apply(edit);
        CHECK(f.world.has(f.child, marks));
    }
}

}  // namespace edit_memory_test
