// A ScheduleTrace is told what ran when, on which thread: systems, the playback of their commands, the shares that
// other threads take of a system's work, and waiting. Schedule::trace names it. Without one a schedule pays a null
// check for each call of a system.
//
//     thread 0   tick_began | System A | Playback A | System B [ Jobs B | Wait ] | tick_ended
//     thread 1                                        Jobs B
//
// A System span and its Playback spans take as long, to the last bit, as SystemStats::last_secs says.
#pragma once

#include <chrono>
#include <cstdint>

#include "ecs/schedule/schedule.hpp"

namespace ecs {

enum class SpanKind : std::uint8_t {
    Tick,      // from its first system to its last
    System,    // a call of a system function
    SetUp,     // a call of on_create or on_destroy
    Playback,  // of the commands that a system recorded
    Jobs,      // a thread worked on a share of what a system does on several threads
    Wait,      // a thread waited for the shares of others
    Hooks,     // observers were told what happened
};

struct TraceSpan {
    using Time = std::chrono::steady_clock::time_point;

    SpanKind kind = SpanKind::System;
    const System* system = nullptr;  // null for ticks and hooks, and for the wait at the end of a stage
    std::uint32_t thread = 0;        // JobPool::thread_number()
    Time begin, end;
    std::uint64_t amount = 0;  // of a system the entities that it visited, of a playback its structural changes

    double secs() const { return std::chrono::duration<double>(end - begin).count(); }
};

class ScheduleTrace {
public:
    /// Before the first system of a tick.
    virtual void tick_began(const World& world) = 0;
    /// When the span ends, on its thread: several may call at once. Must not fail.
    virtual void ran(const TraceSpan& span) noexcept = 0;
    /// After the last system of a tick; World::tick() is still that of the tick. No other thread calls ran() now.
    virtual void tick_ended(const World& world) = 0;

protected:
    ~ScheduleTrace() = default;
};

}  // namespace ecs
