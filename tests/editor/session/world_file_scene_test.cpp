// The scene of world files: systems, random source, handles; that a world goes on where it stopped.
#include <string>

#include "catch.hpp"
#include "editor/demo/components.hpp"
#include "editor/session/session_file.hpp"
#include "editor/support/demo.hpp"

namespace world_file_scene_test {

using namespace editor;
using namespace files;

namespace {

std::unique_ptr<Session> read(const std::string& members) {
    return demo::read("{ \"format\": \"chunkscope.world\", \"version\": 1, " + members + " }", "level.json");
}

std::string systems_of(const Session& session) {
    std::string text;
    for (const ecs::System* system : session.schedule.systems())
        text += system->description.name + (system->enabled ? "+ " : "- ");
    return text;
}

std::string scene_line(const Session& session) {
    const std::string text = write_world(session);
    const std::size_t start = text.find("  \"scene\"");
    return start == std::string::npos ? "" : text.substr(start, text.find('\n', start) - start);
}

}  // namespace

TEST_CASE("Scene of a file: a world saved half way goes on as one that ran through", "[editor][world_file]") {
    for (const Scene& scene : editor::demo_game().scenes) {
        INFO(scene.name);
        const auto through = demo::start(scene, 200, 7);
        auto halfway = demo::start(scene, 200, 7);
        for (int i = 0; i < 40; ++i) through->tick();
        for (int i = 0; i < 20; ++i) halfway->tick();
        halfway = demo::read(write_world(*halfway), "level.json");
        CHECK(halfway->scene == &scene);
        CHECK(halfway->warnings.empty());
        for (int i = 0; i < 20; ++i) halfway->tick();
        CHECK(halfway->hash_line() == through->hash_line());
        CHECK(to_string(halfway->world.create()) == to_string(through->world.create()));
    }
}

TEST_CASE("Scene of a file: the systems of the scene run, as far as they are enabled", "[editor][world_file]") {
    const auto session = read(R"("scene": { "name": "chase" }, "systems": { "Seek": { "enabled": false } })");
    std::string expected;
    for (std::string_view name : demo::scene("chase").systems)
        expected += std::string(name) + (name == "Seek" ? "- " : "+ ");
    CHECK(systems_of(*session) == expected);
    const auto more = read(R"("scene": { "name": "chase" }, "systems": { "Bounce": { "enabled": false } })");
    REQUIRE(more->schedule.find("Bounce") != nullptr);
    CHECK_FALSE(more->schedule.find("Bounce")->enabled);
    CHECK(systems_of(*demo::read(write_world(*more), "level.json")) == systems_of(*more));
}

TEST_CASE("Scene of a file: without one, the systems that are named run, in that order", "[editor][world_file]") {
    CHECK(systems_of(
              *read(R"("systems": { "Spin": {}, "Movement": { "enabled": false }, "Bounce": { "enabled": true } })")) ==
          "Spin+ Movement- Bounce+ ");
    CHECK(systems_of(*read(R"("entities": [])")).empty());
}

TEST_CASE("Scene of a file: what the program does not know is kept", "[editor][world_file]") {
    const auto session = read(R"("scene": { "name": "chas", "seed": 3 },
        "systems": { "Tides": { "enabled": false }, "Movement": {}, "Movment": {} })");
    CHECK(
        session->warnings ==
        std::vector<std::string>{"there is no scene called \"chas\", its systems do not run; did you mean \"chase\"?",
                                 "there is no system called \"Tides\", it does not run",
                                 "there is no system called \"Movment\", it does not run; did you mean \"Movement\"?"});
    const std::string text = write_world(*session);
    CHECK(text.find("\"scene\": { \"name\": \"chas\", \"seed\": 3,") != std::string::npos);
    CHECK(text.find("\"systems\": { \"Tides\": { \"enabled\": false }, \"Movement\": { \"enabled\": true }, "
                    "\"Movment\": { \"enabled\": true } }") != std::string::npos);
    CHECK(write_world(*demo::read(text, "level.json")) == text);
}

TEST_CASE("Scene of a file: systems keep their order, also those that only the file's game has",
          "[editor][world_file]") {
    const auto session =
        read(R"("systems": { "Ai": {}, "Tides": {}, "Spin": {}, "Render": {}, "Movement": {}, "Ui": {} })");
    const std::string text = write_world(*session);
    std::size_t at = 0;
    for (const char* name : {"Ai", "Tides", "Spin", "Render", "Movement", "Ui"}) {
        const std::size_t found = text.find("\"" + std::string(name) + "\": { \"enabled\"");
        INFO(name << " in " << text);
        REQUIRE(found != std::string::npos);
        CHECK(found > at);
        at = found;
    }
    CHECK(write_world(*demo::read(text, "level.json")) == text);
}

TEST_CASE("Scene of a file: all of it is kept exactly", "[editor][world_file]") {
    const auto session = read(R"("scene": { "seed": 18446744073709551615, "tick": 9007199254740993,
        "random": "fedcba9876543210", "camera": { "x": -1.5, "y": 0.1, "zoom": 2 } })");
    CHECK(session->seed == 18446744073709551615u);
    CHECK(session->world.tick() == 9007199254740993u);
    CHECK(session->schedule.random.state() == 0xfedcba9876543210u);
    CHECK(session->camera == CameraState{-1.5f, 0.1f, 2.0f});
    CHECK(session->file_camera == session->camera);
    CHECK(scene_line(*session) ==
          R"(  "scene": { "seed": 18446744073709551615, "tick": 9007199254740993, "random": "fedcba9876543210", )"
          R"("camera": { "x": -1.5, "y": 0.1, "zoom": 2 } },)");
}

