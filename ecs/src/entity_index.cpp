#include "ecs/entity_index.hpp"

#include <algorithm>
#include <limits>
#include <new>

namespace ecs {

EntityIndex::EntityIndex() {
    slots_.push_back({0, parked_mark});  // slot 0 is never handed out
}

void EntityIndex::acquire_run(std::span<Entity> out, std::uint32_t chunk, std::uint32_t first_row) {
    const std::uint32_t where = chunk << row_bits | first_row;
    std::uint32_t taken = 0;
    for (; taken < out.size() && !free_.empty(); ++taken) {
        out[taken] = acquire();
        slots_[out[taken].index].where = where + taken;
    }
    for (; taken < out.size(); ++taken) {
        out[taken] = {static_cast<std::uint32_t>(slots_.size()), 1};
        slots_.push_back({1, where + taken});
    }
}

Entity EntityIndex::next() const {
    for (auto entry = free_.rbegin(); entry != free_.rend(); ++entry)
        if (slots_[*entry].where == free_mark) return {*entry, slots_[*entry].generation};
    return {static_cast<std::uint32_t>(slots_.size()), 1};
}

bool EntityIndex::can_acquire(Entity entity) const {
    if (entity.index == 0 || entity.index > max_index || entity.generation == 0) return false;
    if (entity.index >= slots_.size()) return true;
    // A free slot must not go back to a generation that was in use: old handles would answer again.
    const Slot& slot = slots_[entity.index];
    return (slot.where == free_mark && entity.generation >= slot.generation) ||
           (slot.where == parked_mark && entity.generation == slot.generation);
}

bool EntityIndex::acquire(Entity entity) {
    if (!can_acquire(entity)) return false;
    if (entity.index >= slots_.size()) {
        const auto first = static_cast<std::uint32_t>(slots_.size());
        slots_.resize(std::size_t{entity.index} + 1);
        for (std::uint32_t index = entity.index; index-- > first;) push_free(index);
    }
    slots_[entity.index] = {entity.generation, reserved_mark};
    return true;
}

void EntityIndex::take_back(std::span<const Entity> handles, std::size_t slot_count) {
    for (const Entity entity : handles)
        if (parked(entity)) slots_[entity.index].where = free_mark;
    const auto tail = slots_.begin() + static_cast<std::ptrdiff_t>(std::min(slot_count, slots_.size()));
    if (std::all_of(tail, slots_.end(), [](const Slot& slot) { return slot.where == free_mark; }) &&
        tail != slots_.end()) {
        slots_.erase(tail, slots_.end());
        std::erase_if(free_, [&](std::uint32_t index) { return index >= slots_.size(); });
    }
    for (auto entity = handles.rbegin(); entity != handles.rend(); ++entity)
        if (entity->index < slots_.size() && slots_[entity->index].where == free_mark) push_free(entity->index);
}

// Called when the list is full, before one more is put on it.
bool EntityIndex::make_room_to_free() noexcept {
    try {
        // Entries that acquire(Entity) left behind must not pile up while a slot is taken and released again and again.
        if (free_.size() > 2 * slots_.size()) {
            const std::vector<Entity> kept = free_list();
            free_.clear();
            for (const Entity entity : kept) free_.push_back(entity.index);
        }
        if (free_.size() == free_.capacity()) free_.reserve(std::max<std::size_t>(64, 2 * free_.size()));
        return true;
    } catch (const std::bad_alloc&) {
        return false;
    }
}

void EntityIndex::reserve_more(std::size_t slots) {
    const std::size_t wanted = slots_.size() + slots;
    if (wanted > slots_.capacity()) slots_.reserve(std::max(wanted, 2 * slots_.capacity()));
}

void EntityIndex::park(Entity entity) { slots_[entity.index].where = parked_mark; }

bool EntityIndex::parked(Entity entity) const {
    return entity && entity.index < slots_.size() && slots_[entity.index].where == parked_mark &&
           slots_[entity.index].generation == entity.generation;
}

bool EntityIndex::reserved(Entity entity) const {
    return entity && entity.index < slots_.size() && slots_[entity.index].where == reserved_mark &&
           slots_[entity.index].generation == entity.generation;
}

void EntityIndex::unpark(Entity entity) {
    if (parked(entity)) release(entity);
}

Entity EntityIndex::entity_at(std::size_t slot) const {
    if (slot >= slots_.size() || slots_[slot].where >= first_mark) return null_entity;
    return {static_cast<std::uint32_t>(slot), slots_[slot].generation};
}

std::vector<Entity> EntityIndex::free_list() const {
    std::vector<Entity> result;
    std::vector<bool> listed(slots_.size());
    for (auto entry = free_.rbegin(); entry != free_.rend(); ++entry) {
        if (slots_[*entry].where != free_mark || listed[*entry]) continue;
        listed[*entry] = true;
        result.push_back({*entry, slots_[*entry].generation});
    }
    std::reverse(result.begin(), result.end());
    return result;
}

void EntityIndex::set_free_list(const std::vector<Entity>& handles) {
    free_.clear();
    for (Slot& slot : slots_)
        if (slot.where == free_mark) slot.where = parked_mark;
    for (const Entity entity : handles) {
        if (entity.index == 0 || entity.index > max_index || entity.generation == 0) continue;
        if (entity.index >= slots_.size()) slots_.resize(std::size_t{entity.index} + 1, Slot{1, parked_mark});
        Slot& slot = slots_[entity.index];
        if (slot.where != parked_mark) continue;
        slot = {entity.generation, free_mark};
        free_.push_back(entity.index);
    }
}

}  // namespace ecs
