// A Gate stops a thread at a certain place until the test lets it go on, so that what happens meanwhile is no matter of
// timing.
#pragma once

#include <condition_variable>
#include <mutex>

class Gate {
public:
    /// For the thread: says that it is here, and waits.
    void pass() {
        std::unique_lock lock(mutex_);
        reached_ = true;
        changed_.notify_all();
        changed_.wait(lock, [&] { return open_; });
    }
    /// For the test: waits until the thread is here.
    void wait_until_reached() {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [&] { return reached_; });
    }
    void open() {
        const std::lock_guard lock(mutex_);
        open_ = true;
        changed_.notify_all();
    }

private:
    std::mutex mutex_;
    std::condition_variable changed_;
    bool reached_ = false, open_ = false;
};
