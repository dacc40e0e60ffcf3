// C++ for what a world holds, to be pasted into a program that has the same component types. Types and fields stand in
// it under the names that they were registered with.
#pragma once

#include <span>
#include <string>

#include "ecs/base/progress.hpp"
#include "ecs/schedule/schedule.hpp"
#include "ecs/world/world.hpp"

namespace panels {

/// Empty when a value of the type can be written as C++, else the reason for a person.
std::string why_not_cpp(const ecs::ComponentType& type);

/// `Position{.x = 1.0f, .y = 2.0f}`. `data` is the component. The type must be one that can be written.
std::string cpp_of_component(const ecs::World& world, const ecs::ComponentType& type, const void* data);
/// The initialiser of one field: `1.0f`.
std::string cpp_of_field(const ecs::World& world, const ecs::ComponentType& type, const ecs::Field& field,
                         const void* data);
/// A statement for each entity that creates it, parents first. Components that cannot be written are named in a
/// comment. `progress` may be null; once it is cancelled, the text is not whole.
std::string cpp_of_entities(const ecs::World& world, std::span<const ecs::Entity> entities,
                            ecs::Progress* progress = nullptr);
/// `Position, const Velocity, Enemy`: the list of a view of exactly these components.
std::string cpp_of_archetype(const ecs::Archetype& archetype);
/// `schedule.system<Position, const Velocity>("Movement", [](Position& position, const Velocity& velocity) {});`
std::string cpp_of_system(const ecs::World& world, const ecs::SystemDescription& system);
/// `"as it \"stands\" in code"`
std::string cpp_of_text(std::string_view text);
/// `const std::byte bytes[] = {std::byte{0x0a}, …};`
std::string cpp_of_bytes(std::span<const std::byte> bytes);

}  // namespace panels
