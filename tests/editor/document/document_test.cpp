#include "editor/document/document.hpp"

#include <fstream>

#include "catch.hpp"
#include "ecs/base/language.hpp"
#include "ecs/support/gate.hpp"
#include "editor/demo/components.hpp"
#include "editor/support/demo.hpp"
#include "editor/support/person.hpp"
#include "files/support/temporary_folder.hpp"

namespace document_test {

using namespace editor;
using namespace files;

namespace {

/// A document whose saves stop at a gate, if it is shut, and whose clock stands until it is moved.
struct Desk : DocumentDesk {
    Desk()
        : DocumentDesk(demo::new_session(),
                       std::make_unique<WorldJobs>(
                           [this](const ecs::World& world, const WorldFile& head, const std::filesystem::path& target,
                                  ecs::Progress* progress, FileStamp* over) {
                               if (gated) gate.pass();
                               return save_world(world, head, target, progress, over);
                           },
                           [this] { return now; })) {}
    ~Desk() {
        gate.open();
        document.reset();  // whose thread may be at the gate
    }

    ecs::World& world() { return document->session().world; }
    void save_as(const std::filesystem::path& target) {
        document->save_as();
        person.choose(target);
        finish();
        REQUIRE(std::filesystem::exists(target));
    }

    /// A save of a change to a saved world, which stops at the gate.
    void begin_save() {
        save_as(file);
        change();
        gated = true;
        document->save();
        gate.wait_until_reached();
    }
    /// The same to a file that was chosen in the dialog.
    void begin_first_save() {
        change();
        gated = true;
        document->save();
        person.choose(file);
        gate.wait_until_reached();
    }

