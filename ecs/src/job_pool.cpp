#include "ecs/job_pool.hpp"

#include <algorithm>
#include <exception>
#include <system_error>
#include <utility>

namespace ecs {

namespace {

// Some 30 microseconds: longer than the gap between two systems, short beside a frame.
constexpr int spins_before_sleep = 1000;
// Jobs are taken several at a time; so many portions a thread even out jobs of unequal length.
constexpr std::size_t portions_per_thread = 8;

void relax() {
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#else
    std::this_thread::yield();
#endif
}

}  // namespace

/// One call of run(). Lives on the stack of that call, which does not return while a helper works on it.
struct JobPool::Batch {
    const Job& job;
    const std::size_t count, portion;
    const Batch* const outer;              // one of whose jobs called run(); null: none
    std::atomic<std::size_t> next = 0;     // the first job that nobody took
    std::atomic<std::size_t> helpers = 0;  // threads beside the caller that work on it
    std::size_t failed = 0;                // number of the job that threw `error`
    std::exception_ptr error = nullptr;

    bool has_jobs() const { return next.load(std::memory_order_relaxed) < count; }
    bool has_helpers() const { return helpers.load(std::memory_order_acquire) != 0; }
    bool is_within(const Batch& other) const {
        for (const Batch* each = outer; each; each = each->outer)
            if (each == &other) return true;
        return false;
    }
};

thread_local JobPool::Batch* JobPool::current_ = nullptr;

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
        while (threads_.size() + 1 < thread_count_) threads_.emplace_back([this] { work(); });
    } catch (const std::system_error&) {
        // Fewer threads do the same jobs.
    }
}

void JobPool::run(std::size_t count, const Job& job) {
    if (count <= 1 || thread_count_ == 1) {
        for (std::size_t number = 0; number < count; ++number) job(number);
        return;
    }
    Batch batch{job, count, std::max<std::size_t>(1, count / (thread_count_ * portions_per_thread)), current_};
    std::size_t to_wake = 0;
    bool wake_callers = false;
    {
        const std::lock_guard lock(mutex_);
        if (threads_.empty()) start_threads();
        open_.push_back(&batch);
        open_count_.store(open_.size(), std::memory_order_release);
        to_wake = std::min(sleeping_, count - 1);
        wake_callers = waiting_ > 0;
    }
    for (; to_wake > 0; --to_wake) work_came_.notify_one();
    if (wake_callers) helper_left_.notify_all();
    take_part(batch);
    wait_for_helpers(batch);
    if (batch.error) std::rethrow_exception(batch.error);
}

// Portions are taken in order. When job n throws, every lower one was taken before and is done in full by whoever took
// it, up to where it throws itself: so the lowest that throws is known, whatever the threads' timing.
void JobPool::take_part(Batch& batch) {
    Batch* const former = std::exchange(current_, &batch);
    for (;;) {
        const std::size_t first = batch.next.fetch_add(batch.portion, std::memory_order_relaxed);
        if (first >= batch.count) break;
        const std::size_t end = std::min(first + batch.portion, batch.count);
        std::size_t number = first;
        try {
            for (; number < end; ++number) batch.job(number);
        } catch (...) {
            const std::lock_guard lock(mutex_);
            if (!batch.error || number < batch.failed) {
                batch.error = std::current_exception();
                batch.failed = number;
            }
            batch.next.store(batch.count, std::memory_order_relaxed);
        }
    }
    current_ = former;
}

// The caller's own part is done. What it helps with meanwhile are only jobs that its helpers wait for.
void JobPool::wait_for_helpers(Batch& batch) {
    {
        const std::lock_guard lock(mutex_);
        close(batch);
    }
    for (;;) {
        for (int i = 0; i < spins_ && batch.has_helpers() && open_count_.load(std::memory_order_relaxed) == 0; ++i)
            relax();
        if (!batch.has_helpers()) return;
        std::unique_lock lock(mutex_);
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

// The oldest batch with jobs that nobody took; where `within` is given, of those that its jobs handed out.
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
    lock.lock();
    close(batch);
    // From here on the batch may be gone: its caller waits for nobody else.
    if (batch.helpers.fetch_sub(1, std::memory_order_release) == 1) helper_left_.notify_all();
}

// What each thread of the pool does until the pool ends.
void JobPool::work() {
    std::unique_lock lock(mutex_);
    while (!ending_) {
        if (Batch* batch = find_open(nullptr)) {
            help(*batch, lock);
            continue;
        }
        lock.unlock();
        for (int i = 0; i < spins_ && open_count_.load(std::memory_order_acquire) == 0; ++i) relax();
        lock.lock();
        if (find_open(nullptr) || ending_) continue;
        ++sleeping_;
        work_came_.wait(lock);
        --sleeping_;
    }
}

}  // namespace ecs
