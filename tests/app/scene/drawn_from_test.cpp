#include "editor/app/scene/drawn_from.hpp"
#include "editor/app/scene/picking.hpp"

#include "catch.hpp"
#include "ecs/edit/history.hpp"
#include "ecs/schedule/schedule.hpp"
#include "editor/demo/components.hpp"
#include "editor/demo/demo_game.hpp"

namespace drawn_from_test {

using namespace editor;
using Source = DrawnFrom::Source;

namespace {

struct Spot {
    double x = 0, y = 0;
};
struct Odd {
    float left = 0, down = 0;
};

struct Scene {
    ecs::World world;
    DrawnFrom drawn;
    Scene() {
        register_components(world.types());
        world.types().add<Spot>("own::Spot").field("x", &Spot::x).field("y", &Spot::y);
        world.types().add<Odd>("own::Odd").field("left", &Odd::left).field("down", &Odd::down);
    }
    bool update() { return drawn.update(world, demo_game(), 3); }
    DrawRoles odd_roles() {
        DrawRoles roles;
        roles[DrawRole::X] = "own::Odd.left";
        roles[DrawRole::Y] = "own::Odd.down";
        return roles;
    }
};

}  // namespace

TEST_CASE("Drawn from: the Game says, where its places are used", "[ui][scene]") {
    Scene scene;
    CHECK(scene.update());
    CHECK(scene.drawn.source() == Source::Game);  // of an empty world
    scene.world.create(Position{});
    scene.update();
    CHECK(scene.drawn.source() == Source::Game);
    CHECK(scene.drawn.fields().default_radius == 4);
    CHECK_FALSE(scene.update());
}

TEST_CASE("Drawn from: in a world from elsewhere it is a guess, and dots have one size on the screen", "[ui][scene]") {
    Scene scene;
    scene.world.create(Spot{});
    CHECK(scene.update());
    CHECK(scene.drawn.source() == Source::Guess);
    CHECK(scene.drawn.roles()[DrawRole::X] == "own::Spot.x");
    CHECK(scene.drawn.fields().default_radius == 3);
    scene.world.create(Position{});  // from now on somebody has the Game's
    scene.update();
    CHECK(scene.drawn.source() == Source::Game);
}

TEST_CASE("Drawn from: what a person chose wins, once it gives a place", "[ui][scene]") {
    Scene scene;
    scene.world.create(Position{}, Odd{});
    DrawRoles half;
    half[DrawRole::X] = "own::Odd.left";
    scene.drawn.choose(half);
    scene.update();
    CHECK(scene.drawn.source() == Source::Game);
    scene.drawn.choose(scene.odd_roles());
    CHECK(scene.update());
    CHECK(scene.drawn.source() == Source::Person);
    CHECK(scene.drawn.roles().default_area == ecs::Vec2{});
    scene.drawn.choose(std::nullopt);
    CHECK(scene.update());
    CHECK(scene.drawn.source() == Source::Game);
}

TEST_CASE("Drawn from: where y grows, the Game says, and a person can say otherwise", "[ui][scene]") {
    ecs::World world;
    world.types().add<Spot>("own::Spot").field("x", &Spot::x).field("y", &Spot::y);
    const ecs::Entity spot = world.create(Spot{3, 5});
    Game game{.name = "up"};
    game.draw.y_up = true;
    DrawnFrom drawn;
    CHECK(drawn.update(world, game, 3));
    CHECK(drawn.fields().y_up);
    CHECK(bounds_of(world, drawn.fields(), spot)->y == -5);  // above the origin
    drawn.set_y_up(false);
    CHECK(drawn.update(world, game, 3));
    CHECK(bounds_of(world, drawn.fields(), spot)->y == 5);
    drawn.set_y_up(std::nullopt);
    CHECK(drawn.update(world, game, 3));
    CHECK_FALSE(drawn.update(world, game, 3));
    CHECK(drawn.fields()[DrawRole::Y].mirrored);
    CHECK_FALSE(drawn.fields()[DrawRole::X].mirrored);
}

TEST_CASE("Drawn from: where nothing is a place, nothing is drawn", "[ui][scene]") {
    ecs::World world;
    DrawnFrom drawn;
    world.create(ecs::Name{"Nobody"});
    drawn.update(world, no_game(), 3);
    CHECK(drawn.source() == Source::Nothing);
    CHECK_FALSE(drawn.fields().has_place());
}

TEST_CASE("Drawn from: where the change of a component's fields is undone, its former fields are drawn again",
          "[ui][scene]") {
    Scene scene;
    const auto spot = [](std::initializer_list<const char*> names) {
        ecs::ComponentType type;
        type.name = "Place";
        for (const char* name : names) {
            type.fields.emplace_back().name = name;
            type.fields.back().kind = ecs::FieldKind::F64;
            type.fields.back().element_size = sizeof(double);
        }
        return type;
    };
    ecs::Schedule schedule(scene.world);
    ecs::History history(scene.world, schedule);
    const ecs::ComponentId before = *scene.world.types().add_at_run_time(spot({"x", "y"}));
    const ecs::Entity entity = scene.world.create();
    scene.world.add(entity, before);
    CHECK(scene.update());
    REQUIRE(scene.drawn.fields()[DrawRole::X].component == before);
    ecs::SetType change;
    change.from = "Place";
    change.to = spot({"z", "x", "y"});
    REQUIRE(history.perform({"Give it a z", {change}}).empty());
    const ecs::ComponentId after = scene.world.types().find("Place")->id;
    for (const ecs::ComponentId now : {after, before, after}) {
        CHECK(scene.update());
        CHECK(scene.world.has(entity, now));
        CHECK(scene.drawn.fields()[DrawRole::X].component == now);
        REQUIRE((now == after ? history.undo() : history.redo()).empty());
    }
}

}  // namespace drawn_from_test
