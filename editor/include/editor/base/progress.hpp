// A Progress says how far a long job is (reading or writing a world file), and stops it. It belongs to the caller and
// serves one job: the thread that works advances it, any other may look at it and cancel at any time.
#pragma once

#include <atomic>
#include <cstdint>

namespace editor {

class Progress {
public:
    /// Asks the job to stop. It throws Cancelled soon, having changed nothing, unless it was through already.
    void cancel() { cancelled_.store(true, std::memory_order_relaxed); }
    bool cancelled() const { return cancelled_.load(std::memory_order_relaxed); }

    /// Steps of work, in a unit of the job's own. `done` only grows and ends at `total`, which is 0 as long as the job
    /// does not know yet.
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
