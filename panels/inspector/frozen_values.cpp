#include "panels/inspector/frozen_values.hpp"

#include <algorithm>
#include <new>
#include <utility>

#include "panels/widgets/widgets.hpp"

namespace panels {

namespace {

/// Those that are alive, each once, in order of the handles.
std::vector<ecs::Entity> living_in_order(const ecs::World& world, std::span<const ecs::Entity> entities) {
    std::vector<ecs::Entity> living;
    // Of many, a mark in each slot is faster than sorting.
    if (entities.size() > world.slot_count() / 16) {
        std::vector<bool> wanted(world.slot_count());
        std::size_t count = 0;
        for (const ecs::Entity entity : entities)
            if (world.alive(entity) && !wanted[entity.index]) {
                wanted[entity.index] = true;
                ++count;
            }
        living.reserve(count);
        for (std::uint32_t slot = 0; living.size() < count; ++slot)
            if (wanted[slot]) living.push_back(world.entity_at_slot(slot));
        // Handles may be in another order than their slots.
        if (!std::is_sorted(living.begin(), living.end())) std::sort(living.begin(), living.end());
        return living;
    }
    living.assign(entities.begin(), entities.end());
    std::erase_if(living, [&](ecs::Entity entity) { return !world.alive(entity); });
    std::sort(living.begin(), living.end());
    living.erase(std::unique(living.begin(), living.end()), living.end());
    return living;
}

}  // namespace

FrozenValues::Values::Values(const ecs::ComponentType& type, std::size_t capacity) : type_(&type), capacity_(capacity) {
    if (type.is_tag() || capacity == 0) return;
    data_ = static_cast<std::byte*>(::operator new (capacity* type.size, std::align_val_t{type.align}));
}

FrozenValues::Values::Values(Values&& other) noexcept
    : type_(other.type_),
      data_(std::exchange(other.data_, nullptr)),
      size_(std::exchange(other.size_, 0)),
      capacity_(other.capacity_) {}

FrozenValues::Values::~Values() {
    if (data_ == nullptr) return;
    if (size_ > 0) ecs::destroy_values(*type_, data_, size_);
    ::operator delete (data_, std::align_val_t{type_->align});
}

void FrozenValues::Values::add(const void* value) {
    if (data_ == nullptr) return;
    ecs::copy_values(*type_, data_ + size_ * type_->size, value, 1);
    ++size_;
}

void FrozenValues::freeze(const ecs::World& world, std::span<const ecs::Entity> entities, std::size_t column) {
    Column made;
    made.taken = true;
    made.tick = world.tick();
    made.entities = living_in_order(world, entities);
    made.rows.resize(made.entities.size());

    constexpr std::uint32_t none = static_cast<std::uint32_t>(-1);
    std::vector<std::uint32_t> block_of(world.archetype_count(), none);
    std::vector<ecs::ArchetypeId> archetypes;  // of the blocks
    std::vector<std::uint32_t> counts;
    for (std::size_t i = 0; i < made.entities.size(); ++i) {
        const ecs::ArchetypeId archetype = world.location(made.entities[i]).archetype;
        if (block_of[archetype] == none) {
            block_of[archetype] = static_cast<std::uint32_t>(archetypes.size());
            archetypes.push_back(archetype);
            counts.push_back(0);
        }
        made.rows[i] = {block_of[archetype], counts[block_of[archetype]]++};
    }
    std::vector<std::vector<std::size_t>> columns_of(archetypes.size());  // of the values, in the archetype
    for (std::size_t i = 0; i < archetypes.size(); ++i) {
        Block& block = made.blocks.emplace_back();
        const auto types = world.archetype(archetypes[i]).types();
        for (std::size_t at = 0; at < types.size(); ++at) {
            if (!types[at]->copyable()) continue;
            columns_of[i].push_back(at);
            block.components.push_back(types[at]->id);
            block.values.emplace_back(*types[at], counts[i]);
        }
    }
    for (std::size_t i = 0; i < made.entities.size(); ++i) {
        const ecs::Location at = world.location(made.entities[i]);
        const std::uint32_t number = made.rows[i].block;
        const ecs::Archetype& archetype = world.archetype(at.archetype);
        for (std::size_t n = 0; n < columns_of[number].size(); ++n) {
            const std::size_t from = columns_of[number][n];
            const std::size_t size = archetype.types()[from]->size;
            if (size == 0) continue;
            made.blocks[number].values[n].add(archetype.column_data(at.chunk, from) + std::size_t{at.row} * size);
        }
    }
    columns_[column] = std::move(made);
    ++revision_;
}

bool FrozenValues::any_taken() const {
    return std::any_of(columns_.begin(), columns_.end(), [](const Column& column) { return column.taken; });
}

std::size_t FrozenValues::bytes() const {
    std::size_t sum = 0;
    for (const Column& column : columns_) {
        sum += column.entities.size() * (sizeof(ecs::Entity) + sizeof(Column::Row));
        for (const Block& block : column.blocks)
            for (const Values& values : block.values) sum += values.bytes();
    }
    return sum;
}

FrozenValues::Place FrozenValues::place_of(std::size_t column, ecs::Entity entity) const {
    const Column& from = columns_[column];
    const auto found = std::lower_bound(from.entities.begin(), from.entities.end(), entity);
    if (found == from.entities.end() || *found != entity) return {};
    const Column::Row row = from.rows[static_cast<std::size_t>(found - from.entities.begin())];
    return {&from.blocks[row.block], row.row};
}

std::span<const ecs::ComponentId> FrozenValues::components(std::size_t column, ecs::Entity entity) const {
    const Place place = place_of(column, entity);
    if (place.block == nullptr) return {};
    return place.block->components;
}

bool FrozenValues::has(std::size_t column, ecs::Entity entity, ecs::ComponentId component) const {
    const auto all = components(column, entity);
    return std::binary_search(all.begin(), all.end(), component);
}

const void* FrozenValues::find(std::size_t column, ecs::Entity entity, ecs::ComponentId component) const {
    const Place place = place_of(column, entity);
    if (place.block == nullptr) return nullptr;
    const auto& all = place.block->components;
    const auto found = std::lower_bound(all.begin(), all.end(), component);
    if (found == all.end() || *found != component) return nullptr;
    const Values& values = place.block->values[static_cast<std::size_t>(found - all.begin())];
    return values.bytes() == 0 ? nullptr : values[place.row];
}

std::string FrozenValues::name(std::size_t column, ecs::Entity entity, const ecs::World& world) const {
    const void* const value = find(column, entity, world.name_id());
    const std::string name = value == nullptr ? "" : static_cast<const ecs::Name*>(value)->value;
    return name.empty() ? ecs::to_string(entity) : one_line(name, 64);
}

}  // namespace panels
