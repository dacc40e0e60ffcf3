// What ran when, as a Chrome trace: JSON that Perfetto (ui.perfetto.dev), chrome://tracing and Tracy's importer open.
// Each thread is a track, with ticks, systems, playbacks, shares of other threads' work and waits within each other.
// Entities, chunks, memory and structural changes are counters at the end of each tick; chunks that came or went are
// marks.
#pragma once

#include <string>

#include "ecs/base/progress.hpp"
#include "ecs/schedule/trace_recorder.hpp"

namespace files {

/// `process` names the whole. Times are microseconds since the first tick, with all nanoseconds. Empty when it was
/// cancelled.
std::string chrome_trace(const ecs::RecordedTicks& trace, const std::string& process,
                         ecs::Progress* progress = nullptr);

}  // namespace files
