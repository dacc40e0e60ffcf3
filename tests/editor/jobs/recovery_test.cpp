#include "editor/jobs/recovery.hpp"

#include <chrono>
#include <string>

#include <unistd.h>

#include "catch.hpp"
#include "ecs/world/hierarchy.hpp"
#include "editor/demo/components.hpp"
#include "editor/session/session_file.hpp"
#include "editor/support/demo.hpp"
#include "editor/support/left_recovery.hpp"
#include "files/support/temporary_folder.hpp"

namespace recovery_test {

using namespace editor;
using namespace files;
using Catch::Matchers::Contains;
using Catch::Matchers::StartsWith;
using test::dead_process;
using test::gone;
using test::leave_as;

namespace {

std::string add_entity(Session& session, const char* name) {
    ecs::CreateEntities edit;
    edit.entities.emplace_back();
    edit.entities[0].values.push_back(ecs::Value::of(session.world.types()[session.world.name_id()], ecs::Name{name}));
    return session.history.perform({"Create", {std::move(edit)}});
}

void set_age(const std::filesystem::path& file, int secs) {
    std::filesystem::last_write_time(file, std::filesystem::file_time_type::clock::now() - std::chrono::seconds(secs));
}

/// What the program does in every frame, without its thread.
std::string update(Recovery& recovery, const Session& session, double now_secs) {
    return recovery.due(session, now_secs) ? recovery.write(session) : std::string();
}

struct Fixture {
    Fixture() {
        session.file = folder.path / "level.json";
        session.on_disk = save_world(session, session.file);
    }
    std::filesystem::path recovery_file() const { return recovery.file_for(session); }
    bool written() const { return std::filesystem::exists(recovery_file()); }

