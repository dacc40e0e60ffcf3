// A SeekInParts brings a world to another moment of its recorded time where that takes long: to the key frame before
// it, and from there on some ticks in each frame. The world is in view all the way. A person who cancels it leaves the
// world where it has come to; whoever changes the world meanwhile ends it. The RequestRunner owns it.
#pragma once

#include <cstdint>
#include <string>

#include "ecs/timeline/timeline.hpp"
#include "panels/desk/request_runner.hpp"
#include "panels/desk/waiting_job.hpp"

namespace panels {

class SeekInParts {
public:
    /// Whether the way is longer than a person should wait without a word.
    static bool takes_long(const RequestRunner::Subject& subject, ecs::TimePoint to);

    SeekInParts(const RequestRunner::Subject& subject, ecs::TimePoint to);
    /// One part. True when it has ended; `reason` says why it is not where it was to go.
    bool go_on(const RequestRunner::Subject& subject, const RequestRunner::Program& program, std::string& reason);
    /// Shows how far it is. Once.
    Job job() const;

private:
    ecs::TimePoint to_;
    std::uint64_t first_ = 0;  // tick from which ticks run again
    std::uint64_t ticks_a_part_ = 1;
    std::uint64_t jumps_ = 0;  // of the timeline after the last part
    bool begun_ = false;
    WaitingJob waiting_;
};

}  // namespace panels
