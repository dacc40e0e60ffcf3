// What stands on every picture and figure of memory that is not the owner's: the chunks of a copy are the copy's.
#pragma once

#include <string>

#include "panels/base/panel.hpp"
#include "panels/pools/pool_memory.hpp"

namespace panels {

/// "As if these were archetypes: …"; empty when the world is no copy, and its chunks are its own.
std::string as_if_text(const Context& context);
/// The same as a line of the panel, before the picture that it is about.
void as_if_line(const Context& context);

/// Says that the owner's memory is on its way, if it is. Then the panel shows nothing else.
bool on_its_way_line(const Context& context, const PoolMemory& memory);

/// That of the program, or the panel's own where the program has none.
inline PoolMemory& pool_memory_of(const Context& context, PoolMemory& own) {
    return context.pool_memory != nullptr ? *context.pool_memory : own;
}

}  // namespace panels
