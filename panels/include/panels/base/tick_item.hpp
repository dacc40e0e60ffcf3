// The menu item that leads the timeline to a tick, for the rows of all lists that tell when something happened.
#pragma once

#include <cstdint>

#include "panels/base/pointed_at.hpp"

namespace panels {

/// "Go to tick 120", or why that is impossible.
MenuItem tick_item(const Context& context, std::uint64_t tick);

}  // namespace panels
