// Edits that move a system among those it runs beside, as a person sees them: in the order of running. Systems keep to
// their phase, and to what they ask to run before or after.
#pragma once

#include <string>
#include <string_view>

#include "ecs/edit/edit.hpp"

namespace ecs {

/// Why nobody but the program can switch, add, move or remove systems, for a person; empty when a person can.
std::string why_fixed(const Schedule& schedule);
/// Why `system` cannot run just before `other` (or just after it), for a person; empty when it can.
std::string why_not_beside(const Schedule& schedule, std::string_view system, std::string_view other, bool after);
/// The edit that does it.
MoveSystem move_beside(const Schedule& schedule, std::string_view system, std::string_view other, bool after);

/// The system that runs next to this one in its phase, earlier or later, whether switched on or not; null at the end.
const System* neighbour_of(const Schedule& schedule, std::string_view system, bool later);

}  // namespace ecs
