#include "panels/desk/jobs.hpp"

#include <atomic>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "catch.hpp"

namespace jobs_test {

using panels::Job;
using panels::JobResult;
using panels::Jobs;

/// Work that goes on step by step, as the test says, and notes how it ended.
struct Led {
    std::atomic<std::uint64_t> steps{0};  // that it may do
    std::atomic<bool> stopped{false};

    Job job(std::string title, std::uint64_t total, std::vector<std::string>* taken = nullptr) {
        const auto work = [this, total, taken, title](ecs::Progress& progress) -> ecs::Result<JobResult> {
            progress.begin(total);
            for (std::uint64_t done = 0; done < total;) {
                if (progress.cancelled()) {
                    stopped = true;
                    return ecs::Error{"stopped"};
                }
                if (done < steps)
                    progress.advance_to(++done);
                else
                    std::this_thread::yield();
            }
            return JobResult{.told = "Done: " + title, .take = [taken, title] {
                                 if (taken != nullptr) taken->push_back(title);
                             }};
        };
        return {.title = std::move(title), .work = work};
    }
};

/// Waits until the present job has ended.
Jobs::Ended end_of(Jobs& jobs) {
    while (true) {
        if (const auto ended = jobs.take_ended()) return *ended;
        (void)jobs.wait_for(std::chrono::hours(1));
    }
}

void wait_for_steps(const Jobs& jobs, std::uint64_t steps) {
    while (jobs.progress().done() < steps) std::this_thread::yield();
}

TEST_CASE("Jobs: progress grows, and the result is handed over when its owner asks", "[panels][jobs]") {
    double now = 10;
    Led led;
    std::vector<std::string> taken;
    Jobs jobs([&now] { return now; });
    CHECK_FALSE(jobs.running());
    const std::uint64_t number = jobs.start(led.job("Export", 4, &taken));
    REQUIRE(jobs.running());
    CHECK(jobs.number() == number);
    CHECK(jobs.job().title == "Export");
    led.steps = 1;
    wait_for_steps(jobs, 1);
    CHECK(jobs.progress().fraction() == 0.25);
    CHECK_FALSE(jobs.take_ended());
    now = 13;
    CHECK(jobs.elapsed_secs() == 3);
    led.steps = 4;
    REQUIRE(jobs.wait_for(std::chrono::hours(1)));
    CHECK(jobs.running());
    CHECK(taken.empty());

    const auto ended = jobs.take_ended();
    REQUIRE(ended);
    CHECK(ended->good());
    CHECK(ended->number == number);
    CHECK(ended->told() == "Done: Export");
    CHECK(ended->secs == 3);
    CHECK(taken == std::vector<std::string>{"Export"});
    CHECK_FALSE(jobs.running());
    CHECK_FALSE(jobs.take_ended());
}

TEST_CASE("Jobs: a cancelled job stops soon, and hands nothing over", "[panels][jobs]") {
    Led led;
    std::vector<std::string> taken;
    Jobs jobs;
    led.steps = 2;
    jobs.start(led.job("Export", 1'000'000, &taken));
    wait_for_steps(jobs, 2);
    jobs.cancel();
    const Jobs::Ended ended = end_of(jobs);
    CHECK(led.stopped);
    CHECK(ended.cancelled);
    CHECK(ended.problem.empty());
    CHECK(ended.told() == "Export was cancelled");
    CHECK(taken.empty());
}

TEST_CASE("Jobs: a file that was whole before the cancel came is told of", "[panels][jobs]") {
    Jobs jobs;
    jobs.start({.title = "Exporting a.svg", .work = [](ecs::Progress& progress) -> ecs::Result<JobResult> {
                    while (!progress.cancelled()) std::this_thread::yield();
                    return JobResult{.told = "Exported a.svg", .file = "/a.svg"};
                }});
    jobs.cancel();
    const Jobs::Ended ended = end_of(jobs);
    CHECK(ended.good());
    CHECK(ended.told() == "Exported a.svg");
}

TEST_CASE("Jobs: what goes wrong is one sentence, whether it is returned or thrown", "[panels][jobs]") {
    Jobs jobs;
    const auto told_after = [&](const auto& work) {
        jobs.start({.title = "Export", .work = work});
        const Jobs::Ended ended = end_of(jobs);
        CHECK_FALSE(ended.good());
        return ended.told();
    };
    using Result = ecs::Result<JobResult>;
    CHECK(told_after([](ecs::Progress&) -> Result { return ecs::Error{"the disk is full"}; }) == "the disk is full");
    CHECK(told_after([](ecs::Progress&) -> Result { throw std::runtime_error("no permission"); }) == "no permission");
    CHECK(told_after([](ecs::Progress&) -> Result { throw std::bad_alloc(); }) ==
          "Export: there is not enough memory for this");
}

TEST_CASE("Jobs: one runs after the other, also when one is cancelled", "[panels][jobs]") {
    Led first, second, third;
    std::vector<std::string> taken;
    Jobs jobs;
    jobs.start(first.job("first", 1, &taken));
    const std::uint64_t number = jobs.start(second.job("second", 1, &taken));
    jobs.start(third.job("third", 1, &taken));
    CHECK(jobs.waiting() == 2);
    CHECK(jobs.cancel(number));
    CHECK_FALSE(jobs.cancel(number + 100));
    CHECK(jobs.waiting() == 1);
    CHECK(end_of(jobs).told() == "second was cancelled");
    CHECK(jobs.job().title == "first");
    first.steps = third.steps = 1;
    CHECK(end_of(jobs).title == "first");
    CHECK(jobs.job().title == "third");
    CHECK(end_of(jobs).title == "third");
    CHECK(taken == std::vector<std::string>{"first", "third"});
    CHECK_FALSE(second.stopped);
}

TEST_CASE("Jobs: all can be cancelled, and none outlives its owner", "[panels][jobs]") {
    Led first, second;
    {
        Jobs jobs;
        jobs.start(first.job("first", 1));
        jobs.start(second.job("second", 1));
        SECTION("Asked for") {
            jobs.cancel_all();
            CHECK(end_of(jobs).told() == "second was cancelled");
            CHECK(end_of(jobs).told() == "first was cancelled");
            CHECK_FALSE(jobs.running());
        }
        SECTION("Because the owner goes") { CHECK(jobs.running()); }
    }
    CHECK(first.stopped);
    CHECK_FALSE(second.stopped);
}

TEST_CASE("Jobs: the work and what it owns go when the job has ended", "[panels][jobs]") {
    auto owned = std::make_shared<int>(1);
    Jobs jobs;
    jobs.start({.title = "Copy", .work = [owned](ecs::Progress&) -> ecs::Result<JobResult> {
                    return JobResult{.told = std::to_string(*owned)};
                }});
    CHECK(end_of(jobs).told() == "1");
    CHECK(owned.use_count() == 1);
}

}  // namespace jobs_test
