// Jobs runs the long work of a program, one Job after another, each on a thread of its own. Its owner, the Host or the
// editor, polls it in every frame:
//
//     start()  ->  running(): progress(), cancel()  ->  take_ended()  ->  the next one starts
//
// Nothing of a job outlives its Jobs: the destructor cancels and waits.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <optional>
#include <string>

#include "ecs/base/background_task.hpp"
#include "panels/base/job.hpp"
#include "panels/widgets/job_card.hpp"

namespace panels {

class Jobs {
public:
    using Now = std::function<double()>;

    struct Ended {
        std::uint64_t number = 0;
        std::string title;
        bool cancelled = false;
        std::string problem = {};  // a sentence for a person; empty after success or cancel
        JobResult result = {};     // whose `take` was called
        double secs = 0;

        bool good() const { return !cancelled && problem.empty(); }
        /// All three ways to end, in one sentence; empty when there is nothing to say.
        std::string told() const;
    };

    Jobs();
    /// For tests: with a clock in seconds that only grows.
    explicit Jobs(Now now) : now_(std::move(now)) {}

    /// Starts it now, or when those before it have ended. Returns its number, which no other job has.
    std::uint64_t start(Job job);
    /// The job that ended, if one did, after it handed over its result. Then the next one starts.
    std::optional<Ended> take_ended();

    bool running() const { return task_.running(); }
    /// Whether the present job is done, so that take_ended() has it.
    bool finished() const { return task_.finished(); }
    /// Waits at most this long. Returns whether the job is finished.
    bool wait_for(std::chrono::duration<double> time) const { return task_.wait_for(time); }
    /// How many start when the present one has ended.
    std::size_t waiting() const { return waiting_.size(); }

    // The present job; there must be one.

    const Job& job() const { return present_.job; }
    std::uint64_t number() const { return present_.number; }
    const ecs::Progress& progress() const { return task_.progress(); }
    double elapsed_secs() const { return now_() - start_secs_; }

    /// The present job ends soon, with nothing half done, unless it was done already. The next ones start then.
    void cancel() { task_.cancel(); }
    /// The same for the job of this number, also if it did not start yet. Returns whether there was one.
    bool cancel(std::uint64_t number);
    /// The same for all.
    void cancel_all();

private:
    struct Numbered {
        std::uint64_t number = 0;
        Job job;
    };
    void start_next();

    Now now_;
    std::uint64_t last_number_ = 0;
    std::deque<Numbered> waiting_;
    std::deque<Ended> never_started_;  // cancelled before
    Numbered present_;
    double start_secs_ = 0;
    ecs::BackgroundTask<ecs::Result<JobResult>> task_;  // last, because its thread uses the members above
};

/// What the card of the present job shows; nothing: none runs, or the card is not `shown` yet and not due.
std::optional<JobCard::Facts> facts_of(const Jobs& jobs, bool shown);

}  // namespace panels
