#include "ecs/edit/taken_handles.hpp"

#include <algorithm>
#include <new>
#include <utility>

namespace ecs {

std::vector<FreeRun> former_free_runs(const World& world, const TakenHandles& taken) {
    std::vector<FreeRun> runs;
    for (const Entity entity : taken.fresh)
        if (entity.index < taken.slot_count) runs.push_back({entity});
    for (FreeRun run : world.entity_index().free_runs()) {
        if (run.first.index >= taken.slot_count) continue;
        run.count = std::min(run.count, static_cast<std::uint32_t>(taken.slot_count) - run.first.index);
        runs.push_back(run);
    }
    return runs;
}

std::optional<std::vector<FreeRun>> merged_free_runs(const World& world, const TakenHandles& taken) {
    if (!taken.free_runs) return {};
    std::vector<bool> listed(std::max(world.slot_count(), taken.slot_count));
    for (const FreeRun& run : *taken.free_runs)
        std::fill(listed.begin() + run.first.index, listed.begin() + run.end(), true);
    std::vector<FreeRun> runs;
    for (const FreeRun& run : world.entity_index().free_runs()) {
        bool goes_on = false;
        // These runs are set only when the slots behind are forgotten.
        const auto end = static_cast<std::uint32_t>(std::min<std::size_t>(run.end(), taken.slot_count));
        for (std::uint32_t index = run.first.index; index < end; ++index) {
            if (listed[index])
                goes_on = false;
            else if (std::exchange(goes_on, true))
                ++runs.back().count;
            else
                runs.push_back({{index, run.first.generation}});
        }
    }
    runs.insert(runs.end(), taken.free_runs->begin(), taken.free_runs->end());
    return runs;
}

void restore_displaced(World& world, const TakenHandles& taken, bool free_ones) {
    for (const TakenHandles::Displaced& each : taken.displaced)
        if (free_ones || !each.was_free) world.park_for(each.former);
}

void take_back(World& world, const TakenHandles& taken, const std::optional<std::vector<FreeRun>>& free_runs) {
    restore_displaced(world, taken, true);
    world.take_back(taken.fresh, taken.slot_count);
    if (!free_runs || world.slot_count() != taken.slot_count) return;
    try {
        world.set_free_runs(*free_runs);
    } catch (const std::bad_alloc&) {
        // The same handles are free; only their order differs.
    }
}

}  // namespace ecs
