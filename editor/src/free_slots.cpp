#include "free_slots.hpp"

namespace editor {

FreeSlots free_slots(const ecs::World& world) {
    FreeSlots slots{world.entity_index().free_list(), world.slot_count()};
    // What is handed out last, and was never used, is what comes after the list anyway.
    auto first = slots.handles.begin();
    for (; first != slots.handles.end() && first->index + 1 == slots.slot_count && first->generation == 1; ++first)
        --slots.slot_count;
    slots.handles.erase(slots.handles.begin(), first);
    return slots;
}

FreeSlots default_free_slots(const ecs::World& world) {
    FreeSlots slots;
    slots.slot_count = world.slot_count();
    while (slots.slot_count > 1 && !world.entity_at_slot(slots.slot_count - 1)) --slots.slot_count;
    for (std::size_t slot = slots.slot_count; slot-- > 1;)
        if (!world.entity_at_slot(slot)) slots.handles.push_back({static_cast<std::uint32_t>(slot), 1});
    return slots;
}

void restore_free_slots(ecs::World& world, const FreeSlots& slots) {
    if (slots.slot_count > world.slot_count()) {
        const ecs::Entity last{static_cast<std::uint32_t>(slots.slot_count - 1), 1};
        if (world.create_at(last)) world.destroy_and_park(last);
    }
    world.set_free_list(slots.handles);
}

}  // namespace editor
