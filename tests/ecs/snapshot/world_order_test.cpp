#include "ecs/snapshot/world_order.hpp"

#include <algorithm>
#include <bit>
#include <limits>
#include <memory>
#include <vector>

#include "catch.hpp"
#include "ecs/base/random.hpp"
#include "ecs/snapshot/state_hash.hpp"
#include "ecs/support/deep_state.hpp"
#include "ecs/support/test_types.hpp"
#include "ecs/support/tracked.hpp"

namespace world_order_test {

using namespace ecs;
using namespace test;

namespace {

std::unique_ptr<World> typed_world() {
    auto world = std::make_unique<World>();
    register_types(*world);
    register_tracked(*world);
    return world;
}

/// A world with holes, moved rows, a tree, handles that an edit keeps, and archetypes that are empty again.
std::unique_ptr<World> churned(std::uint64_t seed) {
    std::unique_ptr<World> made = typed_world();
    World& world = *made;
    Random random(seed);
    const auto some = [&] {
        for (int i = 0; i < 30; ++i)
            if (const Entity each = world.entity_at_slot(random.below(static_cast<std::uint32_t>(world.slot_count()))))
                return each;
        return null_entity;
    };
    for (int i = 0; i < 6000; ++i) {
        world.set_tick(static_cast<std::uint64_t>(i));
        const Entity entity = some();
        switch (random.below(10)) {
            case 0:
            case 1:
            case 2:
                world.create(Position{random.unit(), 1, 2}, Health{static_cast<int>(random.below(9))});
                break;
            case 3:
                world.create(Name{std::string(random.below(40), 'n')}, Label{std::string(random.below(40), 'l')});
                break;
            case 4:
                if (entity) world.destroy(entity);
                break;
            case 5:
                if (entity && random.below(4) == 0) world.destroy_and_park(entity);
                break;
            case 6:
                if (entity && !world.has<Tracked>(entity)) world.add(entity, Tracked(7));
                break;
            case 7:
                if (entity && world.has<Tracked>(entity)) world.remove<Tracked>(entity);
                break;
            case 8:
                if (entity && world.has<Position>(entity)) world.remove<Position>(entity);
                break;
            default:
                if (const Entity parent = some(); parent && entity) {
                    Entity above = parent;
                    while (above && above != entity) above = world.parent(above);
                    if (!above) (void)world.set_parent(entity, parent);
                }
        }
    }
    return made;
}

/// A world of the same entities, made one after another as a reader of files does.
std::unique_ptr<World> same_entities(const World& world, const WorldOrder* order) {
    std::unique_ptr<World> made = typed_world();
    if (order != nullptr) prepare_order(*made, *order);
    for (std::size_t slot = 1; slot < world.slot_count(); ++slot) {
        const Entity entity = world.entity_at_slot(slot);
        if (!entity) continue;
        std::vector<ComponentId> components;
        for (const ComponentType* type : world.archetype_of(entity).types()) components.push_back(type->id);
        REQUIRE(made->create_at(entity, components));
        for (const ComponentType* type : world.archetype_of(entity).types())
            if (!type->is_tag() && type->id != world.parent_id()) {
                void* const value = made->get_mut(entity, type->id);
                destroy_values(*type, value, 1);
                copy_values(*type, value, world.get(entity, type->id), 1);
            }
    }
    for (std::size_t slot = world.slot_count(); slot-- > 1;)
        if (const Entity entity = world.entity_at_slot(slot); entity && world.parent(entity))
            (void)made->set_parent(entity, world.parent(entity));
    made->set_tick(world.tick());
    const Entity last{static_cast<std::uint32_t>(world.slot_count() - 1), 1};
    if (made->slot_count() < world.slot_count() && made->create_at(last)) made->destroy_and_park(last);
    made->set_free_runs(world.entity_index().free_runs());
    return made;
}

}  // namespace

TEST_CASE("World order: a world of the same entities with the order of another goes on as that one", "[ecs][order]") {
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
        const std::unique_ptr<World> world = churned(seed);
        const WorldOrder order = order_of(*world);
        const std::unique_ptr<World> other = same_entities(*world, &order);
        CHECK(order_of(*other) != order);
        const std::string why = restore_order(*other, order);
        CHECK(why.empty());
        INFO(why);
        CHECK(order_of(*other) == order);
        const std::string differs = difference(deep_state(*world), deep_state(*other));
        CHECK(differs.empty());
        INFO(differs);
        for (const Entity parked : order.parked) CHECK(other->entity_index().parked(parked));
        // Both hand out the same handles.
        for (int i = 0; i < 200; ++i) CHECK(other->create(Health{1}) == world->create(Health{1}));
    }
}

