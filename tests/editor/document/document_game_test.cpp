#include <chrono>
#include <thread>

#include "catch.hpp"
#include "ecs/support/gate.hpp"
#include "editor/document/document.hpp"
#include "editor/support/built_game.hpp"
#include "editor/support/person.hpp"

namespace document_game_test {

using namespace editor;

namespace {

/// A document over a library that is built again.
struct Workshop {
    Workshop() {
        const auto library = built.open();
        auto own_jobs = std::make_unique<WorldJobs>(
            [this](const ecs::World& world, const files::WorldFile& head, const std::filesystem::path& target,
                   ecs::Progress* progress, files::FileStamp* over) {
                if (gated) gate.pass();
                return save_world(world, head, target, progress, over);
            },
            [] { return 0.0; });
        document = std::make_unique<Document>(person, settings,
                                              Session::from_scene(library->game(), library->game().scenes.front()),
                                              std::move(own_jobs));
        document->watch_game(library);
    }
    ~Workshop() { gate.open(); }

    Session& session() { return document->session(); }
    template <class Condition>
    void update_until(Condition condition) {
        const auto end = std::chrono::steady_clock::now() + std::chrono::minutes(1);
        while (!condition()) {
            REQUIRE(std::chrono::steady_clock::now() < end);
            document->update(++now, true);
            std::this_thread::yield();
        }
    }
    void build_and_wait(const std::string& build) {
        built.build(build);
        update_until([this, told = person.told.size()] { return person.told.size() > told; });
    }
    float value(std::string_view path) {
        const auto field = ecs::find_field(session().world.types(), path);
        REQUIRE(field);
        const ecs::Entity mine = session().world.find_by_name("Mine");
        return static_cast<float>(ecs::read_number(*field, session().world.get(mine, field->component)));
    }

    BuiltGame built;
    Person person;
    Settings settings;
    Gate gate;
    bool gated = false;
    double now = 0;
    std::unique_ptr<Document> document;
};

}  // namespace

TEST_CASE("Document: a library that is built anew carries the world on", "[editor][document][game]") {
    Workshop shop;
    for (int i = 0; i < 60; ++i) shop.session().tick();
    const float left = shop.value("Wick.left");
    REQUIRE(left < 100);
    shop.session().schedule.set_enabled("Drifting", false);
    shop.session().file = shop.built.folder.path / "pond.json";
    ecs::Edit edit = ecs::CreateEntities{.entities = {{}}};
    std::vector<ecs::Edit> edits;
    edits.push_back(std::move(edit));
    REQUIRE(shop.session().history.perform({"Create", std::move(edits)}).empty());

    shop.build_and_wait("my_game_2");
    CHECK(shop.person.told ==
          std::vector<std::string>{"game.so was loaded anew: 3 systems; Wick: added soot (default); undo starts here"});
    CHECK(shop.person.game_changed == 1);
    CHECK(shop.person.gone == 0);
    CHECK(shop.session().world.tick() == 60);
    CHECK(shop.session().world.entity_count() == 42);
    CHECK(shop.value("Wick.left") == left);
    CHECK(shop.value("Wick.soot") == 0.5f);
    CHECK_FALSE(shop.session().schedule.find("Drifting")->enabled);
    CHECK(shop.session().history.unsaved());
    CHECK_FALSE(shop.session().history.can_undo());
    CHECK(shop.document->title() == "pond*");

    // The new systems run, and the way back is the same.
    shop.session().tick();
    CHECK(shop.value("Wick.left") < left);
    const float later = shop.value("Wick.left");
    shop.build_and_wait("my_game");
    CHECK(shop.person.told.back() == "game.so was loaded anew: 3 systems; Wick: left out soot");
    CHECK(shop.value("Wick.left") == later);
    shop.session().tick();
}

TEST_CASE("Document: the world goes on with the code from before when a new library is refused",
          "[editor][document][game]") {
    Workshop shop;
    shop.build_and_wait("no_game_library");
    CHECK(shop.person.told ==
          std::vector<std::string>{
              "game.so has no function chunkscope_game: CHUNKSCOPE_GAME(…) in it makes one. The world "
              "goes on with the code from before"});
    shop.session().tick();
    CHECK(shop.person.game_changed == 0);
    {
        const Environment environment("CHUNKSCOPE_TEST_FAULT", "game crashes");
        shop.build_and_wait("faulty_library");
        CHECK(shop.person.was_told("game.so crashed in its set-up (segmentation fault)"));
    }
    shop.session().tick();
    shop.build_and_wait("my_game_2");
    CHECK(shop.person.game_changed == 1);
    CHECK(shop.person.told.size() == 3);
}

TEST_CASE("Document: new code waits for a save, and for the answer to a question", "[editor][document][game]") {
    Workshop shop;
    SECTION("a save") {
        shop.session().file = shop.built.folder.path / "pond.json";
        shop.session().history.mark_unsaved();
        shop.gated = true;
        shop.document->save();
        shop.gate.wait_until_reached();
        shop.built.build("my_game_2");
        shop.update_until([&] { return shop.document->game_waits(); });
        shop.document->update(++shop.now, true);
        CHECK(shop.person.game_changed == 0);
        shop.gate.open();
        shop.update_until([&] { return shop.person.game_changed == 1; });
        CHECK(shop.document->title() == "pond");
        CHECK(load_world(shop.session().game, shop.session().file, nullptr, files::Losses::Accept)
                  ->world.entity_count() == 41);
    }
    SECTION("a question, whose answer may start a scene of the present Game") {
        shop.session().history.mark_unsaved();
        shop.document->start_scene(*shop.session().game.find_scene("still"));
        REQUIRE(shop.person.asking());
        shop.built.build("my_game_2");
        shop.update_until([&] { return shop.document->game_waits(); });
        shop.document->update(++shop.now, true);
        CHECK(shop.person.game_changed == 0);
        shop.person.answer("Discard");
        shop.update_until([&] { return shop.person.game_changed == 1; });
        CHECK(shop.document->title() == "still");
    }
}

}  // namespace document_game_test
