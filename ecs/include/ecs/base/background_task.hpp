// A BackgroundTask runs one piece of work at a time on a thread of its own, so that the window stays alive meanwhile:
//
//     start()  ->  progress(), cancel()  ->  finished()  ->  take()
//                                        or  abandon()
//
// Its owner calls all of these on one thread. The result, or what the work threw, is handed over by take().
//
// abandon() is for work whose outcome nobody wants any more. It cancels the work and returns at once. The thread is not
// detached: a detached thread may still run when main() has returned and the statics that it uses are gone. Nor is
// there a list for the whole program, because that would be a static itself. The task keeps what it abandoned, and its
// destructor cancels and waits for all of it. So work never outlives its task. It may use everything that lives longer
// than the task. It must share ownership of everything else.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <future>
#include <memory>
#include <system_error>
#include <utility>
#include <vector>

#include "ecs/base/assert.hpp"
#include "ecs/base/progress.hpp"

namespace ecs {

template <class T>
class BackgroundTask {
public:
    /// Looks now and then whether it is cancelled, and ends soon when it is.
    using Work = std::function<T(Progress&)>;

    BackgroundTask() = default;
    BackgroundTask(const BackgroundTask&) = delete;
    BackgroundTask& operator=(const BackgroundTask&) = delete;
    ~BackgroundTask() {
        cancel();
        wait();
        for (const Abandoned& each : abandoned_) each.end.wait();
    }

    /// Nothing may be running. `total` is what the progress says until the work knows better.
    void start(Work work, std::uint64_t total = 0) {
        if (running()) return fail("BackgroundTask: start was called while another work runs");
        forget_ended();
        progress_ = std::make_unique<Progress>();
        progress_->begin(total);
        const auto job = [work = std::move(work), progress = progress_.get()] { return work(*progress); };
#if defined(__cpp_exceptions)
        try {
            end_ = std::async(std::launch::async, job);
        } catch (const std::system_error&) {
            // No thread could be started: the caller waits instead.
            std::packaged_task<T()> now(job);
            end_ = now.get_future();
            now();
        }
#else
        end_ = std::async(std::launch::async, job);
#endif
    }

    /// From start() to take() or abandon(), so also when the work is done and nobody has taken its result yet.
    bool running() const { return end_.valid(); }
    /// Whether the work is done, so that take() does not wait.
    bool finished() const { return wait_for({}); }
    /// Waits no longer than this for the work to be done; whether it is.
    bool wait_for(std::chrono::duration<double> time) const {
        return running() && end_.wait_for(time) == std::future_status::ready;
    }
    /// Waits for the work to be done, if there is any.
    void wait() const {
        if (running()) end_.wait();
    }

    /// Asks the work to end soon, and does not wait for that.
    void cancel() {
        if (running()) progress_->cancel();
    }
    /// Cancels the work, and drops its result or exception. Another may be started at once.
    void abandon() {
        if (!running()) return;
        progress_->cancel();
        forget_ended();
        abandoned_.push_back({std::move(progress_), std::move(end_)});
        progress_ = std::make_unique<Progress>();
    }

    /// The progress of the work that runs. After take(), that of the work taken last; after abandon(), an empty one.
    const Progress& progress() const { return *progress_; }

    /// Waits for the end of the work, which must have been started. Returns its result, or throws what it threw.
    T take() {
        if (!running()) fail("BackgroundTask: take was called without start");
        return std::exchange(end_, {}).get();
    }

private:
    struct Abandoned {
        std::unique_ptr<Progress> progress;  // that the work looks at
        std::future<T> end;
    };

    void forget_ended() {
        std::erase_if(abandoned_, [](const Abandoned& each) {
            return each.end.wait_for(std::chrono::seconds(0)) == std::future_status::ready;
        });
    }

    std::unique_ptr<Progress> progress_ = std::make_unique<Progress>();
    std::future<T> end_;
    std::vector<Abandoned> abandoned_;  // all cancelled
};

}  // namespace ecs
