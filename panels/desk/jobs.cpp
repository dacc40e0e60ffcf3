#include "panels/desk/jobs.hpp"

#include <algorithm>
#include <chrono>
#include <exception>
#include <new>
#include <utility>

#include "panels/base/language.hpp"

namespace panels {

std::string Jobs::Ended::told() const {
    if (cancelled) return phrase("{} was cancelled", title);
    return problem.empty() ? result.told : problem;
}

Jobs::Jobs()
    : Jobs([] { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }) {}

std::uint64_t Jobs::start(Job job) {
    waiting_.push_back({++last_number_, std::move(job)});
    if (!running()) start_next();
    return last_number_;
}

void Jobs::start_next() {
    if (waiting_.empty()) return;
    present_ = std::move(waiting_.front());
    waiting_.pop_front();
    start_secs_ = now_();
    task_.start([work = present_.job.work](ecs::Progress& progress) { return work(progress); });
}

std::optional<Jobs::Ended> Jobs::take_ended() {
    if (!never_started_.empty()) {
        Ended ended = std::move(never_started_.front());
        never_started_.pop_front();
        return ended;
    }
    if (!finished()) return std::nullopt;
    Ended ended{.number = present_.number, .title = present_.job.title, .secs = elapsed_secs()};
    const auto end = [&]() -> ecs::Result<JobResult> {
        try {
            return task_.take();
        } catch (const std::bad_alloc&) {
            return ecs::Error{present_.job.title + ": there is not enough memory for this"};
        } catch (const std::exception& error) {
            return ecs::Error{error.what()};
        }
    };
    ecs::Result<JobResult> result = end();
    // A file that was whole before the cancel came stays, and is told of. Errors after the cancel do not matter.
    ended.cancelled = task_.progress().cancelled() && (!result || result->file.empty());
    if (!ended.cancelled && result)
        ended.result = std::move(*result);
    else if (!ended.cancelled)
        ended.problem = result.error();
    // What the work owns, such as the copy of a world, goes with it.
    present_ = {};
    if (ended.result.take) ended.result.take();
    if (!running()) start_next();
    return ended;
}

bool Jobs::cancel(std::uint64_t number) {
    if (running() && present_.number == number) {
        cancel();
        return true;
    }
    const auto found = std::find_if(waiting_.begin(), waiting_.end(),
                                    [number](const Numbered& each) { return each.number == number; });
    if (found == waiting_.end()) return false;
    never_started_.push_back({.number = number, .title = found->job.title, .cancelled = true});
    waiting_.erase(found);
    return true;
}

void Jobs::cancel_all() {
    while (!waiting_.empty()) (void)cancel(waiting_.front().number);
    cancel();
}

std::optional<JobCard::Facts> facts_of(const Jobs& jobs, bool shown) {
    if (!jobs.running() || (!shown && !JobCard::due(jobs.elapsed_secs(), jobs.progress().fraction())))
        return std::nullopt;
    return JobCard::facts_of(jobs.job(), jobs.progress(), jobs.elapsed_secs(), jobs.waiting());
}

}  // namespace panels
