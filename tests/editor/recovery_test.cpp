#include "editor/recovery.hpp"

#include <chrono>
#include <string>

#include <sys/wait.h>
#include <unistd.h>

#include "catch.hpp"
#include "ecs/hierarchy.hpp"
#include "editor/components.hpp"
#include "editor/world_file.hpp"
#include "temporary_folder.hpp"

using namespace editor;
using Catch::Matchers::Contains;

namespace {

std::string add_entity(Session& session, const char* name) {
    ecs::CreateEntities edit;
    edit.entities.emplace_back();
    edit.entities[0].values.push_back(ecs::Value::of(session.world.types()[session.world.name_id()], ecs::Name{name}));
    return session.history.perform({"Create", {std::move(edit)}});
}

/// The id of a process that is no more.
pid_t dead_process() {
    const pid_t pid = fork();
    if (pid == 0) _exit(0);
    waitpid(pid, nullptr, 0);
    return pid;
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
        save_world(session, session.file);
    }
    bool written() const { return folder.has("level.json.recovery.json"); }

    TemporaryFolder folder;
    Session session;
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
    const auto recovered = load_world(f.folder.path / "level.json.recovery.json");
    CHECK(recovered->world.find_by_name("Lamp"));
}

TEST_CASE("Recovery: it writes again only after another change", "[editor][recovery]") {
    Fixture f;
    REQUIRE(add_entity(f.session, "A").empty());
    update(f.recovery, f.session, 0);
    update(f.recovery, f.session, 30);
    REQUIRE(f.written());
    std::filesystem::remove(f.folder.path / "level.json.recovery.json");  // to see the next write
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
    SECTION("save") { f.session.history.mark_saved(); }
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
    Session session;
    Recovery recovery(folder.path / "new" / "settings");
    REQUIRE(add_entity(session, "A").empty());
    CHECK(recovery.write(session).empty());
    const std::string name = "untitled-" + std::to_string(getpid()) + ".recovery.json";
    CHECK(folder.has("new/settings/" + name));

    // Once it has a file, that is where it goes.
    session.file = folder.path / "level.json";
    CHECK(recovery.write(session).empty());
    CHECK_FALSE(folder.has("new/settings/" + name));
    CHECK(folder.has("level.json.recovery.json"));

    Session homeless;
    REQUIRE(add_entity(homeless, "A").empty());
    Recovery nowhere{{}};
    CHECK(nowhere.file_for(homeless).empty());
    CHECK(nowhere.write(homeless).empty());
}

TEST_CASE("Recovery: a place that can't be written to is said once", "[editor][recovery]") {
    TemporaryFolder folder;
    Session session;
    session.file = folder.path / "missing" / "level.json";
    Recovery recovery({}, 10);
    REQUIRE(add_entity(session, "A").empty());
    update(recovery, session, 0);
    CHECK_THAT(update(recovery, session, 10), Contains("Unsaved changes are not backed up") && Contains("missing"));
    CHECK(update(recovery, session, 20).empty());
    std::filesystem::create_directory(folder.path / "missing");
    CHECK(update(recovery, session, 30).empty());
    CHECK(folder.has("missing/level.json.recovery.json"));
}

TEST_CASE("Recovery: the next start is offered what an earlier run left", "[editor][recovery]") {
    TemporaryFolder folder;
    Session session;
    const auto world_file = folder.path / "level.json", other_file = folder.path / "other.json";
    const auto settings = folder.path / "settings";
    std::filesystem::create_directory(settings);
    save_world(session, world_file);
    save_world(session, other_file);
    session.file = world_file;
    REQUIRE(add_entity(session, "Lamp").empty());
    CHECK(Recovery(settings).write(session).empty());
    CHECK(find_recoveries(settings, {}).empty());  // nobody asked for that file
    const auto offers = find_recoveries(settings, {world_file, other_file, folder.path / "never_there.json"});
    REQUIRE(offers.size() == 1);
    CHECK(offers[0].world_file == world_file);
    CHECK(offers[0].recovery_file == recovery_file_of(world_file));

    SECTION("and gets it back as unsaved changes") {
        const auto recovered = recover(offers[0]);
        CHECK(recovered->world.find_by_name("Lamp"));
        CHECK(recovered->file == world_file);
        CHECK(recovered->history.unsaved());
    }
    SECTION("and can turn it down") {
        discard(offers[0]);
        CHECK(find_recoveries(settings, {world_file}).empty());
    }
    SECTION("but not when the file was saved after") {
        set_age(recovery_file_of(world_file), 60);
        CHECK(find_recoveries(settings, {world_file}).empty());
    }
    SECTION("even when the file itself is gone") {
        std::filesystem::remove(world_file);
        CHECK(find_recoveries(settings, {world_file}).size() == 1);
    }
}

TEST_CASE("Recovery: worlds that were never saved are offered when their run has ended", "[editor][recovery]") {
    TemporaryFolder folder;
    Session session;
    const std::string ended = "untitled-" + std::to_string(dead_process()) + ".recovery.json";
    save_world(session, folder.path / ended);
    save_world(session, folder.path / ("untitled-" + std::to_string(getpid()) + ".recovery.json"));
    for (const char* name : {"untitled-.recovery.json", "untitled-x.recovery.json", "settings.json", "untitled-1.json"})
        folder.write(name, "{}");
    const auto offers = find_recoveries(folder.path, {});
    REQUIRE(offers.size() == 1);
    CHECK(offers[0].recovery_file.filename() == ended);
    CHECK(offers[0].world_file.empty());
    CHECK(recover(offers[0])->file.empty());
    CHECK(find_recoveries({}, {}).empty());
    CHECK(find_recoveries(folder.path / "missing", {}).empty());
}

TEST_CASE("Recovery: the newest offer comes first", "[editor][recovery]") {
    TemporaryFolder folder;
    Session session;
    std::vector<std::filesystem::path> files;
    for (const char* name : {"a.json", "b.json", "c.json"}) {
        files.push_back(folder.path / name);
        save_world(session, recovery_file_of(files.back()));
    }
    set_age(recovery_file_of(files[0]), 30);
    set_age(recovery_file_of(files[1]), 10);
    set_age(recovery_file_of(files[2]), 20);
    const auto offers = find_recoveries(folder.path, files);
    REQUIRE(offers.size() == 3);
    CHECK(offers[0].world_file == files[1]);
    CHECK(offers[1].world_file == files[2]);
    CHECK(offers[2].world_file == files[0]);
}