TEST_CASE("Scene of a file: the random source starts from the seed unless its state is given", "[editor][world_file]") {
    CHECK(read(R"("scene": { "seed": 9 })")->schedule.random.state() == 9);
    CHECK(read(R"("scene": { "random": "0000000000000002", "seed": 9 })")->schedule.random.state() == 2);
    CHECK(read(R"("entities": [])")->schedule.random.state() == demo::Session().schedule.random.state());
}

TEST_CASE("Scene of a file: it is written when there is something to say", "[editor][world_file]") {
    demo::Session session;
    session.world.create();
    CHECK(scene_line(session).empty());
    session.tick();
    CHECK_FALSE(scene_line(session).empty());
    demo::Session looked_at;
    looked_at.camera.zoom = 2;
    CHECK(scene_line(looked_at).empty());
    demo::Session used;
    used.schedule.random.next();
    CHECK_FALSE(scene_line(used).empty());
}

TEST_CASE("Scene of a file: free handles are kept in their order", "[editor][world_file]") {
    demo::Session session;
    ecs::World& world = session.world;
    for (int i = 0; i < 6; ++i) world.create();
    CHECK(scene_line(session).empty());
    world.destroy({2, 1});
    world.destroy({5, 1});
    world.destroy({4, 1});
    CHECK(scene_line(session).find(R"("free": ["2v2", "5v2", "4v2"] })") != std::string::npos);
    const auto loaded = demo::read(write_world(session), "level.json");
    CHECK(write_world(*loaded) == write_world(session));
    for (int i = 0; i < 6; ++i) CHECK(to_string(loaded->world.create()) == to_string(world.create()));
}

TEST_CASE("Scene of a file: handles that only undo could bring back are never given to others",
          "[editor][world_file]") {
    demo::Session session;
    for (int i = 0; i < 4; ++i) session.world.create(Position{});
    REQUIRE(session.history.perform({"Destroy", {ecs::DestroyEntity{{4, 1}}}}).empty());
    CHECK(scene_line(session).find(R"("slots": 5 })") != std::string::npos);
    REQUIRE(session.history.perform({"Destroy", {ecs::DestroyEntity{{2, 1}}}}).empty());
    CHECK(scene_line(session).find(R"("free": [], "slots": 5 })") != std::string::npos);
    const auto loaded = demo::read(write_world(session), "level.json");
    CHECK(write_world(*loaded) == write_world(session));
    CHECK(to_string(loaded->world.create()) == "5v1");
    CHECK(to_string(session.world.create()) == "5v1");
}

