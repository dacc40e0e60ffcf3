// A Progress says how far one piece of work is, and asks it to stop. It belongs to the code that started the work: the
// thread that works advances it, any other may look at it and cancel at any time.
#pragma once

#include <atomic>
#include <cstdint>
#include <mutex>
#include <stop_token>
#include <string>
#include <utility>

namespace ecs {

class Progress {
public:
    /// Asks the work to stop, and returns at once. How the work ends then, it says itself: it throws, or its result
    /// says that it is not whole.
    void cancel() { stop_.request_stop(); }
    bool cancelled() const { return stop_.stop_requested(); }
    /// The same signal, for functions that take one.
    std::stop_token stop_token() const { return stop_.get_token(); }

    /// Steps of work, in a unit of the work's own. `done` only grows and ends at `total`, which is 0 as long as the
    /// work does not know it. Work in several parts begins each of them at 0.
    std::uint64_t done() const { return done_.load(std::memory_order_relaxed); }
    std::uint64_t total() const { return total_.load(std::memory_order_relaxed); }
    /// From 0 to 1.
    double fraction() const {
        const std::uint64_t all = total();
        return all == 0 ? 0 : static_cast<double>(done()) / static_cast<double>(all);
    }
    /// What is being done just now, in words for a person; empty until the work says something.
    std::string doing() const {
        const std::lock_guard lock(mutex_);
        return doing_;
    }

    // For the work

    void begin(std::uint64_t total) {
        done_.store(0, std::memory_order_relaxed);
        total_.store(total, std::memory_order_relaxed);
    }
    void advance_to(std::uint64_t done) {
        if (done > done_.load(std::memory_order_relaxed)) done_.store(done, std::memory_order_relaxed);
    }
    void finish() { advance_to(total()); }
    void say(std::string doing) {
        const std::lock_guard lock(mutex_);
        doing_ = std::move(doing);
    }

private:
    std::stop_source stop_;
    std::atomic<std::uint64_t> done_{0}, total_{0};
    mutable std::mutex mutex_;
    std::string doing_;  // guarded by the mutex
};

}  // namespace ecs
