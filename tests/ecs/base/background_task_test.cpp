#include "ecs/base/background_task.hpp"

#include <atomic>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>

#include "catch.hpp"
#include "ecs/support/gate.hpp"

namespace background_task_test {

using ecs::BackgroundTask;
using ecs::Progress;

namespace {

struct WasCancelled : std::runtime_error {
    WasCancelled() : std::runtime_error("cancelled") {}
};

int work_until_cancelled(Progress& progress) {
    while (!progress.cancelled()) std::this_thread::yield();
    throw WasCancelled();
}

[[noreturn]] void throw_failure(const std::string& message) { throw std::logic_error(message); }

}  // namespace

TEST_CASE("BackgroundTask: it works on a thread of its own until its result is taken", "[ecs][background]") {
    BackgroundTask<std::thread::id> task;
    CHECK_FALSE(task.running());
    CHECK_FALSE(task.finished());
    Gate gate;
    task.start([&](Progress& progress) {
        progress.begin(4);
        progress.advance_to(1);
        progress.say("a quarter");
        gate.pass();
        progress.finish();
        return std::this_thread::get_id();
    });
    gate.wait_until_reached();
    CHECK(task.running());
    CHECK_FALSE(task.finished());
    CHECK(task.progress().fraction() == 0.25);
    CHECK(task.progress().doing() == "a quarter");
    gate.open();
    while (!task.wait_for(std::chrono::seconds(1))) {
    }
    CHECK(task.running());  // nobody has taken its result yet
    CHECK(task.finished());
    CHECK(task.take() != std::this_thread::get_id());
    CHECK_FALSE(task.running());
    CHECK(task.progress().fraction() == 1);
}

TEST_CASE("BackgroundTask: a result may be one that can only be moved, or none", "[ecs][background]") {
    BackgroundTask<std::unique_ptr<int>> task;
    task.start([](Progress&) { return std::make_unique<int>(7); });
    task.wait();
    CHECK(task.finished());
    CHECK(*task.take() == 7);
    bool done = false;
    BackgroundTask<void> nothing;
    nothing.start([&](Progress&) { done = true; });
    nothing.take();
    CHECK(done);
}

TEST_CASE("BackgroundTask: what the work throws comes out where its result is taken", "[ecs][background]") {
    BackgroundTask<int> task;
    task.start([](Progress&) -> int { throw std::runtime_error("is bad"); });
    CHECK_THROWS_WITH(task.take(), "is bad");
    CHECK_FALSE(task.running());

    // It serves again, with a progress that is new.
    task.start([](Progress&) { return 3; }, 2);
    CHECK(task.progress().total() == 2);  // known before the work has begun
    CHECK(task.take() == 3);
    CHECK(task.progress().done() == 0);
}

TEST_CASE("BackgroundTask: cancelling reaches the work", "[ecs][background]") {
    BackgroundTask<int> task;
    task.start(work_until_cancelled);
    CHECK_FALSE(task.progress().cancelled());
    task.cancel();
    CHECK_THROWS_AS(task.take(), WasCancelled);
    task.cancel();  // means nothing when nothing runs
    task.start([](Progress& progress) { return progress.cancelled() ? 1 : 0; });
    CHECK(task.take() == 0);

    // The same signal as a stop token.
    task.start([](Progress& progress) {
        while (!progress.stop_token().stop_requested()) std::this_thread::yield();
        return 2;
    });
    task.cancel();
    CHECK(task.take() == 2);
}

TEST_CASE("BackgroundTask: going away cancels the work and waits for it", "[ecs][background]") {
    std::atomic<bool> over{false};
    {
        BackgroundTask<void> task;
        task.start([&](Progress& progress) {
            while (!progress.cancelled()) std::this_thread::yield();
            over = true;
            throw std::runtime_error("nobody hears this");
        });
    }
    CHECK(over);
}

TEST_CASE("BackgroundTask: abandoned work is cancelled and not waited for, and another may start at once",
          "[ecs][background]") {
    Gate gate;
    std::atomic<bool> cancelled{false};
    {
        BackgroundTask<int> task;
        task.start([&](Progress& progress) {
            gate.pass();
            cancelled = progress.cancelled();
            return 1;
        });
        gate.wait_until_reached();
        task.abandon();  // would never return if it waited
        CHECK_FALSE(task.running());
        CHECK_FALSE(task.finished());
        CHECK_FALSE(task.progress().cancelled());
        task.abandon();  // means nothing when nothing runs
        task.start([](Progress&) { return 2; });
        CHECK(task.take() == 2);
        gate.open();
    }
    CHECK(cancelled);  // it was over before the task was gone
}

TEST_CASE("BackgroundTask: what abandoned work shares lives until it ends, and no longer than needed",
          "[ecs][background]") {
    Gate gate;
    const auto ends = std::make_shared<std::atomic<bool>>(false);
    BackgroundTask<void> task;
    auto shared = std::make_shared<int>(5);
    const std::weak_ptr<int> seen = shared;
    task.start([&gate, ends, kept = std::move(shared)](Progress&) {
        gate.pass();
        *ends = *kept == 5;
    });
    gate.wait_until_reached();
    task.abandon();
    CHECK_FALSE(seen.expired());
    gate.open();
    // With each start the task forgets what has ended.
    while (!seen.expired()) {
        task.start([](Progress&) {});
        task.take();
    }
    CHECK(*ends);
}

TEST_CASE("BackgroundTask: what abandoned work throws is dropped", "[ecs][background]") {
    BackgroundTask<int> task;
    task.start(work_until_cancelled);
    task.abandon();
    task.start([](Progress&) { return 4; });
    CHECK(task.take() == 4);
}

TEST_CASE("BackgroundTask: a second work at a time is a mistake of the program", "[ecs][background]") {
    const ecs::FailureHandler before = ecs::set_failure_handler(throw_failure);
    BackgroundTask<int> task;
    CHECK_THROWS_AS(task.take(), std::logic_error);
    task.start(work_until_cancelled);
    CHECK_THROWS_AS(task.start([](Progress&) { return 0; }), std::logic_error);
    ecs::set_failure_handler(before);
    CHECK(task.running());
}

}  // namespace background_task_test
