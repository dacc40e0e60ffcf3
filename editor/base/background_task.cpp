#include "editor/base/background_task.hpp"

#include <system_error>
#include <utility>

#include "ecs/base/assert.hpp"

namespace editor {

BackgroundTask::~BackgroundTask() {
    cancel();
    if (running()) end_.wait();
}

void BackgroundTask::start(Work work) {
    if (running()) return ecs::fail("BackgroundTask: start was called while another work runs");
    progress_ = std::make_unique<Progress>();
    const auto job = [work = std::move(work), progress = progress_.get()] { work(*progress); };
    try {
        end_ = std::async(std::launch::async, job);
    } catch (const std::system_error&) {
        // The system gives no thread: the caller waits instead.
        std::packaged_task<void()> now(job);
        end_ = now.get_future();
        now();
    }
}

bool BackgroundTask::wait_for(std::chrono::duration<double> time) const {
    return running() && end_.wait_for(time) == std::future_status::ready;
}

void BackgroundTask::cancel() {
    if (running()) progress_->cancel();
}

void BackgroundTask::take_end() {
    if (!running()) return ecs::fail("BackgroundTask: take_end was called without start");
    std::exchange(end_, {}).get();
}

}  // namespace editor
