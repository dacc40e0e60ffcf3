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
/// Whether an earlier tick of a world is in view that was recorded by its states: then Play goes back to now, and a step to
/// the next tick that was recorded.
bool shows_recorded_state(const Context& context);
/// Why Play and a step of one tick do nothing, for a person; empty: they do.
std::string why_not_run(const Context& context);
/// Goes to the tick, if it can be reached.
void request_seek(const Context& context, std::uint64_t tick);

}  // namespace panels
