// A JobPool spreads jobs over threads. The thread that calls run() works too, so a pool of one thread starts none.
// While that thread waits for helpers, it works on jobs that the helpers hand out themselves. An idle thread waits
// actively for a short while, so that the next jobs start at once, and then sleeps.
//
// The host (a game, an editor) owns the pool and gives it to schedules. The pool must outlive them and every run().
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace ecs {

/// Is told what threads did for the run() of a thread that asked for it, each time on the thread in question. Must not
/// fail.
class JobWatcher {
public:
    using Time = std::chrono::steady_clock::time_point;
    /// The thread worked on jobs of the run from `begin` to `end`.
    virtual void worked(Time begin, Time end) noexcept = 0;
    /// The thread that called run() had nothing left to do and waited for the others.
    virtual void waited(Time begin, Time end) noexcept = 0;

protected:
    ~JobWatcher() = default;
};

class JobPool {
public:
    using Job = std::function<void(std::size_t number)>;

    /// `threads` includes the calling thread; 0 means one thread per core. The pool starts its threads when the first
    /// work arrives. If the system refuses threads, the existing ones do all the work.
    explicit JobPool(std::size_t threads = 0);
    ~JobPool();
    JobPool(const JobPool&) = delete;
    JobPool& operator=(const JobPool&) = delete;

    static std::size_t core_count();
    std::size_t thread_count() const { return thread_count_; }

    /// Calls job(0) to job(count - 1), in any order and concurrently, and returns when all are done. When a job
    /// throws, jobs with higher numbers that have not begun are skipped, and run() throws the exception of the lowest
    /// number: the one that a loop would have thrown. A job may call run(); several threads may call run() at once.
    /// Calls with the same count give the same jobs to the same threads as far as possible, because the data is in
    /// the caches of their cores.
    void run(std::size_t count, const Job& job);

    /// Number of the calling thread in its pool; 0 for threads outside of every pool.
    static std::size_t thread_number() { return thread_; }
    /// Which listener is told of the calls of run() that this thread makes from now on, in jobs of such calls too;
    /// null: nobody. Returns the former one. It must stay until the calls are over.
    static JobWatcher* watch(JobWatcher* watcher) {
        JobWatcher* const former = watcher_;
        watcher_ = watcher;
        return former;
    }

private:
    struct Batch;
    void start_threads();
    void work(std::size_t thread);
    Batch* find_open(const Batch* within);
    void close(Batch& batch);
    void take_part(Batch& batch);
    void run_jobs(Batch& batch, std::size_t first, std::size_t end);
    void help(Batch& batch, std::unique_lock<std::mutex>& lock);
    void wait_for_helpers(Batch& batch);

    const std::size_t thread_count_;
    const int spins_;  // how often an idle thread looks for work before it sleeps
    std::mutex mutex_;
    std::condition_variable work_came_, helper_left_;
    std::vector<Batch*> open_;                 // batches that may have jobs nobody took, in order of arrival
    std::atomic<std::size_t> open_count_ = 0;  // open_.size(), readable without the mutex
    std::size_t sleeping_ = 0;                 // idle threads
    std::size_t waiting_ = 0;                  // callers of run() that sleep until their helpers are done
    bool ending_ = false;
    std::vector<std::thread> threads_;
    static thread_local Batch* current_;      // batch whose job this thread runs
    static thread_local std::size_t thread_;  // number of this thread in its pool; 0 for threads outside of every pool
    static thread_local JobWatcher* watcher_;
};

}  // namespace ecs
