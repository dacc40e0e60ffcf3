// A component type that a person made, as C++: the struct, and the function that registers it. Who pastes both into a
// program has a type with the same name, fields and layout, which backs the one of the world.
#pragma once

#include <string>

#include "ecs/types/component_type.hpp"

namespace panels {

/// Empty when the type can be written, else the reason for a person.
std::string why_no_cpp_type(const ecs::ComponentType& type);
std::string cpp_of_type(const ecs::ComponentType& type);

}  // namespace panels
