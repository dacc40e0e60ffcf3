// A BackgroundTask is one piece of work on a thread of its own, so that the window stays alive meanwhile. Its owner
// starts it, may look how far it is and cancel it, and takes its end on the owner's thread. One works at a time; going
// away cancels it and waits for its end.
#pragma once

#include <chrono>
#include <functional>
#include <future>
#include <memory>

#include "editor/base/progress.hpp"

namespace editor {

class BackgroundTask {
public:
    /// Looks at the progress now and then, and throws when it is cancelled.
    using Work = std::function<void(Progress&)>;

    BackgroundTask() = default;
    ~BackgroundTask();
    BackgroundTask(const BackgroundTask&) = delete;
    BackgroundTask& operator=(const BackgroundTask&) = delete;

    /// Nothing may be running.
    void start(Work work);
    /// From start() to take_end(), so also when the work is done and nobody knows it yet.
    bool running() const { return end_.valid(); }
    /// Whether the work is through, so that take_end() does not wait.
    bool finished() const { return wait_for({}); }
    /// Waits no longer than this for the work to be through; whether it is.
    bool wait_for(std::chrono::duration<double> time) const;
    void cancel();
    const Progress& progress() const { return *progress_; }

    /// Waits for the end of the work, which must have been started, and throws what it threw.
    void take_end();

private:
    std::unique_ptr<Progress> progress_ = std::make_unique<Progress>();
    std::future<void> end_;
};

}  // namespace editor
