#include "panels/desk/waiting_job.hpp"

#include <condition_variable>
#include <mutex>
#include <utility>

namespace panels {

/// The job's thread touches nothing else.
struct WaitingJob::Shared {
    std::mutex mutex;
    std::condition_variable_any changed;
    std::uint64_t done = 0, total = 0;
    bool ended = false, cancelled = false;
};

WaitingJob::WaitingJob() : shared_(std::make_shared<Shared>()) {}

WaitingJob::~WaitingJob() {
    const std::lock_guard lock(shared_->mutex);
    shared_->ended = true;
    shared_->changed.notify_all();
}

void WaitingJob::show(std::uint64_t done, std::uint64_t total) {
    const std::lock_guard lock(shared_->mutex);
    shared_->done = done;
    shared_->total = total;
    shared_->changed.notify_all();
}

bool WaitingJob::cancelled() const {
    const std::lock_guard lock(shared_->mutex);
    return shared_->cancelled;
}

Job WaitingJob::job(std::string title, std::string consequence, const char* saying) const {
    const auto work = [shared = shared_, saying](ecs::Progress& progress) -> ecs::Result<JobResult> {
        progress.say(saying);
        std::unique_lock lock(shared->mutex);
        progress.begin(shared->total);
        (void)shared->changed.wait(lock, progress.stop_token(), [&] {
            progress.advance_to(shared->done);
            return shared->ended;
        });
        shared->cancelled = progress.cancelled();
        return JobResult{};
    };
    return {.title = std::move(title), .consequence = std::move(consequence), .work = work};
}

}  // namespace panels
