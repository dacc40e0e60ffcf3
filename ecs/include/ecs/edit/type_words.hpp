// What may be a component type that people make, and which types they may change. SetType refuses the rest with these
// sentences; a dialog shows them while a person types.
#pragma once

#include <string>
#include <string_view>

#include "ecs/schedule/schedule.hpp"
#include "ecs/types/component_type.hpp"

namespace ecs {

inline constexpr std::size_t most_fields_of_own_type = 64;

/// A word of C++, which names nothing else there.
bool is_cpp_word(std::string_view text);
/// Why a name cannot be that of a component or a field, for a person; empty when it can. Such a name is one in C++,
/// too.
std::string problem_of_identifier(std::string_view name);
/// Why the type cannot be made at run time: its name, or the first field that is wrong. Empty when it can.
std::string problem_of_type(const ComponentType& type);
/// Why people cannot change or remove the type; empty when they can.
std::string why_type_is_fixed(const World& world, const Schedule& schedule, const ComponentType& type);

}  // namespace ecs
