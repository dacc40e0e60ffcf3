#include "ecs/storage/entity_index.hpp"

#include <algorithm>
#include <limits>
#include <new>
#include <utility>

namespace ecs {

EntityIndex::EntityIndex() {
    slots_.push_back(Slot(0, parked_mark));  // slot 0 is never handed out
}

void EntityIndex::acquire_run(std::span<Entity> out, std::uint32_t chunk, std::uint32_t first_row) {
    ++changes_;
    const std::uint32_t where = chunk << row_bits | first_row;
    std::uint32_t taken = 0;
    for (; taken < out.size() && !free_.empty(); ++taken) {
        out[taken] = acquire();
        slots_[out[taken].index].set_where(where + taken);
    }
    for (; taken < out.size(); ++taken) {
        out[taken] = {static_cast<std::uint32_t>(slots_.size()), 1};
        slots_.push_back(Slot(1, where + taken));
    }
}

std::size_t EntityIndex::acquire_run_of(std::span<const Entity> handles, std::uint32_t chunk, std::uint32_t first_row) {
    const std::uint32_t where = chunk << row_bits | first_row;
    std::uint32_t taken = 0;
    for (; taken < handles.size(); ++taken) {
        const Entity entity = handles[taken];
        if (entity.index == slots_.size() && entity.index <= max_index && entity.generation != 0)
            slots_.push_back(Slot(entity.generation, where + taken));
        else if (acquire(entity))
            slots_[entity.index].set_where(where + taken);
        else
            break;
    }
    return taken;
}

void EntityIndex::reserve_up_to(std::span<const Entity> handles) {
    std::size_t highest = 0;
    for (const Entity entity : handles)
        if (entity.index <= max_index) highest = std::max<std::size_t>(highest, entity.index);
    slots_.reserve_for(highest + 1);
}

Entity EntityIndex::next() const {
    for (std::size_t i = free_.size(); i-- > 0;) {
        const bool is_range = free_[i] >= range_bit;
        const std::uint32_t first = free_[i] & ~range_bit, last = is_range ? free_[--i] : first;
        for (std::uint32_t index = first; index <= last; ++index)
            if (slots_[index].where() == free_mark) return {index, slots_[index].generation()};
    }
    return {static_cast<std::uint32_t>(slots_.size()), 1};
}

bool EntityIndex::can_acquire(Entity entity) const {
    if (entity.index == 0 || entity.index > max_index || entity.generation == 0) return false;
    if (entity.index >= slots_.size()) return true;
    // A free slot must not return to a used generation: old handles would be valid again.
    const Slot& slot = slots_[entity.index];
    return (slot.where() == free_mark && entity.generation >= slot.generation()) ||
           (slot.where() == parked_mark && entity.generation == slot.generation());
}

bool EntityIndex::acquire(Entity entity) {
    if (!can_acquire(entity)) return false;
    ++changes_;
    if (entity.index >= slots_.size()) {
        const auto first = static_cast<std::uint32_t>(slots_.size());
        reserve_to_free(2);
        slots_.resize(std::size_t{entity.index} + 1);
        if (first < entity.index) list_range(first, entity.index - 1);
    }
    slots_[entity.index] = Slot(entity.generation, reserved_mark);
    return true;
}

// The free list

std::uint32_t EntityIndex::take_of_range(std::uint32_t first) {
    if (first == free_.back())
        free_.pop_back();
    else
        free_.push_back(range_bit + first + 1);
    return first;
}

void EntityIndex::list_range(std::uint32_t first, std::uint32_t last) {
    free_.push_back(last);
    if (first != last) free_.push_back(range_bit + first);
}

template <class Visit>
void EntityIndex::each_listed(Visit&& visit) const {
    for (std::size_t i = 0; i < free_.size(); ++i) {
        const std::uint32_t last = free_[i];
        const bool is_range = i + 1 < free_.size() && free_[i + 1] >= range_bit;
        visit(is_range ? free_[++i] - range_bit : last, last);
    }
}

template <class Visit>
void EntityIndex::each_span(std::uint32_t first, std::uint32_t last, Visit&& visit) const {
    while (first <= last) {
        const std::size_t used = next_used(first);
        if (used >= slots_.size() || used > last) return visit(first, last - first + 1);
        const auto index = static_cast<std::uint32_t>(used);
        if (index > first) visit(first, index - first);
        visit(index, 1u);
        first = index + 1;
    }
}

void EntityIndex::take_back(std::span<const Entity> handles, std::size_t slot_count) {
    ++changes_;
    for (const Entity entity : handles)
        if (parked(entity)) slots_[entity.index].set_where(free_mark);
    forget_from(slot_count);
    for (auto entity = handles.rbegin(); entity != handles.rend(); ++entity)
        if (entity->index < slots_.size() && slots_[entity->index].where() == free_mark) push_free(entity->index);
}

// Does nothing if one of the slots is in use.
void EntityIndex::forget_from(std::size_t slot_count) {
    if (slot_count >= slots_.size()) return;
    for (std::size_t slot = slot_count; slot < slots_.size(); ++slot)
        if (slots_[slot].where() != free_mark) return;
    slots_.resize(slot_count);
    std::size_t kept = 0;  // words of the list, which only gets shorter
    for (std::size_t i = 0; i < free_.size(); ++i) {
        const bool is_range = i + 1 < free_.size() && free_[i + 1] >= range_bit;
        const std::uint32_t last = std::min(free_[i], static_cast<std::uint32_t>(slot_count) - 1);
        const std::uint32_t first = is_range ? free_[++i] - range_bit : free_[i];
        if (first > last) continue;
        free_[kept++] = last;
        if (first < last) free_[kept++] = range_bit + first;
    }
    free_.resize(kept);
}

// Called when the list is full, before a slot is added.
bool EntityIndex::make_room_to_free() noexcept {
    try {
        // Entries that acquire(Entity) left behind must not accumulate when a slot is taken and released repeatedly.
        if (free_.size() > 2 * slots_.size()) {
            const std::vector<FreeRun> kept = free_runs();
            free_.clear();
            for (auto run = kept.rbegin(); run != kept.rend(); ++run) list_range(run->first.index, run->end() - 1);
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
    slots_[entity.index].set_where(parked_mark);
}

std::optional<EntityIndex::DeadSlot> EntityIndex::dead_slot(std::uint32_t slot) const {
    if (slot >= slots_.size()) return DeadSlot{{slot, 1}, true};
    const std::uint32_t where = slots_[slot].where();
    if (where != free_mark && where != parked_mark) return {};
    return DeadSlot{{slot, slots_[slot].generation()}, where == free_mark};
}

void EntityIndex::park_for(Entity entity) {
    ++changes_;
    slots_[entity.index] = Slot(entity.generation, parked_mark);
}

bool EntityIndex::parked(Entity entity) const {
    return entity && entity.index < slots_.size() && slots_[entity.index] == Slot(entity.generation, parked_mark);
}

bool EntityIndex::reserved(Entity entity) const {
    return entity && entity.index < slots_.size() && slots_[entity.index] == Slot(entity.generation, reserved_mark);
}

void EntityIndex::unpark(Entity entity) {
    if (parked(entity)) release(entity);
}

Entity EntityIndex::entity_at(std::size_t slot) const {
    if (slot >= slots_.size() || !slots_[slot].is_place()) return null_entity;
    return {static_cast<std::uint32_t>(slot), slots_[slot].generation()};
}

namespace {

/// Appends the next handles; continues the last run where possible.
void append(std::vector<FreeRun>& runs, Entity first, std::uint32_t count) {
    if (!runs.empty() && runs.back().end() == first.index && runs.back().first.generation == first.generation)
        runs.back().count += count;
    else
        runs.push_back({first, count});
}

bool overlap(std::vector<FreeRun> runs) {
    const auto by_index = [](const FreeRun& a, const FreeRun& b) { return a.first.index < b.first.index; };
    std::sort(runs.begin(), runs.end(), by_index);
    const auto meets = [](const FreeRun& a, const FreeRun& b) { return a.end() > b.first.index; };
    return std::adjacent_find(runs.begin(), runs.end(), meets) != runs.end();
}

}  // namespace

std::vector<FreeRun> EntityIndex::free_runs() const {
    if (free_.size() > slots_.size() / 64) return free_runs_by_slot();
    std::vector<FreeRun> runs;
    for (std::size_t i = free_.size(); i-- > 0;) {
        const bool is_range = free_[i] >= range_bit;
        const std::uint32_t first = free_[i] & ~range_bit, last = is_range ? free_[--i] : first;
        each_span(first, last, [&](std::uint32_t index, std::uint32_t count) {
            if (slots_[index].where() == free_mark) append(runs, {index, slots_[index].generation()}, count);
        });
    }
    // A slot that was taken out of turn and given back is listed twice: the first entry counts.
    return overlap(runs) ? free_runs_by_slot() : runs;
}

std::vector<FreeRun> EntityIndex::free_runs_by_slot() const {
    std::vector<FreeRun> runs;
    std::vector<bool> listed(slots_.size());
    for (std::size_t i = free_.size(); i-- > 0;) {
        const bool is_range = free_[i] >= range_bit;
        const std::uint32_t first = free_[i] & ~range_bit, last = is_range ? free_[--i] : first;
        for (std::uint32_t index = first; index <= last; ++index) {
            if (slots_[index].where() != free_mark || listed[index]) continue;
            listed[index] = true;
            append(runs, {index, slots_[index].generation()}, 1);
        }
    }
    return runs;
}

std::vector<Entity> EntityIndex::free_list() const {
    std::vector<Entity> handles;
    for (const FreeRun& run : free_runs())
        for (std::uint32_t index = run.first.index; index < run.end(); ++index)
            handles.push_back({index, run.first.generation});
    std::reverse(handles.begin(), handles.end());
    return handles;
}

void EntityIndex::set_free_list(const std::vector<Entity>& handles) {
    std::vector<FreeRun> runs;
    runs.reserve(handles.size());
    for (auto entity = handles.rbegin(); entity != handles.rend(); ++entity) runs.push_back({*entity});
    set_free_runs(runs);
}

void EntityIndex::set_free_runs(std::span<const FreeRun> runs) {
    std::vector<FreeRun> parts;  // parts that can be listed
    std::size_t slot_count = slots_.size();
    for (const FreeRun& run : runs) {
        const bool good = run.first.index != 0 && run.first.generation != 0 && run.count != 0 &&
                          std::uint64_t{run.first.index} + run.count <= std::uint64_t{max_index} + 1;
        if (!good) continue;
        slot_count = std::max<std::size_t>(slot_count, run.end());
        each_span(run.first.index, run.end() - 1, [&](std::uint32_t index, std::uint32_t count) {
            const std::uint32_t where = index < slots_.size() ? slots_[index].where() : free_mark;
            if (where == free_mark || where == parked_mark) append(parts, {index, run.first.generation}, count);
        });
    }
    free_.reserve(2 * parts.size());  // when memory runs out, nothing has changed
    slots_.resize(slot_count);
    ++changes_;
    free_.clear();
    for (std::size_t i = parts.size(); i-- > 0;) {
        const FreeRun& part = parts[i];
        set_dead(part.first.index, part.count, Slot(part.first.generation, free_mark));
        list_range(part.first.index, part.end() - 1);
    }
}

void EntityIndex::set_dead(std::uint32_t first, std::uint32_t count, Slot slot) noexcept {
    if (slot == Slot()) return slots_.clear(first, count);
    for (std::uint32_t index = first; index < first + count; ++index)
        if (!(slots_[index] == slot)) slots_[index] = slot;
}

// Snapshots

void EntityIndex::save_dead(DeadSlots& dead) const {
    dead.runs.clear();
    dead.free.assign(free_.begin(), free_.end());
    dead.slot_count = slots_.size();
    dead.alive_count = alive_count_;
    const std::size_t count = slots_.size() - alive_count_;
    std::size_t found = 0;
    const auto add = [&](std::uint32_t index, std::uint32_t some) {
        const Slot& slot = slots_[index];
        if (slot.is_place()) return;
        found += some;
        DeadSlots::Run* const last = dead.runs.empty() ? nullptr : &dead.runs.back();
        if (last && last->end() == index && last->generation == slot.generation() && last->mark == slot.where())
            last->count += some;
        else
            dead.runs.push_back({index, some, slot.generation(), slot.where()});
    };
    add(0, 1);
    if (count == 1) return;

    // A few dead slots are usually all free: reading the free list then saves walking a million other slots.
    if (free_.size() < slots_.size() / 16) {
        std::vector<std::pair<std::uint32_t, std::uint32_t>> ranges;
        each_listed([&](std::uint32_t first, std::uint32_t last) { ranges.emplace_back(first, last); });
        std::sort(ranges.begin(), ranges.end());
        std::uint32_t next = 1;
        for (const auto& [first, last] : ranges) {
            if (last < next) continue;
            each_span(std::max(next, first), last, add);
            next = last + 1;
        }
        if (found == count) return;
        dead.runs.clear();
        found = 0;
        add(0, 1);
    }
    each_span(1, static_cast<std::uint32_t>(slots_.size()) - 1, add);
}

void EntityIndex::reserve_dead(const DeadSlots& dead) {
    slots_.reserve_for(dead.slot_count);
    free_.reserve(dead.free.size());
}

void EntityIndex::restore_dead(const DeadSlots& dead) noexcept {
    ++changes_;
    slots_.resize(dead.slot_count);
    for (const DeadSlots::Run& run : dead.runs) set_dead(run.index, run.count, Slot(run.generation, run.mark));
    free_.resize(dead.free.size());
    std::copy(dead.free.begin(), dead.free.end(), free_.begin());
    alive_count_ = dead.alive_count;
}

}  // namespace ecs
