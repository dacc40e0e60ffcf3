// What the doctor says about the pools of an owner: a card for each finding of ecs::diagnose(OwnerMemory). The remedies
// are calls of the owner's program, so the cards have no button that mends.
#pragma once

#include "panels/base/panel.hpp"
#include "panels/pools/pool_memory.hpp"

namespace panels {

/// Draws the summary and the cards into the remaining room. The memory must be known.
void show_pool_findings(const Context& context, PoolMemory& memory);

}  // namespace panels
