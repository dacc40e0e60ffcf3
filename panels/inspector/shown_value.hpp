// The value of a field as the Inspector shows it: with the same decimals, whether it is live, frozen or recorded, so
// that one compares values and not how they are written.
#pragma once

#include <string>

#include "ecs/types/field.hpp"
#include "ecs/world/world.hpp"

namespace panels {

/// Of the component at `component`, with so many decimals more than a box has.
std::string shown_value(const ecs::World& world, const ecs::Field& field, const void* component, int more_decimals = 0);

}  // namespace panels
