#include <vector>

#include "catch.hpp"
#include "ecs/snapshot/state_hash.hpp"
#include "editor/session/session_file.hpp"

namespace with_other_game_test {

using namespace editor;

namespace {

// The same components as two builds of a game have them.
namespace old_build {
struct Wick {
    float left = 1;
    double heat = 2;
    std::int32_t gone = 3;
};
}  // namespace old_build
namespace new_build {
struct Wick {
    float soot = 0.5f, left = 10;
    float heat = 20;
};
}  // namespace new_build

Game old_game() {
    Game game{.name = "pond", .register_types = [](ecs::TypeRegistry& types) {
                  types.add<old_build::Wick>("Wick")
                      .field("left", &old_build::Wick::left)
                      .field("heat", &old_build::Wick::heat)
                      .field("gone", &old_build::Wick::gone);
              }};
    const auto nothing = [](const ecs::World&, const HeldKeys&) { return ecs::SystemDescription{}; };
    game.systems = {{"Burning", nothing}, {"Drifting", nothing}};
    game.scenes = {{.name = "evening", .systems = {"Burning", "Drifting"}}};
    return game;
}

Game new_game() {
    Game game = old_game();
    game.register_types = [](ecs::TypeRegistry& types) {
        types.add<new_build::Wick>("Wick")
            .field("soot", &new_build::Wick::soot)
            .field("left", &new_build::Wick::left)
            .field("heat", &new_build::Wick::heat);
    };
    return game;
}

struct Pond {
    Game before = old_game(), after = new_game();
    std::unique_ptr<Session> session;
    ecs::Entity lantern;

    explicit Pond(bool scene) {
        session = scene ? Session::from_scene(before, before.scenes.front(), {}, 7) : std::make_unique<Session>(before);
        lantern = session->world.create(ecs::Name{"Lantern"}, old_build::Wick{5, 6, 7});
        session->world.destroy(session->world.create());
        session->tick();
        session->schedule.random.next();
    }
};

}  // namespace

TEST_CASE("With other game: values are carried over field by field, by name", "[editor][world_file]") {
    const bool scene = GENERATE(true, false);  // without one, a file's own descriptions would win
    CAPTURE(scene);
    Pond pond(scene);
    const auto other = with_other_game(*pond.session, pond.after);
    const new_build::Wick& wick = other->world.get<new_build::Wick>(pond.lantern);
    CHECK(wick.left == 5);
    CHECK(wick.heat == 6);
    CHECK(wick.soot == 0.5f);
    CHECK(other->world.types().find("Wick")->id == other->world.id<new_build::Wick>());
    CHECK(other->warnings ==
          std::vector<std::string>{"Wick: added soot (default), left out gone, made heat f32, which was f64"});
    CHECK(other->losses == std::vector<std::string>{"Wick: left out gone"});
    CHECK(other->world.tick() == 1);
    CHECK(other->schedule.random.state() == pond.session->schedule.random.state());
    CHECK(other->described_types == pond.session->described_types);
}

TEST_CASE("With other game: the same Game gives the same world", "[editor][world_file]") {
    Pond pond(true);
    pond.session->schedule.set_enabled("Burning", false);
    pond.session->file = "/nowhere/pond.json";
    pond.session->camera = {1, 2, 3};
    pond.session->history.mark_unsaved();
    const auto other = with_other_game(*pond.session, pond.before);
    CHECK(other->hash_line() == pond.session->hash_line());
    CHECK(write_world(*other) == write_world(*pond.session));
    CHECK(other->scene == pond.session->scene);
    CHECK_FALSE(other->schedule.find("Burning")->enabled);
    CHECK(other->schedule.find("Drifting")->enabled);
    CHECK(other->file == pond.session->file);
    CHECK(other->camera == pond.session->camera);
    CHECK(other->history.unsaved());
    CHECK(other->warnings.empty());
    CHECK_FALSE(with_other_game(*other, pond.after)->history.can_undo());
}

TEST_CASE("With other game: what a file described itself stays its own", "[editor][world_file]") {
    Pond pond(false);
    const auto session = read_world(pond.before, R"({ "format": "chunkscope.world", "version": 1,
        "components": { "Wick": { "fields": { "length": "i64" } } },
        "entities": [ { "id": "1v1", "components": { "Wick": { "length": 12 } } } ] })",
                                    "own.json");
    const auto other = with_other_game(*session, pond.after);
    const ecs::ComponentType* wick = other->world.types().find("Wick");
    REQUIRE(wick);
    CHECK(wick->cpp_key == 0);
    CHECK(wick->fields.front().name == "length");
    CHECK(other->world.types().find("Wick (pond)")->id == other->world.id<new_build::Wick>());
    CHECK(other->warnings.empty());
    CHECK(write_world(*other) == write_world(*session));
}

