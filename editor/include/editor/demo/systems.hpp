// The systems of the demo scenes, by name. A scene or a world file says which of them run. To add one, write its
// function and its line in the table of systems.cpp.
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "ecs/base/result.hpp"
#include "ecs/schedule/schedule.hpp"
#include "ecs/world/world.hpp"

namespace editor {

/// The keys that the person holds down. The program writes it before ticks; systems read it.
struct InputState {
    bool up = false, down = false, left = false, right = false;
};

struct Position;
struct Position3D;
/// Where the Project system draws a point in space.
Position projected(const Position3D& at);

/// Names of all systems that add_system knows.
std::span<const std::string_view> system_names();

/// The system of that name for this world; nothing when there is none. `input` must outlive it.
std::optional<ecs::SystemDescription> make_system(std::string_view name, const ecs::World& world,
                                                  const InputState& input);
/// Adds a system to the end of the schedule. `input` must outlive it. False when there is no system of that name.
bool add_system(std::string_view name, const ecs::World& world, ecs::Schedule& schedule, const InputState& input);

}  // namespace editor
