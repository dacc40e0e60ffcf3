#include "ecs/base/progress.hpp"

#include <algorithm>
#include <functional>
#include <thread>
#include <vector>

#include "catch.hpp"
#include "editor/demo/components.hpp"
#include "editor/session/session_file.hpp"
#include "editor/support/demo.hpp"
#include "files/support/temporary_folder.hpp"

namespace progress_test {

using namespace editor;
using namespace files;
using ecs::Progress;

namespace {

std::size_t files_in(const std::filesystem::path& folder) {
    return static_cast<std::size_t>(
        std::distance(std::filesystem::directory_iterator(folder), std::filesystem::directory_iterator()));
}

std::unique_ptr<Session> world_of(std::size_t entities) {
    auto session = demo::new_session();
    for (std::size_t i = 0; i < entities; ++i)
        session->world.create(Position{static_cast<float>(i) / 3, 1}, Velocity{0.1f, static_cast<float>(i)});
    return session;
}

/// Runs the job while another thread cancels it as soon as `done` is reached. Whether it was cancelled.
bool cancelled_at(double fraction, Progress& progress, const std::function<void()>& job) {
    std::atomic<bool> over{false};
    std::thread watcher([&] {
        while (!over && progress.fraction() < fraction) std::this_thread::yield();
        progress.cancel();
    });
    bool cancelled = false;
    try {
        job();
    } catch (const Cancelled&) {
        cancelled = true;
    } catch (...) {
        over = true;
        watcher.join();
        throw;
    }
    over = true;
    watcher.join();
    return cancelled;
}

/// What a watching thread saw of `done`, while the job ran.
std::vector<std::uint64_t> seen_while(Progress& progress, const std::function<void()>& job) {
    std::vector<std::uint64_t> seen;
    std::atomic<bool> over{false};
    std::thread watcher([&] {
        while (!over)
            if (const std::uint64_t done = progress.done(); seen.empty() || done != seen.back()) seen.push_back(done);
    });
    job();
    over = true;
    watcher.join();
    seen.push_back(progress.done());
    return seen;
}

}  // namespace

TEST_CASE("Progress: each part of the work starts at nothing and never goes back", "[editor][progress]") {
    Progress progress;
    CHECK(progress.fraction() == 0);
    progress.begin(8);
    progress.advance_to(6);
    progress.advance_to(4);
    CHECK(progress.done() == 6);
    CHECK(progress.fraction() == 0.75);
    progress.finish();
    CHECK(progress.fraction() == 1);
    progress.begin(4);  // the next part of the work
    CHECK(progress.fraction() == 0);
    progress.advance_to(1);
    CHECK(progress.fraction() == 0.25);
}

TEST_CASE("Progress: saving and loading end at their total and only grow", "[editor][progress]") {
    const TemporaryFolder folder;
    const auto file = folder.path / "level.json";
    const auto session = world_of(20'000);
    Progress saving, loading;
    const std::vector<std::uint64_t> saved = seen_while(saving, [&] { save_world(*session, file, &saving); });
    CHECK(std::is_sorted(saved.begin(), saved.end()));
    CHECK(saving.total() > 20'000);
    CHECK(saving.done() == saving.total());
    const std::vector<std::uint64_t> loaded = seen_while(loading, [&] { demo::load(file, &loading); });
    CHECK(std::is_sorted(loaded.begin(), loaded.end()));
    CHECK(loading.total() == std::filesystem::file_size(file));
    CHECK(loading.done() == loading.total());
}

TEST_CASE("Progress: a job that is cancelled before it starts does nothing", "[editor][progress]") {
    const TemporaryFolder folder;
    const auto file = folder.path / "level.json", other = folder.path / "other.json";
    const auto session = world_of(3);
    save_world(*session, file);
    Progress progress;
    progress.cancel();
    CHECK_THROWS_WITH(save_world(*session, other, &progress), other.string() + ": saving was cancelled");
    CHECK_THROWS_WITH(demo::load(file, &progress), file.string() + ": opening was cancelled");
    CHECK_THROWS_AS(demo::read(write_world(*session), "level.json", &progress), Cancelled);
    CHECK(files_in(folder.path) == 1);
}

TEST_CASE("Progress: saving that is cancelled half way leaves the old file and nothing beside it",
          "[editor][progress]") {
    const TemporaryFolder folder;
    const auto file = folder.write("level.json", "the old file");
    const auto session = world_of(30'000);
    const std::string text = write_world(*session);
    int stopped = 0;
    for (int i = 0; i < 2000 && stopped < 5; ++i) {
        Progress progress;
        const double fraction = 0.15 * (i % 7);
        const bool cancelled = cancelled_at(fraction, progress, [&] { save_world(*session, file, &progress); });
        CHECK(folder.read("level.json") == (cancelled ? "the old file" : text));
        CHECK(files_in(folder.path) == 1);
        if (cancelled && progress.done() > 0) ++stopped;
        folder.write("level.json", "the old file");
    }
    CHECK(stopped == 5);
    CHECK(write_world(*session) == text);
}

TEST_CASE("Progress: loading that is cancelled half way says so", "[editor][progress]") {
    const TemporaryFolder folder;
    const auto file = folder.path / "level.json";
    save_world(*world_of(30'000), file);
    int stopped = 0;
    for (int i = 0; i < 2000 && stopped < 5; ++i) {
        Progress progress;
        if (cancelled_at(0.15 * (i % 7), progress, [&] { demo::load(file, &progress); })) {
            if (progress.done() > 0) ++stopped;
            if (progress.total() > 0) CHECK(progress.done() < progress.total());  // 0: stopped before it knew
        }
    }
    CHECK(stopped == 5);
}

TEST_CASE("Progress: a world is saved while its session goes on", "[editor][progress]") {
    const TemporaryFolder folder;
    const auto session = world_of(10'000);
    session->file_camera = {1, 2, 3};
    const std::string text = write_world(*session);
    std::thread saving([&, head = head_of(*session)] { save_world(session->world, head, folder.path / "a.json"); });
    session->file_camera = {};
    session->seed = 99;
    session->warnings.emplace_back("noted meanwhile");
    saving.join();
    CHECK(folder.read("a.json") == text);
}

}  // namespace progress_test