TEST_CASE("With other game: a component or scene that is gone leaves its values", "[editor][world_file]") {
    Pond pond(true);
    const Game bare{.name = "pond"};
    const auto other = with_other_game(*pond.session, bare);
    const ecs::ComponentType* wick = other->world.types().find("Wick");
    REQUIRE(wick);
    CHECK(wick->fields.size() == 3);
    CHECK(other->unknown_scene == "evening");
    CHECK(other->warnings.at(1) == "Wick is not in pond any more, its values are kept");
    // And they are there when it comes back.
    const auto again = with_other_game(*other, pond.before);
    CHECK(again->scene == &pond.before.scenes.front());
    CHECK(again->world.get<old_build::Wick>(pond.lantern).heat == 6);
    CHECK(again->schedule.systems().size() == 2);
}

namespace {

// Components that are described in part.
struct Crate {
    float x = 0;
    std::int32_t hidden[4] = {};
};
struct Bag {
    std::int64_t size = 0;
    std::vector<std::int32_t> items;
};
namespace new_build {
struct Crate {
    float x = 0;
    std::int32_t hidden[5] = {};
};
}  // namespace new_build

Game stores() {
    return {.name = "pond", .register_types = [](ecs::TypeRegistry& types) {
                types.add<Crate>("Crate").field("x", &Crate::x);
                types.add<Bag>("Bag").field("size", &Bag::size);
            }};
}

}  // namespace

TEST_CASE("With other game: bytes that no field describes are carried over, or said to be new",
          "[editor][world_file]") {
    Game before = stores();
    auto session = std::make_unique<Session>(before);
    ecs::World& world = session->world;
    const ecs::Entity crate = world.create(Crate{1, {2, 3, 4, 5}}), empty = world.create(Bag{7, {}});
    const ecs::Entity bag = world.create(Bag{8, {1, 2}});
    SECTION("the same code") {
        const auto other = with_other_game(*session, before);
        CHECK(other->world.get<Crate>(crate).hidden[3] == 5);
        CHECK(other->world.get<Bag>(bag).size == 8);
        CHECK(other->world.get<Bag>(bag).items.empty());
        CHECK(other->world.get<Bag>(empty).size == 7);
        CHECK(other->losses ==
              std::vector<std::string>{"Bag: 24 bytes that no field describes (8 to 31) are new in 1 entity"});
        CHECK(other->warnings == other->losses);
    }
    SECTION("code that lays them out in another way") {
        Game after = stores();
        after.register_types = [](ecs::TypeRegistry& types) {
            types.add<new_build::Crate>("Crate").field("x", &new_build::Crate::x);
            types.add<Bag>("Bag").field("size", &Bag::size);
        };
        world.destroy(bag);
        const auto other = with_other_game(*session, after);
        CHECK(other->world.get<new_build::Crate>(crate).hidden[3] == 0);
        CHECK(other->losses ==
              std::vector<std::string>{"Crate: 16 bytes that no field describes (4 to 19) are new in 1 entity"});
    }
    SECTION("values that nobody wrote are no loss") {
        world.destroy(bag);
        CHECK(with_other_game(*session, before)->losses.empty());
    }
}

TEST_CASE("With other game: a level that is played keeps its world before Play", "[editor][world_file][play]") {
    Pond pond(false);
    Session& session = *pond.session;
    const ecs::Entity frog = session.world.create(ecs::Name{"Frog"}, old_build::Wick{});
    REQUIRE(session.play.begin().empty());
    for (int i = 0; i < 5; ++i) session.tick();
    session.world.get_mut<old_build::Wick>(pond.lantern).left = 55;
    session.world.destroy(frog);
    const ecs::Entity fly = session.world.create(ecs::Name{"Fly"});
    session.schedule.random.next();

    const auto other = with_other_game(session, pond.after);
    CHECK(other->saves_authored());
    CHECK(other->unsaved() == session.unsaved());
    CHECK(other->world.tick() == 6);
    CHECK(other->world.get<new_build::Wick>(pond.lantern).left == 55);
    CHECK_FALSE(other->world.alive(frog));
    CHECK(other->world.name(fly) == "Fly");
    CHECK(other->schedule.random.state() == session.schedule.random.state());
    CHECK_FALSE(other->history.can_undo());
    REQUIRE(other->play.stop().empty());
    CHECK(other->world.tick() == 1);
    CHECK(other->world.get<new_build::Wick>(pond.lantern).left == 5);
    CHECK(other->world.name(frog) == "Frog");
    CHECK_FALSE(other->world.alive(fly));
}

}  // namespace with_other_game_test