    TemporaryFolder folder;
    demo::Session session;
    Recovery recovery{folder.path / "settings", 30};
};

}  // namespace

TEST_CASE("Recovery: unsaved changes are written beside the file after the interval", "[editor][recovery]") {
    Fixture f;
    CHECK(update(f.recovery, f.session, 0).empty());
    CHECK(update(f.recovery, f.session, 100).empty());
    CHECK_FALSE(f.written());  // nothing is unsaved

    REQUIRE(add_entity(f.session, "Lamp").empty());
    CHECK(update(f.recovery, f.session, 100).empty());
    CHECK(update(f.recovery, f.session, 129).empty());
    CHECK_FALSE(f.written());
    CHECK(update(f.recovery, f.session, 130).empty());
    REQUIRE(f.written());
    const auto recovered = demo::load(f.recovery_file());
    CHECK(recovered->world.find_by_name("Lamp"));
}

TEST_CASE("Recovery: it writes again only after another change", "[editor][recovery]") {
    Fixture f;
    REQUIRE(add_entity(f.session, "A").empty());
    update(f.recovery, f.session, 0);
    update(f.recovery, f.session, 30);
    REQUIRE(f.written());
    std::filesystem::remove(f.recovery_file());  // to see the next write
    for (const double now : {60, 90, 500, 501}) update(f.recovery, f.session, now);
    CHECK_FALSE(f.written());
    REQUIRE(add_entity(f.session, "B").empty());
    update(f.recovery, f.session, 502);
    CHECK_FALSE(f.written());
    update(f.recovery, f.session, 532);
    CHECK(f.written());
}

TEST_CASE("Recovery: nothing is left behind after a save, an undo to the saved state, or a discard",
          "[editor][recovery]") {
    Fixture f;
    REQUIRE(add_entity(f.session, "A").empty());
    CHECK(f.recovery.write(f.session).empty());
    REQUIRE(f.written());
    SECTION("save") {
        f.session.history.mark_saved();
        CHECK_FALSE(f.session.history.unsaved());
    }
    SECTION("undo") { REQUIRE(f.session.history.undo().empty()); }
    SECTION("discard") {
        f.recovery.discard();
        CHECK_FALSE(f.written());
    }
    update(f.recovery, f.session, 0);
    CHECK_FALSE(f.written());
}

TEST_CASE("Recovery: a world that was never saved goes to the settings folder", "[editor][recovery]") {
    TemporaryFolder folder;
    demo::Session session;
    Recovery recovery(folder.path / "new" / "settings");
    REQUIRE(add_entity(session, "A").empty());
    CHECK(recovery.write(session).empty());
    const std::filesystem::path untitled = recovery.file_for(session);
    CHECK(untitled.parent_path() == folder.path / "new" / "settings");
    CHECK(std::filesystem::exists(untitled));

    // Once it has a file, that is where it goes.
    session.file = folder.path / "level.json";
    CHECK(recovery.write(session).empty());
    CHECK_FALSE(std::filesystem::exists(untitled));
    CHECK(recovery.file_for(session).parent_path() == folder.path);
    CHECK(std::filesystem::exists(recovery.file_for(session)));

    demo::Session homeless;
    REQUIRE(add_entity(homeless, "A").empty());
    Recovery nowhere{{}};
    CHECK(nowhere.file_for(homeless).empty());
    CHECK(nowhere.write(homeless).empty());
}

TEST_CASE("Recovery: a place that can't be written to is said once", "[editor][recovery]") {
    TemporaryFolder folder;
    demo::Session session;
    session.file = folder.path / "missing" / "level.json";
    Recovery recovery({}, 10);
    REQUIRE(add_entity(session, "A").empty());
    update(recovery, session, 0);
    CHECK_THAT(update(recovery, session, 10),
               StartsWith("No backup of unsaved changes: cannot be written: the folder ") &&
                   Contains("missing does not exist"));
    CHECK(recovery.failed());
    CHECK(update(recovery, session, 20).empty());
    CHECK_THAT(recovery.write_at_end(session), Contains("missing does not exist"));
    std::filesystem::create_directory(folder.path / "missing");
    CHECK(update(recovery, session, 30).empty());
    CHECK_FALSE(recovery.failed());
    CHECK(std::filesystem::exists(recovery.file_for(session)));
}

namespace {

/// Another process that goes on: whoever started this one.
ProcessMark running() {
    ProcessMark mark = own_mark();
    mark.pid = getppid();
    mark.start = 0;
    return mark;
}

ProcessMark elsewhere() {
    ProcessMark mark = gone();
    mark.host ^= 1;
    return mark;
}

/// A session on level.json with a lamp that was not saved, backed up by a run that is `owner`.
struct Left {
    explicit Left(const ProcessMark& owner) {
        std::filesystem::create_directory(settings);
        demo::Session session;
        save_world(session, other_file);
        session.file = world_file;
        session.on_disk = save_world(session, world_file);
        REQUIRE(add_entity(session, "Lamp").empty());
        Recovery recovery(settings);
        REQUIRE(recovery.write(session).empty());
        file = leave_as(recovery.file_for(session), owner);
    }
    std::vector<RecoveryOffer> offers() const { return find_recoveries(settings, {world_file, other_file}); }

