// What a save writes while the world is played.
#include <fstream>

#include "catch.hpp"
#include "ecs/edit/edit.hpp"
#include "editor/demo/components.hpp"
#include "editor/document/document.hpp"
#include "editor/support/demo.hpp"
#include "editor/support/person.hpp"
#include "files/support/temporary_folder.hpp"

namespace document_play_test {

using namespace editor;

namespace {

/// A level in a file, with the systems of the chase scene, and whoever edits and plays it.
struct Desk : DocumentDesk {
    explicit Desk(std::unique_ptr<Session> opened) : DocumentDesk(std::move(opened)) { session().record(); }
    void create(const char* name) {
        ecs::CreateEntities create;
        create.entities.emplace_back();
        create.entities.back().values.push_back(
            ecs::Value::of(session().world.types()[session().world.name_id()], ecs::Name{name}));
        std::vector<ecs::Edit> edits;
        edits.emplace_back(std::move(create));
        REQUIRE(session().history.perform({name, std::move(edits)}).empty());
        session().history.seal();
    }
    void play(int ticks) {
        REQUIRE(session().play.begin().empty());
        for (int i = 0; i < ticks; ++i) session().tick();
    }
    std::string in(const std::filesystem::path& file) const {
        std::ifstream stream(file, std::ios::binary);
        return {std::istreambuf_iterator<char>(stream), {}};
    }
};

struct Level : TemporaryFolder {
    std::filesystem::path file = path / "arena.chunkscope.json";
    Level() { save_world(*demo::start("chase", 12), file); }
};

}  // namespace

TEST_CASE("Document: while a level is played, a save writes it as it was before Play", "[editor][document][play]") {
    const Level level;
    Desk desk(demo::load(level.file));
    desk.session().tick();  // a random source and a tick of its own
    desk.create("Before");
    desk.session().schedule.set_enabled("Move", true);
    const std::string authored = write_world(desk.session());
    CHECK(desk.document->title() == "arena*");
    desk.play(60);
    REQUIRE(write_world(desk.session()) != authored);
    desk.session().schedule.set_enabled(desk.session().schedule.systems()[0]->description.name, false);
    CHECK(desk.document->title() == "arena*");
    desk.save();
    CHECK(desk.in(level.file) == authored);
    CHECK(desk.person.was_told("Saved arena.chunkscope.json, as it was before Play"));
    CHECK(desk.document->title() == "arena");
    CHECK(desk.session().world.tick() == 61);

    // The window agrees with the file, during Play and after it.
    bool went = false;
    when_nothing_is_lost(*desk.document, "Quit", [&] { went = true; });
    CHECK(went);
    REQUIRE(desk.session().play.stop().empty());
    CHECK(desk.document->title() == "arena");
    CHECK(write_world(desk.session()) == authored);
    REQUIRE(desk.session().history.undo().empty());
    CHECK(desk.document->title() == "arena*");
}

TEST_CASE("Document: what was changed while playing is not saved, and is asked about", "[editor][document][play]") {
    const Level level;
    Desk desk(demo::load(level.file));
    const std::string authored = write_world(desk.session());
    desk.play(20);
    desk.create("While playing");
    CHECK(desk.document->title() == "arena");
    desk.save();
    CHECK(desk.in(level.file) == authored);
    CHECK(desk.person.was_told("What you changed while playing is not saved"));

    bool went = false;
    const auto leave = [&] { when_nothing_is_lost(*desk.document, "Quit", [&] { went = true; }); };
    leave();
    CHECK_FALSE(went);
    CHECK(desk.person.question == "Changes made while playing");
    desk.person.answer("Choose what to keep");
    CHECK(desk.person.compared_with_authored == 1);
    leave();
    desk.person.answer("Cancel");
    CHECK_FALSE(went);
    leave();
    desk.person.answer("Discard");
    CHECK(went);

    // What is kept is an unsaved change.
    REQUIRE(desk.session().play.stop_and_keep("Keep a difference", std::vector<std::uint32_t>{0}).empty());
    CHECK(desk.document->title() == "arena*");
    went = false;
    leave();
    CHECK(desk.person.question == "Unsaved changes");
}

TEST_CASE("Document: saving asks about the changes made while playing before the world goes",
          "[editor][document][play]") {
    const Level level;
    Desk desk(demo::load(level.file));
    desk.create("Before");
    desk.play(20);
    desk.create("While playing");
    desk.document->new_world();
    CHECK(desk.person.question == "Unsaved changes");
    desk.person.answer("Save");
    desk.finish();
    CHECK(desk.person.question == "Changes made while playing");
    desk.person.answer("Cancel");
    CHECK(desk.person.gone == 0);
}

TEST_CASE("Document: the state of a played level is saved into another file", "[editor][document][play]") {
    const Level level;
    Desk desk(demo::load(level.file));
    const std::string authored = desk.in(level.file);
    desk.play(30);
    const std::string present = write_world(desk.session());
    const std::filesystem::path other = level.path / "state.json";
    desk.document->save_state_as();
    CHECK(desk.person.offered == level.path / "arena-30.chunkscope.json");
    CHECK(desk.person.asked_for_state);
    desk.person.choose(other);
    desk.finish();
    CHECK(desk.in(other) == present);
    CHECK(desk.person.was_told("Saved state.json, the state at tick 30"));
    CHECK(desk.in(level.file) == authored);
    CHECK(desk.session().file == level.file);
    CHECK(desk.document->title() == "arena");

    // Who writes it over the level has an authored world that is in no file.
    desk.document->save_state_as();
    desk.person.choose(level.file);
    desk.finish();
    CHECK(desk.in(level.file) == present);
    CHECK(desk.document->title() == "arena*");
    REQUIRE(desk.session().play.stop().empty());
    CHECK(desk.document->title() == "arena*");
    desk.save();
    CHECK(desk.in(level.file) == authored);
    CHECK(desk.document->title() == "arena");
}

TEST_CASE("Document: the backup of a played level holds the world before Play", "[editor][document][play]") {
    const Level level;
    Desk desk(demo::load(level.file));
    desk.document->keep_safe(level.path / "kept");
    desk.create("Before");
    const std::string authored = write_world(desk.session());
    desk.play(10);
    desk.document->update(desk.now, true);
    desk.now += 60;
    desk.document->update(desk.now, true);
    REQUIRE(desk.document->state() == Document::State::BackingUp);
    desk.finish();
    const auto backups = [&] {
        std::vector<std::filesystem::path> found;
        for (const auto& each : std::filesystem::directory_iterator(level.path))
            if (each.path().filename().string().find(".recovery.json") != std::string::npos)
                found.push_back(each.path());
        return found;
    };
    REQUIRE(backups().size() == 1);
    CHECK(desk.in(backups().front()) == authored);
    // At the end of the program, too, and ticks alone are no reason to write again.
    std::filesystem::remove(backups().front());
    desk.play(10);
    CHECK(desk.document->keep_unsaved().empty());
    REQUIRE(backups().size() == 1);
    CHECK(desk.in(backups().front()) == authored);
    desk.save();
    desk.now += 1;
    desk.document->update(desk.now, true);
    CHECK(backups().empty());
}

TEST_CASE("Document: a level in the past of its Play is saved as it was before Play", "[editor][document][play]") {
    const Level level;
    Desk desk(demo::load(level.file));
    desk.create("Before");
    const std::string authored = write_world(desk.session());
    desk.play(40);
    REQUIRE(desk.session().timeline.seek(15).empty());
    CHECK(desk.document->title() == "arena*");
    desk.save();
    CHECK(desk.in(level.file) == authored);
    CHECK(desk.document->title() == "arena");
    REQUIRE(desk.session().timeline.return_to_now().empty());
    CHECK(desk.document->title() == "arena");
    REQUIRE(desk.session().play.stop().empty());
    CHECK(desk.document->title() == "arena");
    CHECK(write_world(desk.session()) == authored);
}

TEST_CASE("Document: a scene is saved as it is, and its start is unsaved when it is back", "[editor][document][play]") {
    const TemporaryFolder folder;
    Desk desk(demo::start("chase", 12));
    desk.play(25);
    const std::string present = write_world(desk.session());
    const std::filesystem::path file = folder.path / "run.json";
    desk.document->save();
    desk.person.choose(file);
    desk.finish();
    CHECK(desk.in(file) == present);
    CHECK(desk.document->title() == "run");
    desk.play(5);
    desk.save();
    CHECK(desk.in(file) == write_world(desk.session()));
    REQUIRE(desk.session().play.stop().empty());
    CHECK(desk.document->title() == "run*");

    // Once its start is saved, it is a level.
    const std::string start = write_world(desk.session());
    desk.save();
    CHECK(desk.document->title() == "run");
    desk.play(5);
    desk.save();
    CHECK(desk.in(file) == start);
}

TEST_CASE("Document: a scene that was changed before it runs is a level", "[editor][document][play]") {
    const TemporaryFolder folder;
    Desk desk(demo::start("chase", 12));
    desk.create("Mine");
    const std::string authored = write_world(desk.session());
    desk.play(25);
    desk.document->save();
    desk.person.choose(folder.path / "mine.json");
    desk.finish();
    CHECK(desk.in(folder.path / "mine.json") == authored);
}

TEST_CASE("Document: going on with the played world makes it the one to save", "[editor][document][play]") {
    const Level level;
    Desk desk(demo::load(level.file));
    desk.play(25);
    CHECK(desk.document->title() == "arena");
    desk.session().play.go_on();
    CHECK(desk.document->title() == "arena*");
    desk.save();
    CHECK(desk.in(level.file) == write_world(desk.session()));
    CHECK(desk.session().world.tick() == 25);
}

}  // namespace document_play_test
