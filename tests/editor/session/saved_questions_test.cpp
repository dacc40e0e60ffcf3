#include "editor/session/saved_questions.hpp"

#include <string>

#include "catch.hpp"
#include "editor/attach/attached_world.hpp"
#include "editor/demo/demo_game.hpp"
#include "editor/session/session_attached.hpp"
#include "files/support/temporary_folder.hpp"
#include "remote/http/http_server.hpp"

namespace saved_questions_test {

using namespace editor;

namespace {

std::unique_ptr<Session> scene(const char* name) {
    return Session::from_scene(demo_game(), *demo_game().find_scene(name));
}

}  // namespace

TEST_CASE("SavedQuestions: each scene, file and program has its own, in this run and in later ones",
          "[editor][questions]") {
    const TemporaryFolder folder;
    const auto file = folder.write("a level.json", "{}");
    const auto chase = scene("chase"), bullets = scene("bullets"), level = scene("chase");
    level->file = file;
    SavedQuestions kept(folder.path / "state");
    CHECK(kept.find(*chase).empty());
    CHECK(kept.remember(*chase, "query=a\n").empty());
    CHECK(kept.remember(*level, "query=b\nwatch=c d\n").empty());
    CHECK(kept.find(*chase) == "query=a\n");
    CHECK(kept.find(*bullets).empty());
    level->file = folder.path / "no" / ".." / "a level.json";
    CHECK(kept.find(*level) == "query=b\nwatch=c d\n");

    SavedQuestions later(folder.path / "state");
    CHECK(later.find(*level) == "query=b\nwatch=c d\n");
    CHECK(later.find(*scene("chase")) == "query=a\n");
    CHECK(later.remember(*level, "").empty());
    CHECK(later.find(*level).empty());
    CHECK(SavedQuestions(folder.path / "state").find(*level).empty());
    CHECK(folder.read("a level.json") == "{}");
}

TEST_CASE("SavedQuestions: a program is known by its address; a world that nobody can open again keeps nothing",
          "[editor][questions]") {
    const TemporaryFolder folder;
    SavedQuestions kept(folder.path);
    const Session fresh(demo_game());
    CHECK(place_of(fresh).empty());
    CHECK(kept.remember(fresh, "query=a\n").empty());
    CHECK(kept.find(fresh).empty());
    if (!remote::HttpServer::available()) return;
    const auto one = make_attached_session(demo_game(), {.kind = remote::find_owner_kind("chunkscope"), .port = 9});
    const auto same = make_attached_session(demo_game(), {.kind = remote::find_owner_kind("chunkscope"), .port = 9});
    const auto other = make_attached_session(demo_game(), {.kind = remote::find_owner_kind("chunkscope"), .port = 10});
    CHECK(kept.remember(*one, "watch=x\n").empty());
    CHECK(kept.find(*same) == "watch=x\n");
    CHECK(kept.find(*other).empty());
}

TEST_CASE("SavedQuestions: without a folder they last for the run, and a damaged file breaks nothing",
          "[editor][questions]") {
    SavedQuestions none{std::filesystem::path()};
    const auto chase = scene("chase");
    CHECK(none.remember(*chase, "query=a\n").empty());
    CHECK(none.find(*chase) == "query=a\n");
    const TemporaryFolder folder;
    for (const std::string text : {"{", "{ \"questions\": [\"query=a scene:demo/chase\", \"scene:demo/chase\", \"\"] }",
                                   "{ \"questions\": 3 }"}) {
        folder.write("questions.json", text);
        CHECK(SavedQuestions(folder.path).find(*chase).empty());
    }
}

}  // namespace saved_questions_test