    TemporaryFolder folder;
    std::filesystem::path file = folder.path / "level.json";
    Gate gate;
    bool gated = false;
};

std::size_t backups_in(const std::filesystem::path& folder) {
    std::size_t count = 0;
    for (const auto& each : std::filesystem::directory_iterator(folder))
        count += each.path().filename().string().find(".recovery.json") != std::string::npos ? 1 : 0;
    return count;
}

}  // namespace

TEST_CASE("Document: a new world is saved under a name, and that file is the recent one", "[editor][document]") {
    Desk desk;
    CHECK(desk.document->title() == "untitled");
    desk.change();
    CHECK(desk.document->title() == "untitled*");
    desk.document->save();
    CHECK(desk.person.asked_to_save);
    CHECK(desk.person.offered == "untitled.chunkscope.json");
    desk.person.choose(desk.file);
    CHECK(desk.document->state() == Document::State::Saving);
    desk.finish();
    CHECK_FALSE(desk.person.choosing());
    CHECK(desk.person.was_told("Saved level.json"));
    CHECK(desk.document->title() == "level");
    CHECK(desk.settings.recent_files() == std::vector{desk.file});
    CHECK(desk.person.may_change == 1);

    desk.change();
    desk.document->save();  // without a question now
    desk.finish();
    CHECK_FALSE(desk.document->session().history.unsaved());
}

TEST_CASE("Document: nothing is lost without an answer", "[editor][document]") {
    Desk desk;
    desk.save_as(desk.file);
    desk.change();
    desk.document->new_world();
    REQUIRE(desk.person.question == "Unsaved changes");
    CHECK(desk.person.gone == 0);

    SECTION("Cancel keeps everything as it is") {
        desk.person.answer("Cancel");
        CHECK(desk.person.gone == 0);
        CHECK(desk.world().entity_count() == 1);
    }
    SECTION("Discard goes on") {
        desk.person.answer("Discard");
        CHECK(desk.person.gone == 1);
        CHECK(desk.world().entity_count() == 0);
        CHECK(desk.document->title() == "untitled");
        CHECK(desk.person.plays == false);
    }
    SECTION("Save goes on when it worked") {
        desk.person.answer("Save");
        CHECK(desk.person.gone == 0);
        desk.finish();
        CHECK(desk.person.gone == 1);
        const auto saved = demo::load(desk.file);
        CHECK(saved->world.entity_count() == 1);
    }
    SECTION("Save that fails goes on with nothing") {
        std::filesystem::remove_all(desk.folder.path);
        desk.person.answer("Save");
        desk.finish();
        CHECK(desk.person.gone == 0);
        CHECK(desk.world().entity_count() == 1);
        CHECK(desk.document->session().history.unsaved());
    }
}

TEST_CASE("Document: a save is never given up, what is asked for meanwhile follows it", "[editor][document]") {
    Desk desk;
    desk.begin_save();
    CHECK(desk.document->world_stands_still());
    bool quit = false;
    when_nothing_is_lost(*desk.document, "Quit", [&] { quit = true; });
    CHECK_FALSE(quit);
    CHECK(desk.document->follows() == "Quit");
    CHECK_FALSE(desk.document->update(desk.now, true));
    desk.gate.open();
    desk.finish();
    CHECK(quit);
    CHECK(desk.document->follows().empty());
    CHECK(demo::load(desk.file)->world.entity_count() == 1);
}

TEST_CASE("Document: what follows a save is dropped when that is cancelled", "[editor][document]") {
    Desk desk;
    desk.begin_save();
    bool quit = false;
    when_nothing_is_lost(*desk.document, "Quit", [&] { quit = true; });
    desk.document->cancel_job();
    CHECK(desk.document->follows().empty());
    desk.gate.open();
    desk.finish();
    CHECK_FALSE(quit);
    CHECK(desk.document->idle());
    CHECK(desk.person.was_told("level.json"));
}

TEST_CASE("Document: changes that wait are saved after", "[editor][document]") {
    Desk desk;
    desk.begin_save();
    desk.document->save();  // nothing waits: it is saved already
    CHECK(desk.document->follows().empty());
    desk.person.waiting = true;
    desk.document->save();
    desk.document->save();
    CHECK(desk.document->follows() == "Save again");
    desk.gate.open();
    desk.finish();
    CHECK(desk.document->idle());
    CHECK(std::count(desk.person.told.begin(), desk.person.told.end(), "Saved level.json") == 3);
}

TEST_CASE("Document: changes that wait are saved after once, in any language", "[editor][document]") {
    const ecs::Catalog catalog("xx", "X", {{"Save again", "Encore"}});
    Desk desk;
    desk.begin_save();
    desk.person.waiting = true;
    ecs::speak(&catalog);
    desk.document->save();
    desk.document->save();
    CHECK(desk.document->follows() == "Encore");
    ecs::speak(nullptr);
    desk.gate.open();
    desk.finish();
    CHECK(std::count(desk.person.told.begin(), desk.person.told.end(), "Saved level.json") == 3);
}

TEST_CASE("Document: opening takes the place of the world when it is whole", "[editor][document]") {
    Desk desk;
    desk.change();
    desk.save_as(desk.file);
    desk.document->new_world();
    CHECK(desk.world().entity_count() == 0);
    desk.document->open(desk.file);
    CHECK(desk.document->state() == Document::State::Opening);
    CHECK_FALSE(desk.document->world_stands_still());
    CHECK(desk.document->why_not_save() == "level.json is being opened. Cancel that to save this world");
    desk.finish();
    CHECK(desk.world().entity_count() == 1);
    CHECK(desk.document->title() == "level");
    CHECK(desk.person.plays == false);
    CHECK(desk.document->why_not_save().empty());
}

TEST_CASE("Document: what was changed while a file was opened is asked about", "[editor][document]") {
    Desk desk;
    desk.save_as(desk.file);
    desk.document->open(desk.file);
    desk.change();
    desk.finish();
    REQUIRE(desk.person.question == "Unsaved changes");
    CHECK(desk.world().entity_count() == 1);
    desk.person.answer("Discard");
    CHECK(desk.world().entity_count() == 0);
    CHECK(desk.person.was_told("Opened level.json"));
}

TEST_CASE("Document: an opening gives way to another one, and to a scene", "[editor][document]") {
    Desk desk;
    desk.save_as(desk.file);
    const std::filesystem::path other = desk.folder.path / "other.json";
    desk.change();
    desk.save_as(other);
    desk.document->open(desk.file);
    desk.document->open(other);
    desk.finish();
    CHECK(desk.document->session().file == other);
    desk.document->open(desk.file);
    desk.document->start_scene(demo::scene("bob"));
    desk.finish();
    CHECK(desk.document->session().scene == demo_game().find_scene("bob"));
    CHECK(desk.person.plays == true);
}

TEST_CASE("Document: a file that cannot be opened leaves the world, and the dialog says why", "[editor][document]") {
    Desk desk;
    std::ofstream(desk.file) << "{ nonsense";
    desk.document->choose_file_to_open();
    CHECK_FALSE(desk.person.asked_to_save);
    desk.person.choose(desk.file);
    desk.finish();
    CHECK(desk.person.choosing());
    CHECK(desk.person.choice_problem.find("level.json") != std::string::npos);
    CHECK(desk.person.gone == 0);

    // Without the dialog it is a message, and a file that is not there is recent no more.
    desk.person.give_up_choice();
    desk.settings.add_recent_file(desk.folder.path / "gone.json");
    desk.document->open(desk.folder.path / "gone.json");
    desk.finish();
    CHECK(desk.person.was_told("gone.json"));
    CHECK(desk.settings.recent_files().empty());
}

TEST_CASE("Document: who gives up in the dialog gives up the job", "[editor][document]") {
    Desk desk;
    desk.begin_first_save();
    desk.person.give_up_choice();
    desk.document->update(desk.now, true);
    CHECK(desk.jobs->cancelled());
    desk.gate.open();
    desk.finish();
    CHECK(desk.document->session().history.unsaved());
}

TEST_CASE("Document: the dialog waits for a job that is quick, and not for one that takes its time",
          "[editor][document]") {
    Desk desk;
    desk.begin_first_save();
    desk.document->update(desk.now, true);
    CHECK(desk.person.choosing());
    desk.now += 2;
    desk.document->update(desk.now, true);
    CHECK_FALSE(desk.person.choosing());
    CHECK_FALSE(desk.jobs->cancelled());
    desk.gate.open();
    desk.finish();
    CHECK(desk.person.was_told("Saved level.json"));
}

TEST_CASE("Document: a file that somebody else changed is written over only when the person says so",
          "[editor][document]") {
    Desk desk;
    desk.save_as(desk.file);
    desk.change();
    std::ofstream(desk.file) << R"({"format": "chunkscope-world", "version": 1, "entities": []})";
    desk.document->save();
    desk.finish();
    REQUIRE(desk.person.question == "The file changed on disk");
    SECTION("Keep mine") {
        desk.person.answer("Keep mine (overwrite)");
        desk.finish();
        CHECK(demo::load(desk.file)->world.entity_count() == 1);
        CHECK_FALSE(desk.document->session().history.unsaved());
    }
    SECTION("Cancel") {
        desk.person.answer("Cancel");
        desk.finish();
        CHECK(desk.document->session().history.unsaved());
        std::string text;
        std::getline(std::ifstream(desk.file), text);
        CHECK(text.find("\"entities\": []") != std::string::npos);
    }
    SECTION("Save as") {
        desk.person.answer("Save as…");
        CHECK(desk.person.asked_to_save);
        CHECK(desk.document->session().history.unsaved());
    }
    SECTION("Compare") {
        desk.person.answer("Compare");
        CHECK(desk.person.compared_with == desk.file);
        CHECK(desk.document->session().history.unsaved());
        CHECK(desk.document->why_no_file().empty());
    }
}

TEST_CASE("Document: a file can be taken anew from disk, and what would be lost is asked about first",
          "[editor][document]") {
    Desk desk;
    CHECK(desk.document->why_no_file() == "This world was not saved to a file yet");
    desk.save_as(desk.file);
    desk.change();
    desk.document->reload_file();
    REQUIRE(desk.person.asking());
    desk.person.answer("Discard");
    desk.finish();
    CHECK_FALSE(desk.document->session().history.unsaved());
    CHECK(desk.document->session().world.entity_count() == demo::load(desk.file)->world.entity_count());
    std::filesystem::remove(desk.file);
    CHECK(desk.document->why_no_file() == "level.json is not there any more");
}

TEST_CASE("Document: unsaved work is backed up, and offered by the next start", "[editor][document]") {
    Desk desk;
    const std::filesystem::path kept = desk.folder.path / "kept";
    desk.document->keep_safe(kept);
    desk.change();
    desk.document->update(desk.now, true);
    CHECK(desk.document->idle());
    desk.now += 60;
    desk.document->update(desk.now, true);
    CHECK(desk.document->state() == Document::State::BackingUp);
    CHECK(desk.document->world_stands_still());
    desk.finish();
    CHECK(desk.document->session().history.unsaved());
    CHECK(backups_in(kept) == 1);
    desk.document->save();
    desk.person.choose(desk.file);
    desk.finish();
    desk.now += 1;
    desk.document->update(desk.now, true);
    CHECK(backups_in(kept) == 0);  // what is saved needs no backup
}

TEST_CASE("Document: a backup gives way to a save", "[editor][document]") {
    Desk desk;
    desk.save_as(desk.file);
    desk.document->keep_safe(desk.folder.path / "kept");
    desk.change();
    desk.document->update(desk.now, true);
    desk.now += 60;
    desk.gated = true;
    desk.document->update(desk.now, true);
    REQUIRE(desk.document->state() == Document::State::BackingUp);
    desk.gate.wait_until_reached();
    desk.document->save();
    CHECK(desk.jobs->cancelled());
    desk.gated = false;
    desk.gate.open();
    desk.finish();
    CHECK(desk.document->idle());
    CHECK_FALSE(desk.document->session().history.unsaved());
    CHECK(demo::load(desk.file)->world.entity_count() == 1);
}

TEST_CASE("Document: a scene is made in the background, and made anew as large as it was", "[editor][document]") {
    Desk desk;
    ecs::World* const before = &desk.world();
    desk.document->start_scene(demo::scene("stress"));
    CHECK(&desk.world() == before);
    CHECK(desk.document->job_title() == "Making the scene stress");
    CHECK(desk.document->world_stands_still());
    CHECK(desk.document->why_not_save() == "Making the scene stress: cancel that to save this world");
    SECTION("It replaces the world when it is there") {
        desk.finish();
        CHECK(desk.world().entity_count() == 10'001);
        CHECK(desk.person.plays == true);
        desk.document->session().scene_count = 50;
        desk.document->restart_scene();
        desk.finish();
        CHECK(desk.world().entity_count() == 51);
        CHECK(desk.person.plays == std::nullopt);
        CHECK(desk.document->session().scene_count == 50);
        CHECK(desk.person.told.empty());
    }
    SECTION("Cancelled, it leaves the world, which may change again") {
        desk.document->cancel_job();
        desk.finish();
        CHECK(&desk.world() == before);
        CHECK(desk.person.was_told("Making the scene stress was cancelled"));
        CHECK(desk.person.may_change == 1);
        CHECK_FALSE(desk.document->world_stands_still());
    }
}

}  // namespace document_test
