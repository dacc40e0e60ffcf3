#include "editor/base/background_task.hpp"

#include <atomic>
#include <stdexcept>
#include <thread>

#include "catch.hpp"
#include "ecs/base/assert.hpp"
#include "editor/base/file_error.hpp"
#include "editor/support/gate.hpp"

using namespace editor;

namespace {

void work_until_cancelled(Progress& progress) {
    while (!progress.cancelled()) std::this_thread::yield();
    throw Cancelled("level.json", "saving");
}

[[noreturn]] void throw_failure(const std::string& message) { throw std::logic_error(message); }

}  // namespace

TEST_CASE("BackgroundTask: it works on a thread of its own until its end is taken", "[editor][background_task]") {
    BackgroundTask task;
    CHECK_FALSE(task.running());
    CHECK_FALSE(task.finished());
    Gate gate;
    std::thread::id thread;
    task.start([&](Progress& progress) {
        progress.begin(4);
        progress.advance_to(1);
        gate.pass();
        thread = std::this_thread::get_id();
        progress.finish();
    });
    gate.wait_until_reached();
    CHECK(task.running());
    CHECK_FALSE(task.finished());
    CHECK(task.progress().fraction() == 0.25);
    gate.open();
    while (!task.wait_for(std::chrono::seconds(1))) {
    }
    CHECK(task.running());  // nobody has taken its end yet
    CHECK(task.finished());
    task.take_end();
    CHECK_FALSE(task.running());
    CHECK(task.progress().fraction() == 1);
    CHECK(thread != std::this_thread::get_id());
}

TEST_CASE("BackgroundTask: what the work throws comes out where its end is taken", "[editor][background_task]") {
    BackgroundTask task;
    task.start([](Progress&) { throw FileError("level.json", 3, 4, "is bad"); });
    CHECK_THROWS_WITH(task.take_end(), "level.json:3:4: is bad");
    CHECK_FALSE(task.running());

    // It serves again, with a progress that is new.
    task.start([](Progress& progress) { progress.begin(2); });
    task.take_end();
    CHECK(task.progress().done() == 0);
}

TEST_CASE("BackgroundTask: cancelling reaches the work", "[editor][background_task]") {
    BackgroundTask task;
    task.start(work_until_cancelled);
    CHECK_FALSE(task.progress().cancelled());
    task.cancel();
    CHECK_THROWS_AS(task.take_end(), Cancelled);
    task.cancel();  // means nothing when nothing runs
    bool cancelled = true;
    task.start([&](Progress& progress) { cancelled = progress.cancelled(); });
    task.take_end();
    CHECK_FALSE(cancelled);
}

TEST_CASE("BackgroundTask: going away cancels the work and waits for it", "[editor][background_task]") {
    std::atomic<bool> over{false};
    {
        BackgroundTask task;
        task.start([&](Progress& progress) {
            while (!progress.cancelled()) std::this_thread::yield();
            over = true;
            throw std::runtime_error("nobody hears this");
        });
    }
    CHECK(over);
}

TEST_CASE("BackgroundTask: a second work at a time is a mistake of the program", "[editor][background_task]") {
    const ecs::FailureHandler before = ecs::set_failure_handler(throw_failure);
    BackgroundTask task;
    CHECK_THROWS_AS(task.take_end(), std::logic_error);
    task.start(work_until_cancelled);
    CHECK_THROWS_AS(task.start([](Progress&) {}), std::logic_error);
    ecs::set_failure_handler(before);
    CHECK(task.running());
}
