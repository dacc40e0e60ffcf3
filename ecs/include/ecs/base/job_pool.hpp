// A JobPool spreads jobs over threads. The thread that calls run() works, too, so a pool of one thread makes none;
// while it waits for others to end, it helps with the jobs that these hand out in turn. Idle threads sleep, after a
// short while in which the next jobs would start at once.
//
// A pool belongs to its host (a game, an editor), which gives it to schedules; it must outlive them and every run().
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace ecs {

class JobPool {
public:
    using Job = std::function<void(std::size_t number)>;

    /// `threads` counts the calling one; 0 stands for one a core. Threads are started when there first is work for
    /// them; where the system gives fewer, these do it all.
    explicit JobPool(std::size_t threads = 0);
    ~JobPool();
    JobPool(const JobPool&) = delete;
    JobPool& operator=(const JobPool&) = delete;

    static std::size_t core_count();
    std::size_t thread_count() const { return thread_count_; }

    /// Calls job(0) to job(count - 1), in any order and at the same time, and returns when all are done. When jobs
    /// throw, those above them that have not begun are left out, and the exception of the lowest number is thrown here:
    /// the one that a loop would have thrown. Jobs may call run(), and so may several threads. Calls with the same
    /// count give the same jobs to the same threads, as far as they keep up: their data is in that core's cache.
    void run(std::size_t count, const Job& job);

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
    std::vector<Batch*> open_;                 // those that may have jobs nobody took, in the order they came
    std::atomic<std::size_t> open_count_ = 0;  // open_.size(), to be seen without the mutex
    std::size_t sleeping_ = 0;                 // idle threads
    std::size_t waiting_ = 0;                  // callers of run() that sleep until their helpers are done
    bool ending_ = false;
    std::vector<std::thread> threads_;
    static thread_local Batch* current_;      // whose job this thread runs
    static thread_local std::size_t thread_;  // number of this thread in its pool, 0 for all that are in none
};

}  // namespace ecs
