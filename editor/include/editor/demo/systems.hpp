// The systems of the demo scenes, by name: a scene or a world file says which of them run. Adding one is a function in
// systems.cpp and its line in the table there.
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "ecs/base/result.hpp"
#include "ecs/schedule/schedule.hpp"
#include "ecs/world/world.hpp"

namespace editor {

/// What the person holds down; the app writes it before ticks, systems read it.
struct InputState {
    bool up = false, down = false, left = false, right = false;
};

struct Position;
struct Position3D;
/// Where the Project system draws a point of space.
Position projected(const Position3D& at);

/// Names of all systems that add_system knows.
std::span<const std::string_view> system_names();

/// One of them, for this world; nothing when there is none of that name. `input` must outlive it.
std::optional<ecs::SystemDescription> make_system(std::string_view name, const ecs::World& world,
                                                  const InputState& input);
/// Adds a system to the end of the schedule. `input` must outlive it. False when there is no system of that name.
bool add_system(std::string_view name, const ecs::World& world, ecs::Schedule& schedule, const InputState& input);

}  // namespace editor
