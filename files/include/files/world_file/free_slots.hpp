// The handles that a world will hand out next, in the form of world files: a world that was saved and loaded hands
// out the same handles as one that was not.
#pragma once

#include <cstddef>
#include <vector>

#include "ecs/world/world.hpp"

namespace files {

struct FreeSlots {
    std::vector<ecs::FreeRun> runs;  // the next one first
    std::size_t slot_count = 1;      // when the list is empty, slots from here on are handed out, with generation 1
    friend bool operator==(const FreeSlots&, const FreeSlots&) = default;
};

/// Worlds that will hand out the same handles have equal FreeSlots, whatever was reserved in between.
FreeSlots free_slots(const ecs::World& world);

/// The value for a file without a list: every slot below the highest entity, lowest first.
FreeSlots default_free_slots(const ecs::World& world);

/// Makes the world hand out these slots; live ones among them are skipped. Slots that are neither alive nor free are
/// never handed out.
void restore_free_slots(ecs::World& world, const FreeSlots& slots);

}  // namespace files
