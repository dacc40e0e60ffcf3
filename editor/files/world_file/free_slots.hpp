// Which handles a world will hand out next, as world files keep it: a world that was saved and loaded goes on with the
// same handles as the one that ran through.
#pragma once

#include <cstddef>
#include <vector>

#include "ecs/world/world.hpp"

namespace editor {

struct FreeSlots {
    std::vector<ecs::FreeRun> runs;  // the next one first
    std::size_t slot_count = 1;      // after these, slots from here on are handed out, generation 1
    friend bool operator==(const FreeSlots&, const FreeSlots&) = default;
};

/// Worlds that will hand out the same handles have equal FreeSlots, whatever was reserved in between.
FreeSlots free_slots(const ecs::World& world);

/// What a file that says nothing stands for: every slot below the highest entity, the lowest first.
FreeSlots default_free_slots(const ecs::World& world);

/// Makes the world hand out these; what is alive among them is passed over. Slots that are neither alive nor free are
/// never handed out.
void restore_free_slots(ecs::World& world, const FreeSlots& slots);

}  // namespace editor
