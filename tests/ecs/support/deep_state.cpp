#include "ecs/support/deep_state.hpp"

#include "ecs/snapshot/state_hash.hpp"

namespace test {

using namespace ecs;

namespace {

constexpr std::uint32_t generations_looked_at = 30;

// Which generation of the slot is parked or reserved; 0 when it is alive or free.
std::uint8_t dead_use(const EntityIndex& index, std::uint32_t slot) {
    for (std::uint32_t generation = 1; generation < generations_looked_at; ++generation) {
        if (index.parked({slot, generation})) return static_cast<std::uint8_t>(generation);
        if (index.reserved({slot, generation})) return static_cast<std::uint8_t>(100 + generation);
    }
    return 0;
}

std::string difference_of_rows(const DeepState::ArchetypeRows& a, const DeepState::ArchetypeRows& b) {
    if (a.chunks != b.chunks) return "chunks";
    if (a.block_bytes != b.block_bytes) return "block size";
    if (a.rows.size() != b.rows.size()) return "row count";
    for (std::size_t row = 0; row < a.rows.size(); ++row) {
        if (a.rows[row].entity != b.rows[row].entity) return "order of rows";
        for (std::size_t c = 0; c < a.rows[row].values.size(); ++c) {
            const Value &x = a.rows[row].values[c], &y = b.rows[row].values[c];
            if (x.type().name != y.type().name) return "types";
            if (!x.type().is_tag() && !values_equal(x.type(), x.data(), y.data())) return "value of " + x.type().name;
        }
    }
    return {};
}

}  // namespace

DeepState deep_state(const World& world) {
    DeepState state;
    for (ArchetypeId id = 0; id < world.archetype_count(); ++id) {
        const Archetype& archetype = world.archetype(id);
        DeepState::ArchetypeRows& saved = state.archetypes.emplace_back();
        saved.chunks = archetype.entity_count() == 0 ? 0 : archetype.chunk_count();
        saved.block_bytes = archetype.entity_count() == 0 ? 0 : archetype.layout().block_bytes;
        for (std::size_t c = 0; c < archetype.chunk_count(); ++c)
            for (const Entity entity : archetype.chunk(c).entities()) {
                DeepState::Row& row = saved.rows.emplace_back();
                row.entity = entity;
                for (const ComponentType* type : archetype.types()) {
                    const void* value = world.get(entity, type->id);
                    row.values.push_back(value ? Value(*type, value) : Value(*type));
                }
            }
    }
    while (!state.archetypes.empty() && state.archetypes.back().rows.empty()) state.archetypes.pop_back();
    for (std::size_t slot = 0; slot < world.slot_count(); ++slot) {
        const Entity entity = world.entity_at_slot(slot);
        state.slots.push_back(entity ? 255 : dead_use(world.entity_index(), static_cast<std::uint32_t>(slot)));
        state.locations.push_back(entity ? world.location(entity) : Location{});
        const std::span<const Entity> children = world.children(entity);
        state.children.emplace_back(children.begin(), children.end());
    }
    state.free_list = world.entity_index().free_list();
    state.next = world.entity_index().next();
    state.hash = state_hash(world);
    state.tick = world.tick();
    state.structural_changes = world.structural_changes();
    return state;
}

std::string difference(const DeepState& before, const DeepState& after) {
    if (before.archetypes.size() != after.archetypes.size()) return "archetypes in use";
    for (std::size_t id = 0; id < before.archetypes.size(); ++id) {
        const std::string found = difference_of_rows(before.archetypes[id], after.archetypes[id]);
        if (!found.empty()) return found + " of archetype " + std::to_string(id);
    }
    if (before.slots != after.slots) return "slots";
    if (before.locations != after.locations) return "locations";
    if (before.children != after.children) return "children";
    if (before.free_list != after.free_list) return "free list";
    if (before.next != after.next) return "next handle";
    if (before.hash != after.hash) return "hash";
    if (before.tick != after.tick) return "tick";
    if (before.structural_changes != after.structural_changes) return "structural changes";
    return {};
}

}  // namespace test
