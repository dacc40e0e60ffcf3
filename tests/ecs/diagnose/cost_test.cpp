#include "ecs/diagnose/cost.hpp"

#include <numeric>

#include "catch.hpp"
#include "ecs/base/random.hpp"
#include "ecs/diagnose/operation.hpp"
#include "ecs/support/test_types.hpp"

namespace cost_test {

using namespace ecs;
using namespace test;

namespace {

/// What a journal says of the last operation, in the words of a cost.
StructuralCost told_by(const World& world, const Operation& operation) {
    StructuralCost cost;
    for (const StructuralChange& change : operation.changes) {
        switch (change.kind) {
            case ChangeKind::Created:
                break;
            case ChangeKind::Moved:
                cost.row_bytes = change.bytes_copied;
                break;
            case ChangeKind::FilledHole:
                cost.hole_bytes = change.bytes_copied;
                break;
            case ChangeKind::ChunkGrown:
                cost.growth_bytes = change.bytes_copied;
                break;
            case ChangeKind::ChunkMade:
                cost.makes_chunk = true;
                break;
            case ChangeKind::ChunkFreed:
                cost.frees_chunk = true;
                break;
            default:
                break;
        }
    }
    const Location to = operation.main().to;
    if (to.archetype != no_archetype) {
        const auto components = world.archetype(to.archetype).components();
        cost.target.assign(components.begin(), components.end());
        cost.existing = to.archetype;
    }
    return cost;
}

}  // namespace

TEST_CASE("Cost: what was predicted is what then happens, in 3,000 random cases", "[ecs][cost]") {
    World world;
    register_types(world);
    Journal journal(1000);
    world.observe(&journal);
    Random random(7);
    std::vector<ComponentId> ids(world.types().size());
    std::iota(ids.begin(), ids.end(), ComponentId{0});
    std::erase(ids, world.parent_id());
    const auto pick = [&](const auto& list) { return list[random.below(static_cast<std::uint32_t>(list.size()))]; };

    std::size_t grown = 0, made = 0, freed = 0, filled = 0;
    for (int i = 0; i < 3000; ++i) {
        const std::vector<Entity> entities = entities_of(world);
        std::optional<StructuralCost> predicted;
        // The world grows for a while and shrinks for a while, so that chunks fill and empty.
        const std::uint32_t what = i / 700 % 2 == 0 ? random.below(6) : 3 + random.below(5);
        const std::size_t archetypes_before = world.archetype_count();
        if (entities.empty() || what < 4) {
            std::vector<ComponentId> components{pick(ids), pick(ids)};
            // Many of one kind, so that blocks grow and chunks fill.
            if (what < 3) components = {world.id<Position>(), world.id<Wide>()};
            predicted = cost_of_creating(world, components);
            world.create_with(components);
        } else if (what > 5) {
            const Entity entity = pick(entities);
            predicted = cost_of_destroying(world, entity);
            world.destroy(entity);
        } else {
            const Entity entity = pick(entities);
            const ComponentId component = pick(ids);
            const bool has = world.has(entity, component);
            predicted = has ? cost_of_removing(world, entity, component) : cost_of_adding(world, entity, component);
            const auto other =
                has ? cost_of_adding(world, entity, component) : cost_of_removing(world, entity, component);
            CHECK_FALSE(other);
            if (has)
                world.remove(entity, component);
            else
                world.add(entity, component);
        }
        REQUIRE(predicted);
        const std::optional<Operation> operation = operation_ending_at(journal, journal.total() - 1);
        REQUIRE(operation);
        StructuralCost told = told_by(world, *operation);
        const bool new_archetype = world.archetype_count() > archetypes_before;
        CHECK((predicted->existing.has_value() || predicted->target.empty()) == !new_archetype);
        if (new_archetype) told.existing.reset();
        INFO(to_string(*predicted) << " / " << to_string(told));
        REQUIRE(*predicted == told);
        CHECK(predicted->bytes_copied() == operation->bytes_copied());
        grown += predicted->growth_bytes > 0;
        made += predicted->makes_chunk;
        freed += predicted->frees_chunk;
        filled += predicted->hole_bytes > 0;
    }
    world.observe(nullptr);
    // All of it occurred.
    CHECK(grown > 5);
    CHECK(made > 5);
    CHECK(freed > 0);
    CHECK(filled > 100);
}

TEST_CASE("Cost: of several moves in a row each, in 1,000 random cases", "[ecs][cost]") {
    World world;
    register_types(world);
    Journal journal(1000);
    world.observe(&journal);
    Random random(11);
    std::vector<ComponentId> ids(world.types().size());
    std::iota(ids.begin(), ids.end(), ComponentId{0});
    std::erase(ids, world.parent_id());
    const auto pick = [&](const auto& list) { return list[random.below(static_cast<std::uint32_t>(list.size()))]; };

    std::size_t none = 0;
    for (int i = 0; i < 1000; ++i) {
        if (i % 3 != 2) world.create_with(std::vector<ComponentId>{pick(ids), pick(ids)});
        const std::vector<Entity> entities = entities_of(world);
        const Entity entity = pick(entities);
        std::vector<ComponentMove> moves;
        for (int move = 0; move < 3; ++move) {
            const ComponentId component = pick(ids);
            moves.push_back({component, !world.has(entity, component)});
        }
        const std::vector<StructuralCost> predicted = costs_of_moving(world, entity, moves);
        none += predicted.empty();
        if (predicted.empty()) continue;  // one was picked twice
        REQUIRE(predicted.size() == moves.size());
        for (std::size_t move = 0; move < moves.size(); ++move) {
            const std::size_t archetypes_before = world.archetype_count();
            if (moves[move].adds)
                world.add(entity, moves[move].component);
            else
                world.remove(entity, moves[move].component);
            const std::optional<Operation> operation = operation_ending_at(journal, journal.total() - 1);
            REQUIRE(operation);
            StructuralCost told = told_by(world, *operation);
            if (world.archetype_count() > archetypes_before) told.existing.reset();
            INFO(i << ", move " << move << ": " << to_string(predicted[move]) << " / " << to_string(told));
            REQUIRE(predicted[move] == told);
        }
        if (i % 2 == 0) world.destroy(entity);
    }
    world.observe(nullptr);
    CHECK(none > 0);
}

TEST_CASE("Cost: a chunk that is made for a row on its way is given back when it goes on", "[ecs][cost]") {
    World world;
    register_types(world);
    std::vector<Entity> entities(816);
    world.create_many(entities, std::vector<ComponentId>{world.id<Position>()});  // fills its chunk
    const Entity entity = world.create(Position{}, Velocity{});
    const std::vector<ComponentMove> moves{{world.id<Velocity>(), false}, {world.name_id(), true}};
    const std::vector<StructuralCost> costs = costs_of_moving(world, entity, moves);
    REQUIRE(costs.size() == 2);
    CHECK(costs[0].makes_chunk);
    CHECK_FALSE(costs[0].frees_chunk);
    CHECK(costs[1].frees_chunk);
    CHECK(costs[1].hole_bytes == 0);
    const ArchetypeId position_only = world.location(entities[0]).archetype;
    world.remove<Velocity>(entity);
    CHECK(world.archetype(position_only).chunk_count() == 2);
    world.add(entity, Name{"On"});
    CHECK(world.archetype(position_only).chunk_count() == 1);
}

TEST_CASE("Cost: a chunk that is full, and one that becomes empty", "[ecs][cost]") {
    World world;
    register_types(world);
    const std::vector<ComponentId> components{world.id<Position>()};
    std::vector<Entity> entities(816);
    world.create_many(entities, components);
    CHECK(cost_of_creating(world, components).makes_chunk);
    const Entity next = world.create(Position{});
    CHECK_FALSE(cost_of_creating(world, components).makes_chunk);
    CHECK(cost_of_destroying(world, next)->frees_chunk);
    CHECK(cost_of_destroying(world, next)->hole_bytes == 0);
    CHECK(cost_of_destroying(world, entities[3])->hole_bytes == 20);
    CHECK(cost_of_destroying(world, entities[3])->frees_chunk);  // its filler was the last chunk's only row
    const StructuralCost cost = cost_of_adding(world, entities[3], world.id<Velocity>()).value();
    CHECK(to_string(cost) ==
          "40 B copied (20 the row, 20 into its hole), new archetype, new chunk, a chunk given back");
}

TEST_CASE("Cost: the dead cost nothing, and what changes nothing costs nothing", "[ecs][cost]") {
    World world;
    register_types(world);
    const Entity entity = world.create(Position{});
    CHECK_FALSE(cost_of_adding(world, entity, world.id<Position>()));
    CHECK_FALSE(cost_of_removing(world, entity, world.id<Velocity>()));
    world.destroy(entity);
    CHECK_FALSE(cost_of_adding(world, entity, world.id<Velocity>()));
    CHECK_FALSE(cost_of_removing(world, entity, world.id<Position>()));
    CHECK_FALSE(cost_of_destroying(world, entity));
}

}  // namespace cost_test