TEST_CASE("World order: an order of another world is refused with a sentence, and nothing changes", "[ecs][order]") {
    const std::unique_ptr<World> world = churned(3);
    const WorldOrder order = order_of(*world);
    const std::unique_ptr<World> other = same_entities(*world, &order);
    const DeepState before = deep_state(*other);
    const auto full = std::ranges::find_if(order.archetypes, [](const auto& each) { return each.rows.size() > 20; });
    REQUIRE(full != order.archetypes.end());
    const auto at = static_cast<std::size_t>(full - order.archetypes.begin());
    const auto refused = [&](auto&& change) {
        WorldOrder wrong = order;
        change(wrong);
        const std::string why = restore_order(*other, wrong);
        CHECK_FALSE(why.empty());
        CHECK(difference(before, deep_state(*other)).empty());
        return why;
    };
    refused([&](WorldOrder& wrong) { wrong.archetypes[at].rows[0] = wrong.archetypes[at].rows[1]; });
    refused([&](WorldOrder& wrong) { wrong.archetypes[at].rows.pop_back(); });
    refused([&](WorldOrder& wrong) { wrong.archetypes[at].rows[3] = {90000, 1}; });
    refused([&](WorldOrder& wrong) { wrong.archetypes[at].block_bytes = 300; });
    refused([&](WorldOrder& wrong) { wrong.archetypes[at].block_bytes = 256; });
    refused([&](WorldOrder& wrong) { wrong.archetypes[at].block_bytes = 1u << 30; });
    refused([&](WorldOrder& wrong) { wrong.archetypes[at].made_at_ticks.push_back(1); });
    refused([&](WorldOrder& wrong) { wrong.archetypes[at].components.push_back("Mana"); });
    refused([&](WorldOrder& wrong) { wrong.archetypes.push_back(wrong.archetypes[at]); });
    refused([&](WorldOrder& wrong) { wrong.archetypes.erase(wrong.archetypes.begin() + std::ptrdiff_t(at)); });
    refused([&](WorldOrder& wrong) { wrong.parked.push_back(wrong.archetypes[at].rows[0]); });
    refused([&](WorldOrder& wrong) { wrong.parked.push_back({4'000'000'000u, 7}); });
    refused([&](WorldOrder& wrong) { wrong.parked.push_back({}); });
    refused([&](WorldOrder& wrong) { wrong.families[0].children.pop_back(); });
    refused([&](WorldOrder& wrong) { wrong.families[0].parent = {77777, 1}; });
    refused([&](WorldOrder& wrong) { wrong.families.push_back(wrong.families[0]); });
    CHECK(restore_order(*other, order).empty());
}

TEST_CASE("World order: floats that are no number keep their bits", "[ecs][order]") {
    const std::unique_ptr<World> world = typed_world();
    const float odd = std::bit_cast<float>(0xffc00123u);
    const Entity entity = world->create(Position{1, odd, std::numeric_limits<float>::quiet_NaN()});
    const WorldOrder order = order_of(*world);
    REQUIRE(order.nans.size() == 1);
    CHECK(order.nans[0].entity == entity);
    CHECK(order.nans[0].component == "Position");
    CHECK(order.nans[0].bits == 0xffc00123u);
    const std::unique_ptr<World> other = same_entities(*world, &order);
    other->get_mut<Position>(entity).y = std::numeric_limits<float>::quiet_NaN();
    REQUIRE(restore_order(*other, order).empty());
    CHECK(state_hash(*other) == state_hash(*world));
    WorldOrder wrong = order;
    wrong.nans[0].bits = 0x3f800000u;  // a number
    CHECK_FALSE(restore_order(*other, wrong).empty());
    wrong.nans[0] = {entity, "Position", 0, 0xffc00123u};  // there is one
    CHECK_FALSE(restore_order(*other, wrong).empty());
    wrong.nans[0] = {entity, "Position", 3, 0xffc00123u};  // there is none
    CHECK_FALSE(restore_order(*other, wrong).empty());
    CHECK(state_hash(*other) == state_hash(*world));
}

TEST_CASE("World order: archetypes without rows whose types are not known are left out", "[ecs][order]") {
    const std::unique_ptr<World> world = typed_world();
    world->create(Health{2});
    WorldOrder order = order_of(*world);
    order.archetypes.insert(order.archetypes.begin() + 1, {{"Mana"}, 256, {}, {}});
    const std::unique_ptr<World> other = same_entities(*world, &order);
    CHECK(restore_order(*other, order).empty());
    CHECK(order_of(*other) == order_of(*world));
}

}  // namespace world_order_test
