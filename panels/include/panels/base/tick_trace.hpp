// What ran when in the last ticks, for panels that show it. It is recorded only while some panel asks for it, frame by
// frame; then a schedule pays nothing.
#pragma once

#include <optional>
#include <utility>

#include "ecs/schedule/trace_recorder.hpp"

namespace panels {

class TickTrace {
public:
    static constexpr std::size_t kept_ticks = 600;

    /// The ticks so far; they go on while this is called in each frame. Null before the first one.
    const ecs::TraceRecorder* wanted() {
        wanted_ = true;
        return recorder();
    }
    const ecs::TraceRecorder* recorder() const { return recorder_ ? &*recorder_ : nullptr; }

    // For its owner

    /// After the panels drew: records the schedule if one of them asked, and no longer if none did. A trace that the
    /// program gave the schedule itself stays.
    void settle(ecs::Schedule& schedule) {
        const bool on = std::exchange(wanted_, false);
        if (on && schedule.trace == nullptr) {
            if (!recorder_) recorder_.emplace(kept_ticks);
            schedule.trace = &*recorder_;
        } else if (!on) {
            leave(schedule);
        }
    }
    void leave(ecs::Schedule& schedule) const {
        if (recorder_ && schedule.trace == &*recorder_) schedule.trace = nullptr;
    }
    /// Another world comes.
    void clear() { recorder_.reset(); }

private:
    std::optional<ecs::TraceRecorder> recorder_;
    bool wanted_ = false;
};

}  // namespace panels
