#include "editor/jobs/world_jobs.hpp"

#include <new>
#include <thread>

#include "catch.hpp"
#include "ecs/support/gate.hpp"
#include "editor/demo/components.hpp"
#include "editor/support/demo.hpp"
#include "files/support/temporary_folder.hpp"

namespace world_jobs_test {

using namespace editor;
using namespace files;
using Catch::Matchers::Contains;

namespace {

std::string add_entity(Session& session, const char* name) {
    ecs::CreateEntities edit;
    edit.entities.emplace_back();
    edit.entities[0].values.push_back(ecs::Value::of(session.world.types()[session.world.name_id()], ecs::Name{name}));
    return session.history.perform({"Create", {std::move(edit)}});
}

/// A writer that stops at a gate before it writes, and a clock that moves when it is told to.
struct Fixture {
    Fixture() {
        session.file = folder.path / "level.json";
        save_world(session, session.file);
        REQUIRE(add_entity(session, "Lamp").empty());
    }
    ~Fixture() { gate.open(); }

    TemporaryFolder folder;
    demo::Session session;
    Gate gate;
    double now = 100;
    WorldJobs jobs{[this](const ecs::World& world, const WorldFile& head, const std::filesystem::path& file,
                          ecs::Progress* progress, FileStamp* over) {
                       progress->begin(10);
                       progress->advance_to(4);
                       gate.pass();
                       return save_world(world, head, file, progress, over);
                   },
                   [this] { return now; }};
};

std::string text_of(const std::filesystem::path& file) {
    std::ifstream stream(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
}

}  // namespace

TEST_CASE("WorldJobs: a save makes the file the session's and its state the saved one", "[editor][world_jobs]") {
    Fixture f;
    const auto other = f.folder.path / "other.json";
    CHECK_FALSE(f.jobs.running());
    CHECK_FALSE(f.jobs.world_stands_still());
    f.jobs.save(f.session, other);
    f.gate.wait_until_reached();
    f.now = 103;
    CHECK(f.jobs.running() == WorldJobs::Kind::Save);
    CHECK_FALSE(f.jobs.finished());
    CHECK(f.jobs.world_stands_still());
    CHECK(f.jobs.file() == other);
    CHECK(f.jobs.size() == 1);
    CHECK(f.jobs.fraction() == 0.4);
    CHECK(f.jobs.elapsed_secs() == 3);
    CHECK(f.session.history.unsaved());
    CHECK(f.session.file.filename() == "level.json");

    f.gate.open();
    const WorldJobs::Outcome outcome = f.jobs.take_outcome();
    CHECK(outcome.good());
    CHECK(outcome.kind == WorldJobs::Kind::Save);
    CHECK(outcome.file == other);
    CHECK(outcome.secs == 3);
    CHECK_FALSE(f.jobs.running());
    CHECK_FALSE(f.jobs.world_stands_still());
    CHECK_FALSE(f.session.history.unsaved());
    CHECK(f.session.file == other);
    CHECK(text_of(other) == write_world(f.session));
}

TEST_CASE("WorldJobs: an edit that waited for the save makes the world unsaved again", "[editor][world_jobs]") {
    Fixture f;
    f.jobs.save(f.session, f.session.file);
    f.gate.open();
    REQUIRE(f.jobs.take_outcome().good());
    REQUIRE(add_entity(f.session, "Later").empty());
    CHECK(f.session.history.unsaved());
    CHECK_THAT(f.folder.read("level.json"), Contains("Lamp") && !Contains("Later"));
    REQUIRE(f.session.history.undo().empty());
    CHECK_FALSE(f.session.history.unsaved());
}

TEST_CASE("WorldJobs: the world itself refuses to change while it is written", "[editor][world_jobs]") {
    Fixture f;
    f.jobs.save(f.session, f.session.file);
    f.gate.wait_until_reached();
    const ecs::FailureHandler before =
        ecs::set_failure_handler([](const std::string& message) { throw std::logic_error(message); });
    CHECK_THROWS_AS(f.session.world.create(), std::logic_error);
    CHECK_THROWS_AS(f.jobs.open(demo_game(), f.session.file), std::logic_error);
    CHECK_THROWS_AS(f.jobs.back_up(f.session, f.session.file), std::logic_error);
    ecs::set_failure_handler(before);
    CHECK(f.session.world.entity_count() == 1);
    f.gate.open();
    f.jobs.take_outcome();
    CHECK(f.session.world.create());
}

TEST_CASE("WorldJobs: a save that is cancelled changes nothing, on disk or in the session", "[editor][world_jobs]") {
    Fixture f;
    const std::string before = f.folder.read("level.json");
    f.jobs.save(f.session, f.session.file);
    f.gate.wait_until_reached();
    f.jobs.cancel();
    CHECK(f.jobs.cancelled());
    f.gate.open();
    const WorldJobs::Outcome outcome = f.jobs.take_outcome();
    CHECK(outcome.cancelled);
    CHECK(outcome.problem.empty());
    CHECK(f.session.history.unsaved());
    CHECK(f.folder.read("level.json") == before);
    CHECK(std::distance(std::filesystem::directory_iterator(f.folder.path), {}) == 1);
    CHECK_FALSE(f.jobs.world_stands_still());
}

TEST_CASE("WorldJobs: a save that fails says why in the words of the writer", "[editor][world_jobs]") {
    Fixture f;
    f.gate.open();
    const auto nowhere = f.folder.path / "missing" / "level.json";
    std::string expected;
    try {
        save_world(f.session, nowhere);
    } catch (const FileError& error) {
        expected = error.what();
    }
    f.jobs.save(f.session, nowhere);
    const WorldJobs::Outcome outcome = f.jobs.take_outcome();
    CHECK_FALSE(outcome.good());
    CHECK(outcome.problem == expected);
    CHECK(f.session.file.filename() == "level.json");
    CHECK(f.session.history.unsaved());
}

TEST_CASE("WorldJobs: a backup leaves file and saved state of the session alone", "[editor][world_jobs]") {
    Fixture f;
    const auto state = f.session.history.state();
    f.jobs.back_up(f.session, f.folder.path / "backup.json");
    f.gate.wait_until_reached();
    CHECK(f.jobs.running() == WorldJobs::Kind::BackUp);
    CHECK(f.jobs.world_stands_still());
    f.gate.open();
    const WorldJobs::Outcome outcome = f.jobs.take_outcome();
    CHECK(outcome.good());
    CHECK(outcome.state == state);
    CHECK(f.session.history.unsaved());
    CHECK(f.session.file.filename() == "level.json");
    CHECK_THAT(f.folder.read("backup.json"), Contains("Lamp"));
}

TEST_CASE("WorldJobs: a world is opened while the present one runs on", "[editor][world_jobs]") {
    Fixture f;
    save_world(f.session, f.session.file);
    f.jobs.open(f.session.file, [&](ecs::Progress* progress) {
        progress->begin(2);
        f.gate.pass();
        return demo::load(f.session.file, progress);
    });
    f.gate.wait_until_reached();
    CHECK(f.jobs.running() == WorldJobs::Kind::Open);
    CHECK_FALSE(f.jobs.world_stands_still());
    CHECK(f.jobs.size() == std::filesystem::file_size(f.session.file));
    REQUIRE(add_entity(f.session, "Meanwhile").empty());
    f.session.tick();
    f.gate.open();
    WorldJobs::Outcome outcome = f.jobs.take_outcome();
    REQUIRE(outcome.session);
    CHECK(outcome.session->world.find_by_name("Lamp"));
    CHECK_FALSE(outcome.session->world.find_by_name("Meanwhile"));
    CHECK(f.session.world.entity_count() == 2);
}

TEST_CASE("WorldJobs: opening that fails or is cancelled gives no session", "[editor][world_jobs]") {
    Fixture f;
    SECTION("a bad file") {
        f.jobs.open(demo_game(), f.folder.write("bad.json", "{ \"format\": 1 }"));
        const WorldJobs::Outcome outcome = f.jobs.take_outcome();
        CHECK_FALSE(outcome.session);
        CHECK_FALSE(outcome.cancelled);
        CHECK_THAT(outcome.problem, Contains("bad.json:1:"));
    }
    SECTION("a file that is not there") {
        f.jobs.open(demo_game(), f.folder.path / "none.json");
        CHECK(f.jobs.size() == 0);
        CHECK_THAT(f.jobs.take_outcome().problem, Contains("there is no such file"));
    }
    SECTION("no memory") {
        f.jobs.open("huge.json", [](ecs::Progress*) -> std::unique_ptr<Session> { throw std::bad_alloc(); });
        CHECK(f.jobs.take_outcome().problem == "huge.json: there is not enough memory for this");
    }
    SECTION("cancelled") {
        f.jobs.open(f.session.file, [&](ecs::Progress* progress) {
            f.gate.pass();
            return demo::load(f.session.file, progress);
        });
        f.gate.wait_until_reached();
        f.jobs.cancel();
        f.gate.open();
        const WorldJobs::Outcome outcome = f.jobs.take_outcome();
        CHECK(outcome.cancelled);
        CHECK_FALSE(outcome.session);
        CHECK(outcome.problem.empty());
    }
    SECTION("cancelled, and then bad") {
        f.jobs.open(f.session.file, [&](ecs::Progress*) -> std::unique_ptr<Session> {
            f.gate.pass();
            throw FileError("level.json", 1, 2, "is bad");
        });
        f.gate.wait_until_reached();
        f.jobs.cancel();
        f.gate.open();
        const WorldJobs::Outcome outcome = f.jobs.take_outcome();
        CHECK(outcome.cancelled);
        CHECK(outcome.problem.empty());
    }
    CHECK_FALSE(f.jobs.running());
}

TEST_CASE("WorldJobs: a save does not write over what somebody else wrote", "[editor][world_jobs]") {
    Fixture f;
    f.gate.open();
    f.session.on_disk = stamp_with_content_of(f.session.file);
    const std::filesystem::path file = f.session.file;
    SECTION("before it") {
        f.folder.write("level.json", "theirs");
        f.jobs.save(f.session, file, f.session.on_disk);
        const WorldJobs::Outcome outcome = f.jobs.take_outcome();
        CHECK(outcome.changed_on_disk);
        CHECK_THAT(outcome.problem, Contains("level.json: was changed on disk"));
        CHECK(f.session.history.unsaved());
        CHECK(f.folder.read("level.json") == "theirs");
        // Whoever agrees to write over that agrees to nothing that comes later.
        f.folder.write("level.json", "theirs, and more");
        f.jobs.save(f.session, file, outcome.on_disk);
        CHECK(f.jobs.take_outcome().changed_on_disk);
        f.jobs.save(f.session, file, stamp_of(file));
        CHECK(f.jobs.take_outcome().good());
        CHECK(f.folder.read("level.json") == write_world(f.session));
        CHECK(compare_with_disk(file, f.session.on_disk, DiskLook::Careful) == OnDisk::Same);
    }
    SECTION("in the middle of it") {
        Gate gate;
        WorldJobs jobs(
            [&](const ecs::World& world, const WorldFile& head, const std::filesystem::path& to, ecs::Progress* p,
                FileStamp* over) {
                gate.pass();
                return save_world(world, head, to, p, over);
            },
            [] { return 0.0; });
        jobs.save(f.session, file, f.session.on_disk);
        gate.wait_until_reached();
        f.folder.write("level.json", "theirs");
        gate.open();
        CHECK(jobs.take_outcome().changed_on_disk);
        CHECK(f.folder.read("level.json") == "theirs");
    }
    SECTION("a file that went is written anew, and that is told") {
        std::filesystem::remove(file);
        f.jobs.save(f.session, file, f.session.on_disk);
        const WorldJobs::Outcome outcome = f.jobs.take_outcome();
        CHECK(outcome.good());
        CHECK(outcome.was_gone);
        CHECK(f.folder.has("level.json"));
    }
    SECTION("a touch is nothing") {
        std::filesystem::last_write_time(file, std::filesystem::file_time_type::clock::now() + std::chrono::seconds(9));
        f.jobs.save(f.session, file, f.session.on_disk);
        CHECK(f.jobs.take_outcome().good());
    }
}

TEST_CASE("WorldJobs: the outcome belongs to its job, not to the one before", "[editor][world_jobs]") {
    Fixture f;
    f.gate.open();
    f.jobs.save(f.session, f.folder.path / "missing" / "level.json");
    CHECK_FALSE(f.jobs.take_outcome().good());
    f.jobs.save(f.session, f.session.file);
    CHECK(f.jobs.take_outcome().good());
    f.jobs.open(demo_game(), f.session.file);
    CHECK(f.jobs.take_outcome().session);
    f.jobs.back_up(f.session, f.folder.path / "backup.json");
    CHECK_FALSE(f.jobs.take_outcome().session);
}

TEST_CASE("WorldJobs: going away in the middle leaves no file behind", "[editor][world_jobs]") {
    TemporaryFolder folder;
    demo::Session session;
    Gate gate;
    {
        WorldJobs jobs(
            [&](const ecs::World& world, const WorldFile& head, const std::filesystem::path& file, ecs::Progress* p,
                FileStamp* over) {
                gate.pass();
                while (!p->cancelled()) std::this_thread::yield();
                return save_world(world, head, file, p, over);
            },
            [] { return 0.0; });
        jobs.save(session, folder.path / "level.json");
        gate.open();
    }
    CHECK(std::filesystem::is_empty(folder.path));
    CHECK(session.world.create());
}

TEST_CASE("WorldJobs: while a scene is made, the present world stands still", "[editor][world_jobs]") {
    Fixture f;
    const auto made = [&f](ecs::Progress* progress) -> std::unique_ptr<Session> {
        f.gate.pass();
        if (progress->cancelled()) throw files::Cancelled("stress", "making");
        return std::make_unique<demo::Session>();
    };
    f.jobs.make(f.session, "stress", made);
    f.gate.wait_until_reached();
    CHECK(f.jobs.running() == WorldJobs::Kind::Open);
    CHECK(f.jobs.world_stands_still());
    CHECK_FALSE(f.jobs.fraction_known());
    SECTION("It is made, and the present one may change again") {
        f.gate.open();
        const WorldJobs::Outcome outcome = f.jobs.take_outcome();
        CHECK(outcome.good());
        CHECK(outcome.session);
    }
    SECTION("It is cancelled, and nothing is there") {
        f.jobs.cancel();
        f.gate.open();
        const WorldJobs::Outcome outcome = f.jobs.take_outcome();
        CHECK(outcome.cancelled);
        CHECK_FALSE(outcome.session);
    }
    CHECK_FALSE(f.jobs.world_stands_still());
    CHECK(add_entity(f.session, "Lamp").empty());
}

}  // namespace world_jobs_test