    TemporaryFolder folder;
    std::filesystem::path settings = folder.path / "settings", world_file = folder.path / "level.json",
                          other_file = folder.path / "other.json", file;
};

}  // namespace

TEST_CASE("Recovery: the next start is offered what an earlier run left", "[editor][recovery]") {
    Left left(gone());
    CHECK(find_recoveries(left.settings, {}).empty());  // nobody asked for that file
    auto offers = left.offers();
    REQUIRE(offers.size() == 1);
    CHECK(offers[0].world_file == left.world_file);
    CHECK(offers[0].recovery_file == left.file);
    CHECK_FALSE(offers[0].world_file_changed);
    CHECK_FALSE(unsaved_elsewhere(left.world_file));

    SECTION("and gets it back as unsaved changes, to be saved over the file") {
        const auto recovered = recover(demo_game(), offers[0]);
        CHECK(recovered->world.find_by_name("Lamp"));
        CHECK(recovered->file == left.world_file);
        CHECK(recovered->history.unsaved());
        CHECK(compare_with_disk(left.world_file, recovered->on_disk, DiskLook::Careful) == OnDisk::Same);
    }
    SECTION("and can turn it down") {
        discard(offers[0]);
        CHECK(left.offers().empty());
    }
    SECTION("also when the file was changed by somebody else: then a save asks first") {
        left.folder.write("level.json", left.folder.read("other.json") + " ");
        offers = left.offers();
        REQUIRE(offers.size() == 1);
        CHECK(offers[0].world_file_changed);
        const auto recovered = recover(demo_game(), offers[0]);
        CHECK(compare_with_disk(left.world_file, recovered->on_disk, DiskLook::Careful) == OnDisk::Changed);
    }
    SECTION("but not what was saved after all") {
        std::filesystem::copy_file(left.file, left.world_file, std::filesystem::copy_options::overwrite_existing);
        CHECK(left.offers().empty());
        CHECK_FALSE(std::filesystem::exists(left.file));
    }
    SECTION("even when the file itself is gone") {
        std::filesystem::remove(left.world_file);
        CHECK(left.offers().size() == 1);
    }
    SECTION("also by another name of the file") {
        std::filesystem::create_symlink(left.world_file, left.folder.path / "link.json");
        CHECK(find_recoveries({}, {left.folder.path / "link.json"}).size() == 1);
    }
    SECTION("once, however often the file is asked for") {
        CHECK(find_recoveries({}, {left.world_file, left.world_file}).size() == 1);
    }
}

TEST_CASE("Recovery: what belongs to a run that goes on is not offered, and told", "[editor][recovery]") {
    const Left left(running());
    CHECK(left.offers().empty());
    CHECK(unsaved_elsewhere(left.world_file) == getppid());
    CHECK_FALSE(unsaved_elsewhere(left.other_file));
    CHECK(std::filesystem::exists(left.file));
}

TEST_CASE("Recovery: two runs on one file keep both works", "[editor][recovery]") {
    const Left left(running());
    demo::Session session;
    session.file = left.world_file;
    REQUIRE(add_entity(session, "Chair").empty());
    Recovery recovery(left.settings);
    CHECK(recovery.write(session).empty());
    CHECK(demo::load(left.file)->world.find_by_name("Lamp"));
    CHECK(demo::load(recovery.file_for(session))->world.find_by_name("Chair"));
    recovery.discard();
    CHECK(std::filesystem::exists(left.file));
}

TEST_CASE("Recovery: of another computer's run only a copy is taken", "[editor][recovery]") {
    const Left left(elsewhere());
    auto offers = left.offers();
    REQUIRE(offers.size() == 1);
    CHECK_FALSE(offers[0].owner_known_gone);
    CHECK_FALSE(unsaved_elsewhere(left.world_file));
    claim(offers[0]);
    CHECK(recover(demo_game(), offers[0])->world.find_by_name("Lamp"));
    discard(offers[0]);
    CHECK(std::filesystem::exists(left.file));
}

TEST_CASE("Recovery: what was recovered stays until it is written anew, saved or given up", "[editor][recovery]") {
    const Left left(gone());
    auto offers = left.offers();
    REQUIRE(offers.size() == 1);
    claim(offers[0]);
    CHECK_FALSE(std::filesystem::exists(left.file));
    CHECK(left.offers().empty());  // it is ours now, and nobody else's
    const auto recovered = recover(demo_game(), offers[0]);
    Recovery recovery(left.settings, 30);
    recovery.take_over(offers[0].recovery_file);
    CHECK_FALSE(recovery.due(*recovered, 0));
    CHECK(std::filesystem::exists(offers[0].recovery_file));
    SECTION("written anew") {
        CHECK(recovery.due(*recovered, 30));
        CHECK(recovery.write(*recovered).empty());
        CHECK(std::filesystem::exists(recovery.file_for(*recovered)));
    }
    SECTION("saved") {
        recovered->history.mark_saved();
        CHECK_FALSE(recovery.due(*recovered, 1));
        CHECK_FALSE(std::filesystem::exists(offers[0].recovery_file));
    }
}

TEST_CASE("Recovery: ten seconds of unsaved changes are the most that is lost", "[editor][recovery]") {
    Fixture f;
    Recovery usual(f.folder.path / "settings");
    REQUIRE(add_entity(f.session, "A").empty());
    CHECK_FALSE(usual.due(f.session, 100));
    CHECK_FALSE(usual.due(f.session, 109.5));
    CHECK(usual.due(f.session, 110));
    // A write that took long is followed by a rest, in which work is undisturbed; after it the next comes in time.
    const auto file = usual.file_for(f.session);
    save_world(f.session, file);
    CHECK(usual.written(f.session, file, f.session.history.state(), 3, {}).empty());
    REQUIRE(add_entity(f.session, "B").empty());
    CHECK_FALSE(usual.due(f.session, 113));
    CHECK_FALSE(usual.due(f.session, 169));
    CHECK(usual.due(f.session, 170));
    CHECK(usual.written(f.session, file, f.session.history.state(), 3, {}).empty());
    CHECK_FALSE(usual.due(f.session, 300));
    REQUIRE(add_entity(f.session, "C").empty());
    CHECK_FALSE(usual.due(f.session, 1000));
    CHECK(usual.due(f.session, 1010));
}

TEST_CASE("Recovery: worlds that were never saved are offered when their run has ended", "[editor][recovery]") {
    TemporaryFolder folder;
    demo::Session session;
    Recovery recovery(folder.path);
    REQUIRE(add_entity(session, "A").empty());
    REQUIRE(recovery.write(session).empty());
    CHECK(find_recoveries(folder.path, {}).empty());  // this run's own
    const auto ended = leave_as(recovery.file_for(session), gone());
    // Versions before had the number of the process only.
    const std::string earlier = "untitled-" + std::to_string(dead_process()) + ".recovery.json";
    save_world(session, folder.path / earlier);
    save_world(session, folder.path / ("untitled-" + std::to_string(getpid()) + ".recovery.json"));
    for (const char* name : {"untitled-.recovery.json", "untitled-x.recovery.json", "settings.json", "untitled-1.json",
                             "untitled-0000-0-1-2-00000000.recovery.json"})
        folder.write(name, "{}");
    set_age(folder.path / earlier, 60);
    const auto offers = find_recoveries(folder.path, {});
    REQUIRE(offers.size() == 2);
    CHECK(offers[0].recovery_file == ended);
    CHECK(offers[0].world_file.empty());
    CHECK(recover(demo_game(), offers[0])->file.empty());
    CHECK(offers[1].recovery_file.filename() == earlier);
    CHECK(find_recoveries({}, {}).empty());
    CHECK(find_recoveries(folder.path / "missing", {}).empty());
}

TEST_CASE("Recovery: the newest offer comes first", "[editor][recovery]") {
    TemporaryFolder folder;
    demo::Session session;
    std::vector<std::filesystem::path> files, recoveries;
    for (const char* name : {"a.json", "b.json", "c.json"}) {
        files.push_back(folder.path / name);
        recoveries.push_back(folder.path / (std::string(name) + ".recovery.json"));  // as versions before named them
        save_world(session, recoveries.back());
    }
    set_age(recoveries[0], 30);
    set_age(recoveries[1], 10);
    set_age(recoveries[2], 20);
    const auto offers = find_recoveries(folder.path, files);
    REQUIRE(offers.size() == 3);
    CHECK(offers[0].world_file == files[1]);
    CHECK(offers[1].world_file == files[2]);
    CHECK(offers[2].world_file == files[0]);
}

}  // namespace recovery_test
