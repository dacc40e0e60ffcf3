#include "files/world_file/free_slots.hpp"

namespace files {

FreeSlots free_slots(const ecs::World& world) {
    FreeSlots slots{world.entity_index().free_runs(), world.slot_count()};
    // Unused slots at the end of the list follow after the list anyway.
    while (!slots.runs.empty() && slots.runs.back().end() == slots.slot_count &&
           slots.runs.back().first.generation == 1) {
        slots.slot_count = slots.runs.back().first.index;
        slots.runs.pop_back();
    }
    return slots;
}

FreeSlots default_free_slots(const ecs::World& world) {
    FreeSlots slots;
    slots.slot_count = world.slot_count();
    while (slots.slot_count > 1 && !world.entity_at_slot(slots.slot_count - 1)) --slots.slot_count;
    std::uint32_t first_free = 1;  // first slot that is not alive
    const auto end_run = [&](std::size_t end) {
        if (first_free < end) slots.runs.push_back({{first_free, 1}, static_cast<std::uint32_t>(end) - first_free});
        first_free = static_cast<std::uint32_t>(end) + 1;
    };
    for (std::size_t slot = 1; slot < slots.slot_count; ++slot) {
        if (world.entity_at_slot(slot))
            end_run(slot);
        else
            slot = world.entity_index().next_used(slot + 1) - 1;
    }
    end_run(slots.slot_count);
    return slots;
}

void restore_free_slots(ecs::World& world, const FreeSlots& slots) {
    if (slots.slot_count > world.slot_count()) {
        const ecs::Entity last{static_cast<std::uint32_t>(slots.slot_count - 1), 1};
        if (world.create_at(last)) world.destroy_and_park(last);
    }
    world.set_free_runs(slots.runs);
}

}  // namespace files
