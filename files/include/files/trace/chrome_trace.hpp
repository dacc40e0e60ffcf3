// Writes recorded ticks as a Chrome trace, a JSON file that Perfetto (ui.perfetto.dev), chrome://tracing and Tracy's
// importer open. Each thread is a track. On it lie ticks, and in these systems, playbacks of commands, work done for
// other threads, and waits. Counters at the end of each tick have entities, chunks, memory and structural changes.
// Marks show where chunks were made and freed.
#pragma once

#include <string>

#include "ecs/base/progress.hpp"
#include "ecs/schedule/trace_recorder.hpp"

namespace files {

/// `process` is the name of the process in the trace. Times are microseconds since the first tick, with three digits
/// for nanoseconds. Returns an empty text when it was cancelled.
std::string chrome_trace(const ecs::RecordedTicks& trace, const std::string& process,
                         ecs::Progress* progress = nullptr);

}  // namespace files
