// The systems of a schedule at one moment: which there are, in which order they were added, which are on, and which
// have run on_create. Bringing a schedule back to a moment keeps the systems that it has, with what they remember.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "ecs/schedule/schedule.hpp"

namespace ecs {

struct SystemsState {
    struct One {
        const System* system = nullptr;  // for comparing only: it may be gone
        std::string name;
        bool enabled = true, waiting = false, created = false;
        std::shared_ptr<const SystemDescription> description;
    };
    std::vector<One> systems;  // in the order of adding
};

/// Returns `known` when nothing changed since.
std::shared_ptr<const SystemsState> systems_state(const Schedule& schedule,
                                                  const std::shared_ptr<const SystemsState>& known);

/// Adds, removes and moves systems, and runs on_create and on_destroy, until the schedule has these systems. The world
/// may change by that: put it back afterwards, and then call switch_systems().
void bring_systems(World& world, Schedule& schedule, const SystemsState& state);
void switch_systems(const World& world, Schedule& schedule, const SystemsState& state, bool types_changed);

}  // namespace ecs
