#include "ecs/support/world_state.hpp"

#include <algorithm>

#include "ecs/diagnose/describe.hpp"
#include "ecs/snapshot/state_hash.hpp"

using namespace ecs;

namespace test {

WorldState state_of(const World& world) {
    WorldState state;
    state.hash = state_hash(world);
    for (std::size_t slot = 0; slot < world.slot_count(); ++slot) {
        const Entity entity = world.entity_at_slot(slot);
        if (!entity) continue;
        state.entities.push_back(entity);
        state.locations.push_back(world.location(entity));
        const std::span<const Entity> below = world.children(entity);
        std::vector<Entity>& children = state.children.emplace_back(below.begin(), below.end());
        std::sort(children.begin(), children.end());
    }
    state.free_list = world.entity_index().free_list();
    state.slots = world.slot_count();
    state.next = world.entity_index().next();
    return state;
}

std::string difference(const WorldState& before, const WorldState& after) {
    if (before.entities != after.entities) return "other entities are alive";
    if (before.locations != after.locations) return "rows have moved";
    if (before.children != after.children) return "children differ";
    if (before.hash != after.hash) return "the state hash differs";
    if (before.next != after.next)
        return "the next handle was " + to_string(before.next) + " and is " + to_string(after.next);
    if (before.free_list != after.free_list) return "the free list differs";
    if (before.slots != after.slots)
        return "there were " + std::to_string(before.slots) + " slots and are " + std::to_string(after.slots);
    return {};
}

namespace {

std::string chunk_fault(const World& world, const Archetype& archetype, std::size_t position) {
    const Chunk& chunk = archetype.chunk(position);
    const bool last = position + 1 == archetype.chunk_count();
    if (chunk.archetype != archetype.id() || chunk.position != position) return "a chunk does not know its place";
    if (chunk.capacity != archetype.layout().capacity || chunk.block_bytes != archetype.layout().block_bytes)
        return "a chunk has another layout than its archetype";
    if (chunk.rows > chunk.capacity) return "a chunk has more rows than fit";
    if (!last && !chunk.full()) return "a chunk that is not the last one is not full";
    if (chunk.rows == 0 && position > 0) return "a chunk behind the first is empty";
    for (std::uint32_t row = 0; row < chunk.rows; ++row) {
        const Entity entity = chunk.entities()[row];
        if (!world.alive(entity)) return to_string(entity) + " has a row, but is not alive";
        if (world.location(entity) != Location{archetype.id(), static_cast<std::uint32_t>(position), row})
            return "the index does not lead to the row of " + to_string(entity);
    }
    for (std::size_t column = 0; column < archetype.types().size(); ++column) {
        const std::uintptr_t address = reinterpret_cast<std::uintptr_t>(archetype.column_data(position, column));
        if (address % archetype.types()[column]->align != 0) return "a column is not aligned";
    }
    return {};
}

std::string tiling_fault(const Archetype& archetype, std::size_t position) {
    std::uint32_t end = 0;
    for (const ByteSpan& span : describe(archetype, position)) {
        if (span.offset != end || span.size == 0) return "describe() leaves a gap or overlaps";
        end += span.size;
    }
    return end == archetype.chunk(position).block_bytes ? "" : "describe() does not cover the block";
}

}  // namespace

std::string storage_fault(const World& world, bool without_bytes) {
    std::size_t entities = 0, block_bytes = 0;
    for (ArchetypeId id = 0; id < world.archetype_count(); ++id) {
        const Archetype& archetype = world.archetype(id);
        const std::string where = " (archetype " + std::to_string(id) + ")";
        if (archetype.id() != id) return "an archetype has another id" + where;
        std::size_t rows = 0;
        for (std::size_t position = 0; position < archetype.chunk_count(); ++position) {
            std::string fault = chunk_fault(world, archetype, position);
            if (fault.empty() && !without_bytes) fault = tiling_fault(archetype, position);
            if (!fault.empty()) return fault + where;
            rows += archetype.chunk(position).rows;
        }
        if (rows != archetype.entity_count()) return "an archetype counts other rows than it has" + where;
        entities += rows;
        block_bytes += archetype.bytes();
    }
    if (entities != world.entity_count()) return "the world counts other entities than have a row";
    if (block_bytes != world.blocks().bytes_in_use()) return "the pool counts other blocks than there are chunks";
    std::size_t slots_alive = 0;
    for (std::size_t slot = 0; slot < world.slot_count(); ++slot) slots_alive += bool(world.entity_at_slot(slot));
    if (slots_alive != entities) return "the index has other entities alive than have a row";

    std::vector<bool> listed(world.slot_count());
    for (const Entity entity : world.entity_index().free_list()) {
        if (!entity || entity.index >= world.slot_count()) return "the free list names a slot that does not exist";
        if (listed[entity.index]) return "the free list names a slot twice";
        if (world.entity_at_slot(entity.index)) return "the free list names a slot that is alive";
        listed[entity.index] = true;
    }
    return {};
}

}  // namespace test
