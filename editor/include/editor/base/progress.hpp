// A Progress reports how far a long job is (reading or writing a world file), and can stop it. The caller owns it and
// uses it for one job. The working thread advances it; any other thread may read and cancel it at any time.
#pragma once

#include <atomic>
#include <cstdint>

namespace editor {

class Progress {
public:
    /// Asks the job to stop. The job soon throws Cancelled and has changed nothing, unless it was done already.
    void cancel() { cancelled_.store(true, std::memory_order_relaxed); }
    bool cancelled() const { return cancelled_.load(std::memory_order_relaxed); }

    /// Steps of work, in the job's own unit. `done` only grows and ends at `total`; `total` is 0 while unknown.
    std::uint64_t done() const { return done_.load(std::memory_order_relaxed); }
    std::uint64_t total() const { return total_.load(std::memory_order_relaxed); }
    /// From 0 to 1.
    double fraction() const {
        const std::uint64_t all = total();
        return all == 0 ? 0 : static_cast<double>(done()) / static_cast<double>(all);
    }

    // For the job

    void begin(std::uint64_t total) { total_.store(total, std::memory_order_relaxed); }
    void advance_to(std::uint64_t done) {
        if (done > done_.load(std::memory_order_relaxed)) done_.store(done, std::memory_order_relaxed);
    }
    void finish() { advance_to(total()); }

private:
    std::atomic<std::uint64_t> done_{0}, total_{0};
    std::atomic<bool> cancelled_{false};
};

}  // namespace editor
