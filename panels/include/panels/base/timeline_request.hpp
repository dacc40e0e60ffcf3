// Whether and how a panel may go to another tick of recorded time (ecs/timeline/timeline.hpp).
#pragma once

#include <cstdint>
#include <string>

namespace panels {

struct Context;
/// Whether the tick can be reached, and is not the present one.
bool can_seek(const Context& context, std::uint64_t tick);
/// Why not, for a person; empty: it can be reached.
std::string why_not_seek(const Context& context, std::uint64_t tick);
/// Goes to the tick, if it can be reached.
void request_seek(const Context& context, std::uint64_t tick);

}  // namespace panels
