#include "ecs/base/job_pool.hpp"

#include <array>
#include <atomic>
#include <latch>
#include <numeric>
#include <set>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "catch.hpp"
#include "ecs/support/thread_state.hpp"

namespace job_pool_test {

using ecs::JobPool;

namespace {

struct JobFailed : std::runtime_error {
    explicit JobFailed(std::size_t job) : std::runtime_error("job " + std::to_string(job)), number(job) {}
    std::size_t number;
};

/// The number of the job whose exception came out, -1 when none did.
template <class F>
int failed(JobPool& pool, std::size_t count, F&& job) {
    try {
        pool.run(count, job);
    } catch (const JobFailed& error) {
        return static_cast<int>(error.number);
    }
    return -1;
}

}  // namespace

TEST_CASE("JobPool: every job is called once, whatever the number of jobs and threads", "[ecs][job_pool]") {
    for (const std::size_t threads : {1u, 2u, 3u, 8u}) {
        JobPool pool(threads);
        CHECK(pool.thread_count() == threads);
        for (const std::size_t count : {0u, 1u, 2u, 3u, 17u, 1000u, 20'000u}) {
            std::vector<std::atomic<int>> calls(count);
            pool.run(count, [&](std::size_t number) { ++calls[number]; });
            CHECK(std::all_of(calls.begin(), calls.end(), [](const auto& each) { return each == 1; }));
        }
    }
}

TEST_CASE("JobPool: without a number it has a thread a core", "[ecs][job_pool]") {
    CHECK(JobPool::core_count() >= 1);
    CHECK(JobPool().thread_count() == JobPool::core_count());
}

TEST_CASE("JobPool: one of one thread calls its jobs in order, on the thread that asks", "[ecs][job_pool]") {
    JobPool pool(1);
    std::vector<std::size_t> order;
    std::set<std::thread::id> threads;
    pool.run(100, [&](std::size_t number) {
        order.push_back(number);
        threads.insert(std::this_thread::get_id());
    });
    std::vector<std::size_t> expected(100);
    std::iota(expected.begin(), expected.end(), std::size_t{0});
    CHECK(order == expected);
    CHECK(threads == std::set{std::this_thread::get_id()});
}

TEST_CASE("JobPool: jobs run at the same time, on as many threads as there are", "[ecs][job_pool]") {
    for (const std::size_t threads : {2u, 5u}) {
        JobPool pool(threads);
        for (int round = 0; round < 20; ++round) {
            std::latch all_inside(static_cast<std::ptrdiff_t>(threads));  // nobody leaves before all came
            std::atomic<std::size_t> calls = 0;
            pool.run(threads, [&](std::size_t) {
                all_inside.arrive_and_wait();
                ++calls;
            });
            REQUIRE(calls == threads);
        }
    }
}

TEST_CASE("JobPool: threads that went to sleep wake up for the next jobs", "[ecs][job_pool]") {
    JobPool pool(3);
    for (int round = 0; round < 50; ++round) {
        std::latch all_inside(3);
        std::array<test::ThreadNumber, 3> threads{};
        pool.run(3, [&](std::size_t number) {
            all_inside.arrive_and_wait();
            threads[number] = test::this_thread_number();
        });
        REQUIRE(std::set(threads.begin(), threads.end()).size() == 3);
        for (const test::ThreadNumber thread : threads)
            if (thread != test::this_thread_number()) test::wait_until_sleeps(thread);
    }
}

TEST_CASE("JobPool: it ends while idle, used or not", "[ecs][job_pool]") {
    for (int round = 0; round < 50; ++round) {
        JobPool never_used(4);
        JobPool just_used(4);
        std::atomic<int> calls = 0;
        just_used.run(8, [&](std::size_t) { ++calls; });
        REQUIRE(calls == 8);
    }
}

TEST_CASE("JobPool: the exception that comes out is that of the lowest job, and the pool goes on", "[ecs][job_pool]") {
    for (const std::size_t threads : {1u, 2u, 3u, 8u}) {
        JobPool pool(threads);
        for (std::size_t first = 0; first < 60; ++first) {
            std::vector<std::atomic<int>> calls(200);
            const int out = failed(pool, 200, [&](std::size_t number) {
                ++calls[number];
                if (number >= first && number % 3 == first % 3) throw JobFailed(number);
            });
            REQUIRE(out == static_cast<int>(first));
            for (std::size_t number = 0; number <= first; ++number) REQUIRE(calls[number] == 1);
            for (std::size_t number = first; number < 200; ++number) REQUIRE(calls[number] <= 1);
        }
        std::atomic<int> calls = 0;
        pool.run(50, [&](std::size_t) { ++calls; });
        CHECK(calls == 50);
    }
}

TEST_CASE("JobPool: jobs may hand out jobs, and idle threads help with them", "[ecs][job_pool]") {
    for (const std::size_t threads : {1u, 2u, 3u, 8u}) {
        JobPool pool(threads);
        std::atomic<int> calls = 0;
        pool.run(10,
                 [&](std::size_t) { pool.run(10, [&](std::size_t) { pool.run(10, [&](std::size_t) { ++calls; }); }); });
        CHECK(calls == 1000);
        CHECK(failed(pool, 10, [&](std::size_t outer) {
                  pool.run(10, [&](std::size_t inner) {
                      if (outer >= 3 && inner >= 4) throw JobFailed(outer * 10 + inner);
                  });
              }) == 34);
    }
    // Whichever thread has the long job, the other one helps with its jobs: the latch is met only then.
    JobPool pool(2);
    const auto caller = std::this_thread::get_id();
    int long_job_elsewhere = 0;
    for (int round = 0; round < 300; ++round) {
        std::latch both_begun(2);
        std::array<test::ThreadNumber, 2> threads{};
        pool.run(2, [&](std::size_t number) {
            threads[number] = test::this_thread_number();
            both_begun.arrive_and_wait();
            if ((number == 0) != (round % 2 == 0)) return;
            long_job_elsewhere += std::this_thread::get_id() != caller;
            if (round % 3 == 0) test::wait_until_sleeps(threads[1 - number]);
            std::latch both_inside(2);
            pool.run(2, [&](std::size_t) { both_inside.arrive_and_wait(); });
        });
    }
    CHECK(long_job_elsewhere > 0);
    CHECK(long_job_elsewhere < 300);
}

TEST_CASE("JobPool: several threads may use it at once", "[ecs][job_pool]") {
    JobPool pool(3);
    std::atomic<std::size_t> sum = 0;
    std::vector<std::thread> users;
    for (int user = 0; user < 4; ++user)
        users.emplace_back([&] {
            for (std::size_t count = 0; count < 200; ++count)
                pool.run(count, [&](std::size_t number) { sum += number; });
        });
    for (std::thread& user : users) user.join();
    std::size_t expected = 0;
    for (std::size_t count = 0; count < 200; ++count) expected += 4 * (count * (count - (count > 0)) / 2);
    CHECK(sum == expected);
}

TEST_CASE("JobPool: a watcher is told who worked and who waited, also of what jobs hand out", "[ecs][job_pool]") {
    struct Told final : ecs::JobWatcher {
        std::atomic<int> worked_calls = 0, waited_calls = 0;
        std::array<std::atomic<bool>, 2> threads{};
        std::atomic<bool> in_order = true;

        void worked(Time begin, Time end) noexcept override {
            ++worked_calls;
            threads[JobPool::thread_number()] = true;
            if (end < begin) in_order = false;
        }
        void waited(Time begin, Time end) noexcept override {
            ++waited_calls;
            if (end < begin) in_order = false;
        }
    } told;
    JobPool pool(2);
    const auto both = [&] {
        std::latch begun(2);
        pool.run(2, [&](std::size_t) { begun.arrive_and_wait(); });
    };
    both();
    CHECK(told.worked_calls == 0);
    REQUIRE(JobPool::watch(&told) == nullptr);
    both();
    CHECK(told.worked_calls == 2);
    CHECK(told.waited_calls == 1);
    CHECK(told.threads[0]);
    CHECK(told.threads[1]);
    pool.run(2, [&](std::size_t number) {
        if (number == 0) both();
    });
    CHECK(told.waited_calls == 3);
    CHECK(told.in_order);
    CHECK(JobPool::watch(nullptr) == &told);
    const int worked_before = told.worked_calls;
    both();
    CHECK(told.worked_calls == worked_before);
}

}  // namespace job_pool_test
