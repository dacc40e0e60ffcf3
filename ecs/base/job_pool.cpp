#include "ecs/base/job_pool.hpp"

#include <algorithm>
#include <exception>
#include <limits>
#include <system_error>
#include <utility>

namespace ecs {

namespace {

// About 30 microseconds: longer than the gap between two systems, short compared with a frame.
constexpr int spins_before_sleep = 1000;
// Threads take several jobs at a time. This many portions per lane balance jobs of unequal length.
constexpr std::size_t portions_per_lane = 8;

void relax() {
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#else
    std::this_thread::yield();
#endif
}

// As lock(), but tries a few times first: the pool's mutex is held for less time than sleeping and waking take.
void lock_soon(std::unique_lock<std::mutex>& lock) {
    for (int tries = 0; tries < 200; ++tries) {
        if (lock.try_lock()) return;
        relax();
    }
    lock.lock();
}

}  // namespace

/// One call of run(). Lives on the stack of that call, which does not return while a helper works on it.
struct JobPool::Batch {
    /// The jobs that one thread begins with. A thread that is done with its own lane takes jobs from other lanes.
    struct alignas(64) Lane {
        std::atomic<std::size_t> next = 0;  // the first job that nobody took
        std::size_t end = 0;
    };

    Batch(const Job& its_job, std::size_t count, std::size_t threads, const Batch* its_outer, JobWatcher* its_watcher)
        : job(its_job),
          outer(its_outer),
          watcher(its_watcher),
          lanes(std::min(count, threads)),
          portion(std::max<std::size_t>(1, count / (lanes.size() * portions_per_lane))) {
        for (std::size_t lane = 0; lane < lanes.size(); ++lane) {
            lanes[lane].next = count * lane / lanes.size();
            lanes[lane].end = count * (lane + 1) / lanes.size();
        }
    }
    bool has_jobs() const {
        return std::any_of(lanes.begin(), lanes.end(),
                           [](const Lane& lane) { return lane.next.load(std::memory_order_relaxed) < lane.end; });
    }
    bool has_helpers() const { return helpers.load(std::memory_order_acquire) != 0; }
    bool is_within(const Batch& other) const {
        for (const Batch* each = outer; each; each = each->outer)
            if (each == &other) return true;
        return false;
    }

