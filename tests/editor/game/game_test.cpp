#include "editor/game/game.hpp"

#include "catch.hpp"
#include "editor/session/session.hpp"

namespace game_test {

using namespace editor;

namespace {

struct Helm {
    float turn = 0, thrust = 0;
    std::int32_t steps = 0;
};

Game boat_game() {
    Game game{.name = "boats"};
    game.register_types = [](ecs::TypeRegistry& types) {
        types.add<Helm>("boats::Helm")
            .field("turn", &Helm::turn)
            .field("thrust", &Helm::thrust)
            .field("steps", &Helm::steps);
    };
    game.systems = {{"Steer", [](const ecs::World& world, const HeldKeys&) {
                         ecs::SystemDescription system;
                         system.accesses = ecs::access<Helm>(world);
                         system.run = [view = ecs::View<Helm>(world)](ecs::SystemContext& context) mutable {
                             context.each(view, [](Helm& helm) { helm.steps += helm.turn > 0 ? 1 : 0; });
                         };
                         return system;
                     }}};
    game.scenes = {{.name = "harbour",
                    .default_count = 3,
                    .systems = {"Steer"},
                    .fill =
                        [](ecs::World& world, std::size_t count, std::uint64_t) {
                            for (std::size_t i = 0; i < count; ++i) world.create(Helm{});
                        }},
                   {.name = "empty"}};
    game.keys = {{HeldKey::Left, "boats::Helm.turn", -1},
                 {HeldKey::Right, "boats::Helm.turn", 1},
                 {HeldKey::Up, "boats::Helm.thrust", 2},
                 {HeldKey::Up, "boats::Helm.nowhere", 2}};
    return game;
}

}  // namespace

TEST_CASE("Game: a session runs a game that nothing else knows", "[editor][game]") {
    const Game game = boat_game();
    const auto session = Session::from_scene(game, game.scenes.front());
    CHECK(session->world.entity_count() == 3);
    CHECK(session->schedule.find("Steer"));
    session->keys.right = true;
    for (int i = 0; i < 5; ++i) session->tick();
    ecs::View<const Helm>(session->world).each(session->world, [](const Helm& helm) { CHECK(helm.steps == 5); });
}

TEST_CASE("Game: held keys are summed up in their field before each tick", "[editor][game]") {
    const Game game = boat_game();
    const auto session = Session::from_scene(game, game.scenes.front(), 1);
    const ecs::Entity boat =
        session->world.entity_at_slot(0) ? session->world.entity_at_slot(0) : session->world.entity_at_slot(1);
    const auto helm = [&] { return session->world.get<Helm>(boat); };
    session->keys = {.up = true, .left = true};
    session->tick();
    CHECK(helm().turn == -1);
    CHECK(helm().thrust == 2);
    session->keys = {.left = true, .right = true};
    session->tick();
    CHECK(helm().turn == 0);
    CHECK(helm().thrust == 0);
    session->keys.right = false;
    session->schedule.set_enabled(held_keys_system, false);
    session->tick();
    CHECK(helm().turn == 0);  // switched off, like any system
}

TEST_CASE("Game: names that it does not have are nothing", "[editor][game]") {
    const Game game = boat_game();
    Session session(game);
    CHECK(game.find_scene("open sea") == nullptr);
    CHECK_FALSE(session.add_system("Sink"));
    CHECK(game.system_names() == std::vector<std::string>{std::string(held_keys_system), "Steer"});
    CHECK(Session::from_scene(game, *game.find_scene("empty"))->world.entity_count() == 0);
    CHECK(no_game().system_names().empty());
    CHECK_FALSE(no_game().make_system(held_keys_system, session.world, session.keys));
}

}  // namespace game_test
