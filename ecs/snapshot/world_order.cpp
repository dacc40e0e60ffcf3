#include "ecs/snapshot/world_order.hpp"

#include <algorithm>
#include <bit>
#include <unordered_set>
#include <utility>

#include "ecs/base/language.hpp"
#include "ecs/snapshot/odd_floats.hpp"
#include "ecs/snapshot/snapshot_store.hpp"

namespace ecs {

namespace {

struct Recycle {
    void operator()(SnapshotContent* content) const { SnapshotPool::recycle(content); }
};
using OwnedContent = std::unique_ptr<SnapshotContent, Recycle>;

bool has_retired(const Archetype& archetype) {
    return std::ranges::any_of(archetype.types(), [](const ComponentType* type) { return type->retired; });
}

std::vector<Entity> parked_handles(const World& world) {
    const EntityIndex& index = world.entity_index();
    std::vector<Entity> parked;
    for (std::size_t slot = index.next_used(1); slot < index.slot_count(); slot = index.next_used(slot + 1)) {
        const auto dead = index.dead_slot(static_cast<std::uint32_t>(slot));
        if (dead && !dead->free && dead->handle) parked.push_back(dead->handle);
    }
    return parked;
}

std::vector<WorldOrder::OfChildren> families_of(const World& world) {
    std::vector<WorldOrder::OfChildren> families;
    const EntityIndex& index = world.entity_index();
    for (std::size_t slot = index.next_used(1); slot < index.slot_count(); slot = index.next_used(slot + 1)) {
        const Entity parent = index.entity_at(slot);
        if (!parent) continue;
        const std::span<const Entity> children = world.children(parent);
        if (children.size() > 1) families.push_back({parent, {children.begin(), children.end()}});
    }
    return families;
}

/// Sorted ids of the types with these names; nothing when one is not known.
std::optional<std::vector<ComponentId>> ids_of(const World& world, const std::vector<std::string>& names) {
    std::vector<ComponentId> ids;
    for (const std::string& name : names) {
        const ComponentType* const type = world.types().find(name);
        if (type == nullptr) return std::nullopt;
        ids.push_back(type->id);
    }
    std::ranges::sort(ids);
    if (std::ranges::adjacent_find(ids) != ids.end()) return std::nullopt;
    return ids;
}

std::string names_of(const WorldOrder::OfArchetype& archetype) {
    std::string names;
    for (const std::string& name : archetype.components) names += (names.empty() ? "" : ", ") + name;
    return names;
}

/// Blocks grow to the full size before there is a second chunk.
std::string why_no_layout(const WorldOrder::OfArchetype& wanted, const Archetype& archetype) {
    const std::span<const ComponentType* const> types = archetype.types();
    const std::size_t full = full_block_bytes(types), bytes = wanted.block_bytes;
    if (!std::has_single_bit(bytes) || bytes < first_block_bytes(types) || bytes > full)
        return phrase("the archetype of {} cannot have blocks of {} bytes", names_of(wanted), std::to_string(bytes));
    const std::size_t capacity = lay_out_chunk(types, bytes).capacity, rows = wanted.rows.size();
    std::size_t chunks = (rows + capacity - 1) / std::max<std::size_t>(1, capacity);
    if (rows == 0) chunks = std::min<std::size_t>(1, wanted.made_at_ticks.size());
    if (capacity == 0 || chunks != wanted.made_at_ticks.size() || (chunks > 1 && bytes != full) ||
        (rows == 0 && chunks == 1 && bytes > kept_when_empty_bytes))
        return phrase("the archetype of {} cannot have {} rows in {} chunks", names_of(wanted), std::to_string(rows),
                      std::to_string(wanted.made_at_ticks.size()));
    return {};
}

std::string why_no_families(const World& world, const std::vector<WorldOrder::OfChildren>& families) {
    std::unordered_set<Entity> named;
    for (const WorldOrder::OfChildren& family : families) {
        std::vector<Entity> present, wanted = family.children;
        if (world.alive(family.parent)) {
            const std::span<const Entity> children = world.children(family.parent);
            present.assign(children.begin(), children.end());
        }
        std::ranges::sort(present);
        std::ranges::sort(wanted);
        if (wanted.empty() || present != wanted || !named.insert(family.parent).second)
            return phrase("these are not the children of {}", to_string(family.parent));
    }
    return {};
}

Families ordered(const Families& present, const std::vector<WorldOrder::OfChildren>& wanted) {
    std::unordered_map<Entity, const WorldOrder::OfChildren*> by_parent;
    for (const WorldOrder::OfChildren& family : wanted) by_parent.emplace(family.parent, &family);
    Families families = present;
    auto to = families.children.begin();
    for (const Families::Family& family : families.families) {
        const auto found = by_parent.find(family.parent);
        if (found != by_parent.end()) std::ranges::copy(found->second->children, to);
        to += family.child_count;
    }
    return families;
}

}  // namespace

WorldOrder order_of(const World& world) {
    WorldOrder order;
    for (ArchetypeId id = 0; id < world.archetype_count(); ++id) {
        const Archetype& archetype = world.archetype(id);
        if (has_retired(archetype)) continue;
        WorldOrder::OfArchetype& each = order.archetypes.emplace_back();
        for (const ComponentType* type : archetype.types()) each.components.push_back(type->name);
        std::ranges::sort(each.components);
        each.block_bytes = archetype.layout().block_bytes;
        each.rows.reserve(archetype.entity_count());
        for (std::size_t position = 0; position < archetype.chunk_count(); ++position) {
            const Chunk& chunk = archetype.chunk(position);
            each.rows.insert(each.rows.end(), chunk.entities().begin(), chunk.entities().end());
            each.made_at_ticks.push_back(chunk.made_at_tick);
        }
    }
    order.parked = parked_handles(world);
    order.families = families_of(world);
    order.nans = odd_floats(world);
    order.structural_changes = world.structural_changes();
    return order;
}

void prepare_order(World& world, const WorldOrder& order) { SnapshotStore::prepare(world, order); }

void SnapshotStore::prepare(World& world, const WorldOrder& order) {
    for (const WorldOrder::OfArchetype& each : order.archetypes)
        if (std::optional<std::vector<ComponentId>> ids = ids_of(world, each.components))
            world.add_archetype(std::move(*ids));
}

std::string restore_order(World& world, const WorldOrder& order) {
    return SnapshotStore(world, std::make_shared<SnapshotPool>()).restore(order);
}

Result<std::vector<const WorldOrder::OfArchetype*>> SnapshotStore::places_in(const WorldOrder& order) const {
    std::vector<const WorldOrder::OfArchetype*> places(world_.archetype_count());
    for (const WorldOrder::OfArchetype& wanted : order.archetypes) {
        const std::optional<std::vector<ComponentId>> ids = ids_of(world_, wanted.components);
        const Archetype* const archetype = ids ? world_.find_archetype(*ids) : nullptr;
        if (archetype == nullptr) {
            if (wanted.rows.empty()) continue;
            return Error{phrase("no entity has just {}", names_of(wanted))};
        }
        if (places[archetype->id()] != nullptr) return Error{phrase("{} stand there twice", names_of(wanted))};
        if (std::string why = why_no_layout(wanted, *archetype); !why.empty()) return Error{std::move(why)};
        for (const Entity entity : wanted.rows)
            if (!world_.alive(entity) || &world_.archetype_of(entity) != archetype)
                return Error{phrase("{} does not have just {}", to_string(entity), names_of(wanted))};
        if (wanted.rows.size() != archetype->entity_count())
            return Error{phrase("{} entities have just {}, and not {}", std::to_string(archetype->entity_count()),
                                names_of(wanted), std::to_string(wanted.rows.size()))};
        places[archetype->id()] = &wanted;
    }
    for (ArchetypeId id = 0; id < world_.archetype_count(); ++id)
        if (places[id] == nullptr && world_.archetype(id).entity_count() > 0)
            return Error{phrase("the order leaves out {}", to_string(world_.archetype(id).chunk(0).entities()[0]))};
    return places;
}

std::string SnapshotStore::why_not(const WorldOrder& order) const {
    std::vector<char> named(world_.slot_count());
    for (const WorldOrder::OfArchetype& each : order.archetypes)
        for (const Entity entity : each.rows)
            if (std::exchange(named[entity.index], 1) != 0) return phrase("{} stands there twice", to_string(entity));
    for (const Entity handle : order.parked) {
        const bool dead = handle && handle.index > 0 && handle.index < world_.slot_count() &&
                          world_.entity_index().dead_slot(handle.index);
        if (!dead || std::exchange(named[handle.index], 1) != 0)
            return phrase("{} cannot be kept for an edit", to_string(handle));
    }
    if (std::string why = why_no_families(world_, order.families); !why.empty()) return why;
    return ecs::why_not(world_, order.nans);
}

/// A chunk with these rows, without references.
SavedChunk* SnapshotStore::gathered(const Archetype& archetype, SavedLayout& layout, std::span<const Entity> rows) {
    const SavedArchetype& saved = *seen_[archetype.id()].saved;
    SavedChunk* const chunk = pool_->take_chunk(saved, layout);
    std::copy(rows.begin(), rows.end(), reinterpret_cast<Entity*>(chunk->block + Chunk::header_bytes));
    std::size_t column = 0, row = 0;
    const auto value = [&](std::size_t at) { return chunk->block + layout.layout.offsets[column] + at; };
    try {
        for (; column < saved.types.size(); ++column) {
            const ComponentType& type = *saved.types[column];
            if (!saved.holds(column)) continue;
            for (row = 0; row < rows.size(); ++row) {
                const EntityIndex::Place place = world_.index_.place_of(rows[row]);
                const std::byte* const from =
                    world_.chunks_[place.chunk_id].chunk->at(archetype.layout().offsets[column]);
                copy_values(type, value(row * type.size), from + std::size_t{place.row} * type.size, 1);
            }
        }
    } catch (...) {
        destroy_values(*saved.types[column], value(0), row);
        while (column-- > 0)
            if (saved.holds(column)) destroy_values(*saved.types[column], value(0), rows.size());
        pool_->give_back(chunk);
        throw;
    }
    chunk->rows = static_cast<std::uint32_t>(rows.size());
    return chunk;
}

void SnapshotStore::gather(SnapshotContent& content, const Archetype& archetype,
                           const WorldOrder::OfArchetype& wanted) {
    SavedLayout& layout =
        pool_->layout_of(*seen_[archetype.id()].saved, lay_out_chunk(archetype.types(), wanted.block_bytes));
    content.archetypes.push_back(
        {seen_[archetype.id()].saved, &layout, content.chunks.size(), wanted.made_at_ticks.size(), wanted.rows.size()});
    const std::size_t capacity = layout.layout.capacity;
    content.chunks.reserve(content.chunks.size() + wanted.made_at_ticks.size());
    for (std::size_t position = 0; position < wanted.made_at_ticks.size(); ++position) {
        const std::size_t first = position * capacity, count = std::min(capacity, wanted.rows.size() - first);
        SavedChunk* const chunk = gathered(archetype, layout, std::span(wanted.rows).subspan(first, count));
        chunk->made_at_tick = wanted.made_at_ticks[position];
        ++chunk->references;
        content.chunks.push_back(chunk);
    }
}

std::string SnapshotStore::restore(const WorldOrder& order) {
    const auto places = places_in(order);
    if (!places) return places.error();
    if (std::string why = why_not(order); !why.empty()) return why;
    const Result<SnapshotContent*> taken = take();
    if (!taken) return taken.error();
    const OwnedContent present(*taken);
    SnapshotContent* content = nullptr;
    {
        const std::lock_guard guard(pool_->lock());
        content = pool_->take_content();
        try {
            content->archetypes.reserve(world_.archetype_count());
            for (ArchetypeId id = 0; id < world_.archetype_count(); ++id) {
                const Archetype& archetype = world_.archetype(id);
                const WorldOrder::OfArchetype empty{
                    {}, static_cast<std::uint32_t>(first_block_bytes(archetype.types())), {}, {}};
                gather(*content, archetype, (*places)[id] == nullptr ? empty : *(*places)[id]);
            }
            content->slots = (*taken)->slots;
            ++content->slots->references;
            SavedTree* const tree = pool_->take_tree();
            ++tree->references;
            content->tree = tree;
            tree->value = ordered((*taken)->tree->value, order.families);
        } catch (...) {
            pool_->drop(content);
            throw;
        }
        content->types = (*taken)->types;
        content->entity_count = (*taken)->entity_count;
        content->tick = world_.tick();
        content->structural_changes = order.structural_changes;
        content->pool = pool_;
        content->references.store(1, std::memory_order_relaxed);
    }
    const OwnedContent wanted(content);
    const Result<std::size_t> restored = restore(*content);
    if (!restored) return restored.error();
    for (const Entity handle : order.parked) world_.park_for(handle);
    put_odd_floats(world_, order.nans);
    return {};
}

}  // namespace ecs
