// A BackgroundTask runs one piece of work on its own thread, so that the window stays responsive. Its owner starts
// it, may watch and cancel it, and receives its end on the owner's thread. Only one piece of work runs at a time. The
// destructor cancels the work and waits for its end.
#pragma once

#include <chrono>
#include <functional>
#include <future>
#include <memory>

#include "editor/base/progress.hpp"

namespace editor {

class BackgroundTask {
public:
    /// Checks the progress now and then, and throws when it is cancelled.
    using Work = std::function<void(Progress&)>;

    BackgroundTask() = default;
    ~BackgroundTask();
    BackgroundTask(const BackgroundTask&) = delete;
    BackgroundTask& operator=(const BackgroundTask&) = delete;

    /// Nothing may be running.
    void start(Work work);
    /// True from start() to take_end(), even if the work is already done.
    bool running() const { return end_.valid(); }
    /// Whether the work is done, so that take_end() does not wait.
    bool finished() const { return wait_for({}); }
    /// Waits at most this long for the work. Returns whether it is done.
    bool wait_for(std::chrono::duration<double> time) const;
    void cancel();
    const Progress& progress() const { return *progress_; }

    /// Waits for the end of the work and rethrows its exception. start() must have been called.
    void take_end();

private:
    std::unique_ptr<Progress> progress_ = std::make_unique<Progress>();
    std::future<void> end_;
};

}  // namespace editor
