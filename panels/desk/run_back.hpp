// A RunBack is the search for the last write of a value in recorded time, a part in each frame. Between two parts the
// world is where it was, so everything else goes on as usual; whoever changes the world meanwhile ends the search. The
// RequestRunner owns it, and goes on with it.
//
//     go_on() -> seek into the past, run ticks again, return       frame after frame
//                                                      |
//     job(): waits on its own thread, so that a person sees how far it is and can cancel
#pragma once

#include <cstdint>
#include <string>

#include "ecs/breakpoints/last_write.hpp"
#include "panels/base/timeline_request.hpp"
#include "panels/desk/request_runner.hpp"
#include "panels/desk/waiting_job.hpp"

namespace panels {

class RunBack {
public:
    RunBack(const RequestRunner::Subject& subject, RunBackRequest request);

    /// One part. True when the search has ended; then the world is where the value had just been written, if that was
    /// found, and the program was told.
    bool go_on(const RequestRunner::Subject& subject, const RequestRunner::Program& program);
    /// Shows how far it is. Once.
    Job job() const;

private:
    /// Where the world stands between two parts.
    struct Moment {
        ecs::BranchId branch = 0;
        std::uint64_t tick = 0, calls = 0, edits = 0;
        bool now = true;
        friend bool operator==(const Moment&, const Moment&) = default;
    };
    static Moment moment_of(const RequestRunner::Subject& subject);
    /// True when the search has ended; else the world is back, or `reason` says why not.
    bool run_part(const RequestRunner::Subject& subject, const RequestRunner::Program& program, std::string& reason);
    std::string return_to(const RequestRunner::Subject& subject) const;
    std::string recorded_writer(const RequestRunner::Subject& subject, std::uint64_t tick) const;
    void end(const RequestRunner::Subject& subject, const RequestRunner::Program& program) const;

    RunBackRequest request_;
    ecs::LastWriteParts search_;
    Moment moment_;
    double return_secs_ = 0;  // what the way back took after the last part
    WaitingJob waiting_;
};

}  // namespace panels
