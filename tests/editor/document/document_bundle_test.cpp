// How a Document opens bundles.
#include <chrono>
#include <filesystem>
#include <memory>

#include "catch.hpp"
#include "editor/document/document.hpp"
#include "editor/session/session_bundle.hpp"
#include "editor/support/demo.hpp"
#include "editor/support/person.hpp"
#include "files/support/temporary_folder.hpp"

namespace document_bundle_test {

using namespace editor;

namespace {

struct BundleDesk : DocumentDesk {
    BundleDesk() : DocumentDesk(demo::new_session()) {}
    TemporaryFolder folder;
    std::filesystem::path file = folder.path / "bug.json";

    /// A bundle of a scene after so many ticks.
    std::unique_ptr<Session> save_bundle(const char* note) const {
        std::unique_ptr<Session> session = demo::start("chase", 20);
        session->record();
        for (int i = 0; i < 40; ++i) session->tick();
        editor::save(bundle_of(*session, {.note = note}), file);
        return session;
    }
};

}  // namespace

TEST_CASE("Document: a bundle opens paused, with its note, and is a recent file", "[editor][document][bundle]") {
    BundleDesk desk;
    const std::unique_ptr<Session> saved = desk.save_bundle("The fox stands still");
    desk.document->open(desk.file);
    CHECK(desk.document->world_stands_still());  // the code of the Game runs
    desk.finish();
    CHECK(desk.person.gone == 1);
    CHECK(desk.person.plays == false);
    CHECK(desk.person.was_told("Opened bug.json: its ticks are as they were recorded"));
    CHECK(desk.person.question == "Note in bug.json");
    desk.person.answer("OK");
    CHECK(desk.document->session().hash_line() == saved->hash_line());
    CHECK(desk.settings.recent_files() == std::vector{desk.file});
    // Save must not write a world over it.
    CHECK(desk.document->session().file.empty());
    CHECK_FALSE(desk.document->session().history.unsaved());
    desk.document->save();
    CHECK(desk.person.asked_to_save);
}

TEST_CASE("Document: a bundle without a note asks nothing", "[editor][document][bundle]") {
    BundleDesk desk;
    (void)desk.save_bundle("");
    desk.document->open(desk.file);
    desk.finish();
    CHECK(desk.person.gone == 1);
    CHECK(desk.person.question.empty());
}

TEST_CASE("Document: a damaged bundle is told in a sentence, and the open world stays", "[editor][document][bundle]") {
    BundleDesk desk;
    (void)desk.save_bundle("");
    std::string text = desk.folder.read("bug.json");
    text.resize(text.size() - 100);
    (void)desk.folder.write("bug.json", text);
    desk.document->open(desk.file);
    desk.finish();
    CHECK(desk.person.gone == 0);
    CHECK(desk.person.was_told("bug.json:"));
    CHECK_FALSE(desk.document->world_stands_still());
    CHECK(desk.person.may_change == 1);  // what waited is done
}

}  // namespace document_bundle_test
