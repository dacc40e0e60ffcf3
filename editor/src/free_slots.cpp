#include "free_slots.hpp"

#include <algorithm>

namespace editor {

namespace {

// The last handles of the list are slots that were never used when they are what comes next anyway.
void leave_out_unused(FreeSlots& slots) {
    auto first = slots.handles.begin();
    for (; first != slots.handles.end() && first->index + 1 == slots.slot_count && first->generation == 1; ++first)
        --slots.slot_count;
    slots.handles.erase(slots.handles.begin(), first);
}

bool still_holds(const Session& session, const Session::FreeBefore& before) {
    return session.history.state() == before.state && session.world.tick() == before.tick &&
           !session.schedule.within_tick() &&
           std::none_of(before.handles.begin(), before.handles.end(), [&](ecs::Entity entity) {
               return session.world.entity_at_slot(entity.index) != ecs::null_entity;
           });
}

}  // namespace

FreeSlots remember_free_slots(const ecs::World& world) {
    FreeSlots slots{world.entity_index().free_list(), world.slot_count()};
    leave_out_unused(slots);
    return slots;
}

FreeSlots free_slots(const Session& session) {
    if (session.free_before_script && still_holds(session, *session.free_before_script))
        return {session.free_before_script->handles, session.free_before_script->slot_count};
    FreeSlots slots{session.world.entity_index().free_list(), session.world.slot_count()};
    // Undoing creation parks what was created, the latest first: in that order the handles go back on the list.
    std::vector<ecs::Entity> created;
    const std::span<const Command> commands = session.history.commands();
    for (const Command& command : commands.subspan(session.history.done()))
        for (const ecs::Edit& edit : command.edits)
            if (const auto* create = std::get_if<ecs::CreateEntities>(&edit))
                for (const ecs::EntityRecord& record : create->entities)
                    if (session.world.entity_index().parked(record.entity)) created.push_back(record.entity);
    slots.handles.insert(slots.handles.end(), created.rbegin(), created.rend());
    leave_out_unused(slots);
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
    std::vector<ecs::Entity> handles;
    for (std::size_t slot = world.slot_count(); slot-- > slots.slot_count;)
        handles.push_back({static_cast<std::uint32_t>(slot), 1});
    handles.insert(handles.end(), slots.handles.begin(), slots.handles.end());
    world.set_free_list(handles);
}

}  // namespace editor
