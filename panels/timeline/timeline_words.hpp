// What a timeline says, for the strip and the panel.
#pragma once

#include <cstdint>
#include <string>

#include "ecs/timeline/time_facts.hpp"
#include "panels/base/panel.hpp"

namespace panels {

/// "tick 1,200 · 20.00 s"
std::string words_of_tick(const Context& context, std::uint64_t tick);
/// How much is recorded: in seconds, or in ticks where another program runs them. There must be a timeline.
std::string words_of_length(const Context& context);
/// "Edit: Set hp of Player"
std::string words_of(const ecs::TimeMark& mark);
/// "edit", "burst"
const char* name_of(ecs::MarkKind kind);
/// How much is kept, from when on, and what it costs.
std::string words_about(const ecs::TimelineStats& stats, std::uint64_t first_tick);

}  // namespace panels