TEST_CASE("Scene of a file: an edit that was undone leaves no trace in it", "[editor][world_file]") {
    demo::Session session;
    for (int i = 0; i < 4; ++i) session.world.create(Position{});
    session.world.destroy({2, 1});
    const std::string before = write_world(session);
    ecs::CreateEntities create;
    create.entities.resize(3);
    REQUIRE(session.history.perform({"Create", {create}}).empty());
    REQUIRE(session.history.undo().empty());
    CHECK(write_world(session) == before);
    REQUIRE(session.history.perform({"Destroy", {ecs::DestroyEntity{{3, 1}}}}).empty());
    REQUIRE(session.history.undo().empty());
    CHECK(write_world(session) == before);
}

TEST_CASE("Scene of a file: looking is no change", "[editor][world_file]") {
    const std::string plain = write_world(*demo::start("chase", 5, 3));
    CHECK(plain.find("camera") == std::string::npos);
    const std::string scene = "\"random\": \"0000000000000003\"";
    std::string with_camera = plain;
    REQUIRE(with_camera.find(scene) != std::string::npos);
    with_camera.insert(with_camera.find(scene) + scene.size(), R"(, "camera": { "x": 1.5, "y": -2, "zoom": 0.25 })");
    for (const std::string& text : {plain, with_camera}) {
        const auto session = demo::read(text, "level.json");
        CHECK(write_world(*session) == text);
        session->camera = {7, 8, 9};  // panned and zoomed
        CHECK(write_world(*session) == text);
    }
    CHECK(demo::read(with_camera, "level.json")->camera == CameraState{1.5f, -2.0f, 0.25f});
    // Without one, all of the arena is shown.
    const auto fresh = demo::start("chase", 5, 3);
    CHECK(demo::read(plain, "level.json")->camera == fresh->camera);
}

TEST_CASE("Scene of a file: free handles may lie beyond all entities", "[editor][world_file]") {
    const auto session = read(R"("scene": { "free": ["9v4", "7v2", "2v3"], "slots": 30 },
                                 "entities": [{ "id": "1v1" }, { "id": "5v1" }])");
    for (const ecs::Entity expected : {ecs::Entity{2, 3}, ecs::Entity{7, 2}, ecs::Entity{9, 4}, ecs::Entity{30, 1}})
        CHECK(session->world.create() == expected);
}

TEST_CASE("Scene of a file: many free slots that nobody used are one word", "[editor][world_file]") {
    const auto session = read(R"("scene": { "free": ["7v1", "100v1..20099v1", "5v2"], "slots": 30000 },
                                 "entities": [{ "id": "50v1" }, { "id": "16777215v1" }])");
    CHECK(session->world.entity_index().next() == ecs::Entity{5, 2});
    const std::string text = write_world(*session);
    CHECK(text.find(R"("free": ["7v1", "100v1..20099v1", "5v2"] },)") != std::string::npos);
    CHECK(text.size() < 1000);
    const auto again = demo::read(text, "level.json");
    CHECK(write_world(*again) == text);
    for (const ecs::Entity expected : {ecs::Entity{5, 2}, ecs::Entity{100, 1}, ecs::Entity{101, 1}})
        CHECK(again->world.create() == expected);
    const auto problem_of = [](const std::string& free) -> std::string {
        try {
            read("\"scene\": { \"free\": [" + free + R"(] }, "entities": [{ "id": "9v1" }])");
        } catch (const FileError& error) {
            return error.problem();
        }
        return "was read";
    };
    CHECK(problem_of(R"("10v1..12v1", "3v1..8v1")") == "was read");
    CHECK(problem_of(R"("3v1..12v1")") == "/scene/free/0 is free, but an entity of the file has index 9");
    CHECK(problem_of(R"("11v1", "10v1..12v1")") == "/scene/free/1 lists index 11 a second time");
    for (const char* wrong : {R"("5v1..4v1")", R"("4v2..5v2")", R"("4v1..5v2")", R"("4v1..")", R"("1v1..16777216v1")"})
        CHECK(problem_of(wrong).find("must be ids of generation 1, the lower one first") != std::string::npos);
}

}  // namespace world_file_scene_test
