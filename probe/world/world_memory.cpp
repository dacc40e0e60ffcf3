// The memory of an ecs::World as an Owner says it: each archetype is a pool, and each of its chunks a block.
#include <string>
#include <utility>
#include <vector>

#include "ecs/diagnose/describe.hpp"
#include "probe/world/world_owner.hpp"

namespace probe {

namespace {

ecs::PoolByteRole pool_role_of(ecs::ByteRole role) {
    switch (role) {
        case ecs::ByteRole::Header:
            return ecs::PoolByteRole::Header;
        case ecs::ByteRole::Entity:
            return ecs::PoolByteRole::Entity;
        case ecs::ByteRole::Field:
            return ecs::PoolByteRole::Field;
        case ecs::ByteRole::Padding:
            return ecs::PoolByteRole::Padding;
        case ecs::ByteRole::Unused:
            break;
    }
    return ecs::PoolByteRole::Unused;
}

}  // namespace

ecs::OwnerMemory WorldOwner::memory() const {
    ecs::OwnerMemory memory;
    for (ecs::ArchetypeId id = 0; id < world_.archetype_count(); ++id) {
        const ecs::Archetype& archetype = world_.archetype(id);
        if (archetype.chunk_count() == 0) continue;
        ecs::OwnerPool& pool = memory.pools.emplace_back();
        pool.kind = ecs::PoolKind::Archetype;
        pool.entity_bytes = sizeof(ecs::Entity);
        pool.value_bytes = archetype.row_bytes() - sizeof(ecs::Entity);
        pool.header_bytes = ecs::Chunk::header_bytes;
        for (std::size_t column = 0; column < archetype.types().size(); ++column) {
            const ecs::ComponentType& type = *archetype.types()[column];
            pool.name.append(pool.name.empty() ? "" : ", ").append(type.name);
            if (type.is_tag())
                pool.tags.push_back(type.name);
            else
                pool.columns.push_back({type.name, type_of(archetype.components()[column])});
        }
        if (pool.name.empty()) pool.name = "(no components)";
        pool.entities.reserve(archetype.entity_count());
        for (std::size_t i = 0; i < archetype.chunk_count(); ++i) {
            const ecs::Chunk& chunk = archetype.chunk(i);
            ecs::PoolBlock block{
                ecs::PoolBlockKind::Chunk, chunk.at(0), chunk.block_bytes, pool.capacity, chunk.capacity, chunk.rows};
            pool.capacity += chunk.capacity;
            pool.blocks.push_back(std::move(block));
            for (const ecs::Entity entity : chunk.entities()) pool.entities.push_back(entity.bits());
        }
    }
    return memory;
}

std::vector<ecs::PoolSpan> WorldOwner::describe(std::size_t pool, std::size_t block) const {
    ecs::ArchetypeId id = 0;
    for (;; ++id) {
        if (id == world_.archetype_count()) return {};
        if (world_.archetype(id).chunk_count() > 0 && pool-- == 0) break;
    }
    const ecs::Archetype& archetype = world_.archetype(id);
    if (block >= archetype.chunk_count()) return {};
    // Tags are no columns of the pool.
    std::vector<int> columns;
    int next = 0;
    for (const ecs::ComponentType* const type : archetype.types()) columns.push_back(type->is_tag() ? -1 : next++);
    const auto rows = archetype.chunk(block).entities();
    std::vector<ecs::PoolSpan> spans;
    for (const ecs::ByteSpan& each : ecs::describe(archetype, block)) {
        ecs::PoolSpan& span = spans.emplace_back();
        span.offset = each.offset;
        span.size = each.size;
        span.role = pool_role_of(each.role);
        if (each.row >= 0 && each.role != ecs::ByteRole::Unused)
            span.entity = rows[static_cast<std::size_t>(each.row)].bits();
        span.field = each.field;
        if (each.column != ecs::no_column) span.column = columns[static_cast<std::size_t>(each.column)];
    }
    return spans;
}

}  // namespace probe