    const Job& job;
    const Batch* const outer;   // batch of the job that called run(); null: called from outside
    JobWatcher* const watcher;  // of the thread that called run(); may be null
    std::vector<Lane> lanes;
    const std::size_t portion;
    std::atomic<std::size_t> helpers = 0;                                       // threads at work besides the caller
    std::atomic<std::size_t> failed = std::numeric_limits<std::size_t>::max();  // lowest number of a job that threw
    std::exception_ptr error = nullptr;                                         // exception of that job
};

thread_local JobPool::Batch* JobPool::current_ = nullptr;
thread_local std::size_t JobPool::thread_ = 0;
thread_local JobWatcher* JobPool::watcher_ = nullptr;

std::size_t JobPool::core_count() { return std::max<std::size_t>(1, std::thread::hardware_concurrency()); }

JobPool::JobPool(std::size_t threads)
    : thread_count_(threads == 0 ? core_count() : threads),
      spins_(thread_count_ <= core_count() ? spins_before_sleep : 0) {}

JobPool::~JobPool() {
    {
        const std::lock_guard lock(mutex_);
        ending_ = true;
        open_count_.store(1, std::memory_order_relaxed);  // ends the spinning
    }
    work_came_.notify_all();
    for (std::thread& thread : threads_) thread.join();
}

void JobPool::start_threads() {
    try {
        for (std::size_t thread = 1; thread < thread_count_; ++thread)
            threads_.emplace_back([this, thread] { work(thread); });
    } catch (const std::system_error&) {
        // Fewer threads do the same jobs.
    }
}

void JobPool::run(std::size_t count, const Job& job) {
    if (count <= 1 || thread_count_ == 1) {
        for (std::size_t number = 0; number < count; ++number) job(number);
        return;
    }
    Batch batch(job, count, thread_count_, current_, watcher_);
    std::size_t to_wake = 0;
    bool wake_callers = false;
    {
        std::unique_lock lock(mutex_, std::defer_lock);
        lock_soon(lock);
        if (threads_.empty()) start_threads();
        open_.push_back(&batch);
        open_count_.store(open_.size(), std::memory_order_release);
        to_wake = std::min(sleeping_, count - 1);
        wake_callers = waiting_ > 0;
    }
    for (; to_wake > 0; --to_wake) work_came_.notify_one();
    if (wake_callers) helper_left_.notify_all();
    take_part(batch);
    if (batch.watcher) {
        const auto begin = std::chrono::steady_clock::now();
        wait_for_helpers(batch);
        batch.watcher->waited(begin, std::chrono::steady_clock::now());
    } else {
        wait_for_helpers(batch);
    }
    if (batch.error) std::rethrow_exception(batch.error);
}

// Skips the jobs above one that threw, never those below: so it finds the lowest job that throws, whatever the
// timing.
void JobPool::take_part(Batch& batch) {
    Batch* const former = std::exchange(current_, &batch);
    JobWatcher* const former_watcher = std::exchange(watcher_, batch.watcher);
    JobWatcher::Time begin;
    bool worked = false;
    for (std::size_t i = 0; i < batch.lanes.size(); ++i) {
        Batch::Lane& lane = batch.lanes[(thread_ + i) % batch.lanes.size()];
        while (lane.next.load(std::memory_order_relaxed) < lane.end) {
            const std::size_t first = lane.next.fetch_add(batch.portion, std::memory_order_relaxed);
            if (batch.watcher && !worked && first < lane.end) {
                worked = true;
                begin = std::chrono::steady_clock::now();
            }
            run_jobs(batch, first, std::min(first + batch.portion, lane.end));
        }
    }
    if (worked) batch.watcher->worked(begin, std::chrono::steady_clock::now());
    watcher_ = former_watcher;
    current_ = former;
}

void JobPool::run_jobs(Batch& batch, std::size_t first, std::size_t end) {
    std::size_t number = first;
    try {
        for (; number < end && number < batch.failed.load(std::memory_order_relaxed); ++number) batch.job(number);
    } catch (...) {
        const std::lock_guard lock(mutex_);
        if (number >= batch.failed.load(std::memory_order_relaxed)) return;
        batch.failed.store(number, std::memory_order_relaxed);
        batch.error = std::current_exception();
    }
}

// The caller has done its own part. While it waits, it helps only with jobs that its helpers wait for.
void JobPool::wait_for_helpers(Batch& batch) {
    std::unique_lock lock(mutex_, std::defer_lock);
    lock_soon(lock);
    close(batch);
    for (;;) {
        lock.unlock();
        for (int i = 0; i < spins_ && batch.has_helpers() && open_count_.load(std::memory_order_relaxed) == 0; ++i)
            relax();
        if (!batch.has_helpers()) return;
        lock_soon(lock);
        ++waiting_;
        helper_left_.wait(lock, [&] { return !batch.has_helpers() || find_open(&batch); });
        --waiting_;
        if (Batch* inner = find_open(&batch)) help(*inner, lock);
    }
}

void JobPool::close(Batch& batch) {
    const auto found = std::find(open_.begin(), open_.end(), &batch);
    if (found == open_.end()) return;
    open_.erase(found);
    open_count_.store(open_.size(), std::memory_order_release);
}

// The oldest batch with jobs that nobody took. With `within`, only batches that its jobs started.
JobPool::Batch* JobPool::find_open(const Batch* within) {
    const auto found = std::find_if(open_.begin(), open_.end(), [&](const Batch* each) {
        return each->has_jobs() && (!within || each->is_within(*within));
    });
    return found == open_.end() ? nullptr : *found;
}

void JobPool::help(Batch& batch, std::unique_lock<std::mutex>& lock) {
    batch.helpers.fetch_add(1, std::memory_order_relaxed);
    lock.unlock();
    take_part(batch);
    lock_soon(lock);
    close(batch);
    // From here on the batch may be gone: its caller waits for no other thread.
    if (batch.helpers.fetch_sub(1, std::memory_order_release) == 1) helper_left_.notify_all();
}

// The loop of each pool thread, until the pool ends.
void JobPool::work(std::size_t thread) {
    thread_ = thread;
    std::unique_lock lock(mutex_);
    while (!ending_) {
        if (Batch* batch = find_open(nullptr)) {
            help(*batch, lock);
            continue;
        }
        lock.unlock();
        for (int i = 0; i < spins_ && open_count_.load(std::memory_order_acquire) == 0; ++i) relax();
        lock_soon(lock);
        if (find_open(nullptr) || ending_) continue;
        ++sleeping_;
        work_came_.wait(lock);
        --sleeping_;
    }
}

}  // namespace ecs
