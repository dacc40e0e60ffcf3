#include "ecs/entity_index.hpp"

#include <algorithm>
#include <limits>
#include <new>
#include <utility>

namespace ecs {

EntityIndex::EntityIndex() {
    slots_.push_back({0, parked_mark});  // slot 0 is never handed out
}

void EntityIndex::acquire_run(std::span<Entity> out, std::uint32_t chunk, std::uint32_t first_row) {
    ++changes_;
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

std::size_t EntityIndex::acquire_run_of(std::span<const Entity> handles, std::uint32_t chunk, std::uint32_t first_row) {
    const std::uint32_t where = chunk << row_bits | first_row;
    std::uint32_t taken = 0;
    for (; taken < handles.size(); ++taken) {
        const Entity entity = handles[taken];
        if (entity.index == slots_.size() && entity.index <= max_index && entity.generation != 0)
            slots_.push_back({entity.generation, where + taken});
        else if (acquire(entity))
            slots_[entity.index].where = where + taken;
        else
            break;
    }
    return taken;
}

void EntityIndex::reserve_up_to(std::span<const Entity> handles) {
    std::size_t highest = 0;
    for (const Entity entity : handles)
        if (entity.index <= max_index) highest = std::max<std::size_t>(highest, entity.index);
    if (highest >= slots_.size()) reserve_more(highest + 1 - slots_.size());
}

Entity EntityIndex::next() const {
    for (std::size_t i = free_.size(); i-- > 0;)
        if (slots_[free_[i]].where == free_mark) return {free_[i], slots_[free_[i]].generation};
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
    ++changes_;
    if (entity.index >= slots_.size()) {
        const auto first = static_cast<std::uint32_t>(slots_.size());
        const std::size_t listed = free_.size() + entity.index - first;
        if (listed > free_.capacity()) free_.reserve(std::max(listed, 2 * free_.capacity()));
        slots_.resize(std::size_t{entity.index} + 1);
        for (std::uint32_t index = entity.index; index-- > first;) push_free(index);
    }
    slots_[entity.index] = {entity.generation, reserved_mark};
    return true;
}

void EntityIndex::take_back(std::span<const Entity> handles, std::size_t slot_count) {
    ++changes_;
    for (const Entity entity : handles)
        if (parked(entity)) slots_[entity.index].where = free_mark;
    const Slot* tail = slots_.begin() + std::min(slot_count, slots_.size());
    if (tail != slots_.end() &&
        std::all_of(tail, std::as_const(slots_).end(), [](const Slot& slot) { return slot.where == free_mark; })) {
        slots_.resize(slot_count);
        const auto* kept = std::remove_if(free_.begin(), free_.end(), [&](std::uint32_t i) { return i >= slot_count; });
        free_.resize(static_cast<std::size_t>(kept - free_.begin()));
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

void EntityIndex::reserve_to_free(std::size_t slots) {
    const std::size_t wanted = free_.size() + slots;
    if (wanted > free_.capacity()) free_.reserve(std::max(wanted, 2 * free_.capacity()));
}

void EntityIndex::park(Entity entity) {
    ++changes_;
    slots_[entity.index].where = parked_mark;
}

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
    for (std::size_t i = free_.size(); i-- > 0;) {
        const std::uint32_t index = free_[i];
        if (slots_[index].where != free_mark || listed[index]) continue;
        listed[index] = true;
        result.push_back({index, slots_[index].generation});
    }
    std::reverse(result.begin(), result.end());
    return result;
}

void EntityIndex::set_free_list(const std::vector<Entity>& handles) {
    ++changes_;
    std::uint32_t highest = 0;
    for (const Entity entity : handles)
        if (entity.index <= max_index) highest = std::max(highest, entity.index);
    free_.reserve(handles.size());  // out of memory changes nothing
    if (highest >= slots_.size()) slots_.resize(std::size_t{highest} + 1, Slot{1, parked_mark});
    free_.clear();
    for (Slot& slot : slots_)
        if (slot.where == free_mark) slot.where = parked_mark;
    for (const Entity entity : handles) {
        if (entity.index == 0 || entity.index > max_index || entity.generation == 0) continue;
        Slot& slot = slots_[entity.index];
        if (slot.where != parked_mark) continue;
        slot = {entity.generation, free_mark};
        free_.push_back(entity.index);
    }
}

void EntityIndex::save_dead(DeadSlots& dead) const {
    dead.slots.clear();
    dead.free.assign(free_.begin(), free_.end());
    dead.slot_count = slots_.size();
    dead.alive_count = alive_count_;
    const std::size_t count = slots_.size() - alive_count_;
    dead.slots.reserve(count);
    const auto add = [&](std::uint32_t index) {
        if (slots_[index].where >= first_mark)
            dead.slots.push_back({index, slots_[index].generation, slots_[index].where});
    };
    add(0);
    if (count == 1) return;

    // A few dead slots are mostly all free ones: looking at those saves walking a million others.
    if (free_.size() < slots_.size() / 16) {
        std::for_each(free_.begin(), free_.end(), add);
        const auto by_index = [](const DeadSlots::Slot& a, const DeadSlots::Slot& b) { return a.index < b.index; };
        const auto same = [](const DeadSlots::Slot& a, const DeadSlots::Slot& b) { return a.index == b.index; };
        std::sort(dead.slots.begin(), dead.slots.end(), by_index);
        dead.slots.erase(std::unique(dead.slots.begin(), dead.slots.end(), same), dead.slots.end());
        if (dead.slots.size() == count) return;
        dead.slots.clear();
        add(0);
    }
    for (std::uint32_t index = 1; dead.slots.size() < count; ++index) add(index);
}

void EntityIndex::reserve_dead(const DeadSlots& dead) {
    slots_.reserve(dead.slot_count);
    free_.reserve(dead.free.size());
}

void EntityIndex::restore_dead(const DeadSlots& dead) noexcept {
    ++changes_;
    slots_.resize(dead.slot_count);
    for (const DeadSlots::Slot& slot : dead.slots) slots_[slot.index] = {slot.generation, slot.mark};
    free_.resize(dead.free.size());
    std::copy(dead.free.begin(), dead.free.end(), free_.begin());
    alive_count_ = dead.alive_count;
}

}  // namespace ecs
