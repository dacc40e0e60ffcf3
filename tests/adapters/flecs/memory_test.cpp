#include <algorithm>

#include "flecs_desk.hpp"

namespace memory_test {

using namespace flecs_test;

namespace {

const ecs::OwnerPool* find_pool(const ecs::OwnerMemory& memory, const std::string& name) {
    const auto found = std::find_if(memory.pools.begin(), memory.pools.end(),
                                    [&](const ecs::OwnerPool& pool) { return pool.name == name; });
    return found == memory.pools.end() ? nullptr : &*found;
}

void fill(Desk& desk) {
    ecs::Random random(3);
    const flecs::entity apple = desk.world.entity("Apple");
    std::vector<flecs::entity> all;
    for (int i = 0; i < 3000; ++i) {
        const flecs::entity made = desk.world.entity().set<Position>({static_cast<float>(i), 0});
        all.push_back(made);
        if (random.next() % 3 == 0) made.set<Health>({1, i});
        if (random.next() % 4 == 0) made.set<Owes>(apple, {i});
        if (random.next() % 5 == 0) made.add<Frozen>();
        if (random.next() % 6 == 0) made.set<Apart>({static_cast<double>(i)});
        if (random.next() % 7 == 0) desk.set_label(made, "label " + std::to_string(i));
        if (random.next() % 7 == 0) made.set<Chase>({apple});
    }
    for (std::size_t i = 0; i < all.size(); i += 3) all[i].destruct();
}

}  // namespace

TEST_CASE("flecs: every byte that is described is what flecs has at that address", "[flecs]") {
    const bool show_internals = GENERATE(false, true);
    CAPTURE(show_internals);
    Desk desk({.show_internals = show_internals});
    fill(desk);
    desk.attached.update();
    const chunkscope::flecs::WorldOwner& owner = desk.attached.owner();
    const ecs::OwnerMemory memory = owner.memory();
    REQUIRE(memory.unknown.empty());
    std::size_t entries = 0, fields = 0, paddings = 0, unused = 0;
    for (std::size_t p = 0; p < memory.pools.size(); ++p) {
        const ecs::OwnerPool& pool = memory.pools[p];
        CHECK(pool.bytes() == pool.used_bytes() + pool.wasted_bytes());
        for (std::size_t b = 0; b < pool.blocks.size(); ++b) {
            const ecs::PoolBlock& block = pool.blocks[b];
            const ecs_id_t id = block.type == ecs::OwnerPool::no_type ? 0 : owner.id_of(block.type);
            std::size_t end = 0;
            for (const ecs::PoolSpan& span : owner.describe(p, b)) {
                REQUIRE(span.offset == end);
                end += span.size;
                const std::byte* const at = block.begin + span.offset;
                if (span.role == ecs::PoolByteRole::Unused) unused += span.size;
                if (span.role == ecs::PoolByteRole::Padding) paddings += span.size;
                if (span.entity == ecs::no_owner_key) continue;
                const ecs_entity_t entity = chunkscope::flecs::entity_of(span.entity);
                if (!ecs_is_alive(desk.world, entity)) FAIL("a dead entity is described");
                if (span.role == ecs::PoolByteRole::Entity) {
                    ++entries;
                    if (*reinterpret_cast<const ecs_entity_t*>(at) != entity) FAIL("another entity is there");
                }
                if (span.role != ecs::PoolByteRole::Field || id == 0) continue;
                ++fields;
                const auto* const value = static_cast<const std::byte*>(ecs_get_id(desk.world, entity, id));
                const std::string& component = owner.types()[block.type].name;
                std::ptrdiff_t offset = 0;
                if (component == "Health" && span.field == 1) offset = offsetof(Health, max);
                if (component == "Position" && span.field == 1) offset = offsetof(Position, y);
                if (component == "Position" || component == "Health" || component.starts_with("(Owes") ||
                    component == "Apart" || component == "Label" || component == "Chase")
                    if (at != value + offset) FAIL(component + " is elsewhere");
            }
            REQUIRE(end == block.bytes);
        }
    }
    CHECK(entries > 2000);
    CHECK(fields > 5000);
    CHECK(paddings > 500);
    CHECK(unused > 1000);
}

TEST_CASE("flecs: each table is a pool with its columns, its tags and its capacity", "[flecs]") {
    Desk desk;
    const flecs::entity apple = desk.world.entity("Apple");
    const flecs::entity hero = desk.world.entity().set<Position>({1, 2}).set<Health>({1, 2}).add<Frozen>();
    hero.add<Likes>(apple);
    desk.attached.update();
    const ecs::OwnerMemory memory = desk.attached.owner().memory();
    const ecs_table_t* const table = ecs_get_table(desk.world, hero);
    const auto found = std::find_if(memory.pools.begin(), memory.pools.end(), [&](const ecs::OwnerPool& pool) {
        return pool.entities == std::vector<ecs::OwnerKey>{hero.id()};
    });
    REQUIRE(found != memory.pools.end());
    CHECK(found->kind == ecs::PoolKind::Table);
    CHECK_THAT(found->name, contains("Position") && contains("Health") && contains("(Likes, Apple)"));
    CHECK(found->tags == std::vector<std::string>{"Frozen", "(Likes, Apple)"});
    CHECK(found->capacity == static_cast<std::size_t>(ecs_table_size(table)));
    CHECK(found->value_bytes == sizeof(Position) + sizeof(Health));
    REQUIRE(found->blocks.size() == 3);
    CHECK(found->blocks[0].kind == ecs::PoolBlockKind::Packed);
    CHECK(found->blocks[1].kind == ecs::PoolBlockKind::Column);
    CHECK(found->wasted_bytes() == (found->capacity - 1) * (sizeof(ecs_entity_t) + sizeof(Position) + sizeof(Health)));
}

TEST_CASE("flecs: tables of hidden entities are left out, values kept apart are a pool", "[flecs]") {
    Desk desk;
    fill(desk);
    desk.attached.update();
    const ecs::OwnerMemory memory = desk.attached.owner().memory();
    const ecs::OwnerPool* const apart = find_pool(memory, "Apart");
    REQUIRE(apart != nullptr);
    CHECK(apart->kind == ecs::PoolKind::SparseSet);
    CHECK(apart->keeps_addresses);
    CHECK(apart->size() > 100);
    std::size_t shown = 0;
    for (const ecs::OwnerPool& pool : memory.pools)
        if (pool.kind == ecs::PoolKind::Table && !pool.name.starts_with("(")) shown += pool.size();
    const auto empty = std::count_if(memory.pools.begin(), memory.pools.end(),
                                     [](const ecs::OwnerPool& pool) { return pool.entities.empty(); });
    CHECK(empty > 0);
    auto everything = chunkscope::flecs::attach(desk.world, {.show_internals = true});
    everything.update();
    CHECK(everything.owner().memory().pools.size() > memory.pools.size() + 50);
    CHECK(shown == desk.seen().entity_count() - 1);  // Apple has a name only
    CHECK(find_pool(memory, "(entities with a name only)") != nullptr);
}

}  // namespace memory_test
