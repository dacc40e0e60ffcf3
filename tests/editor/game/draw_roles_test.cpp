#include "editor/game/draw_roles.hpp"

#include "catch.hpp"
#include "editor/demo/demo_game.hpp"
#include "editor/support/demo.hpp"

namespace draw_roles_test {

using namespace editor;

namespace {

struct Velocity {
    float x = 0, y = 0;
};
struct Pair {
    double x = 0, y = 0;
};
struct Body {
    ecs::Vec3 translation;
    float rotation = 0;
};
struct Paint {
    ecs::Rgba value;
};

struct Scene {
    ecs::World world;
    template <class T>
    void know(const char* name);
    DrawRoles guess() const { return guess_draw_roles(world); }
};
template <>
void Scene::know<Velocity>(const char* name) {
    world.types().add<Velocity>(name).field("x", &Velocity::x).field("y", &Velocity::y);
}
template <>
void Scene::know<Pair>(const char* name) {
    world.types().add<Pair>(name).field("x", &Pair::x).field("y", &Pair::y);
}
template <>
void Scene::know<Body>(const char* name) {
    world.types().add<Body>(name).field("translation", &Body::translation).field("rotation", &Body::rotation);
}
template <>
void Scene::know<Paint>(const char* name) {
    world.types().add<Paint>(name).field("value", &Paint::value);
}

}  // namespace

TEST_CASE("Draw roles: every field of the demo scenes exists in their worlds", "[editor][game]") {
    const demo::Session session;
    const DrawRoles& roles = demo_game().draw;
    const DrawnFields fields = find_drawn_fields(session.world.types(), roles);
    for (std::size_t i = 0; i < draw_role_count; ++i) CHECK(fields.fields[i].exists() == !roles.fields[i].empty());
    CHECK(fields.has_place());
    CHECK(fields.on_top != ecs::no_component);
    CHECK(fields.range.exists());
    CHECK(fields.area_width.exists());
    CHECK(fields.moved_along.size() == 2);
}

TEST_CASE("Draw roles: what is no number is no place, and no colour is no colour", "[editor][game]") {
    Scene scene;
    scene.know<Body>("Body");
    DrawRoles roles;
    roles[DrawRole::X] = "Body.translation";
    roles[DrawRole::Y] = "Body.translation.y";
    roles[DrawRole::Color] = "Body.rotation";
    const DrawnFields fields = find_drawn_fields(scene.world.types(), roles);
    CHECK_FALSE(fields.has_place());
    CHECK_FALSE(fields[DrawRole::Color].exists());
}

TEST_CASE("Draw roles: a place is guessed by names, and a velocity is none", "[editor][game]") {
    Scene scene;
    scene.know<Velocity>("Velocity");
    CHECK_FALSE(scene.guess().has_place());

    scene.know<Pair>("game::Something");
    scene.world.create(Velocity{}, Pair{});
    CHECK(scene.guess()[DrawRole::X] == "game::Something.x");

    scene.know<Body>("game::Transform");
    CHECK(scene.guess()[DrawRole::X] == "game::Something.x");  // no entity has the other
    scene.world.create(Body{});
    const DrawRoles roles = scene.guess();
    CHECK(roles[DrawRole::X] == "game::Transform.translation.x");
    CHECK(roles[DrawRole::Z] == "game::Transform.translation.z");
    CHECK(roles[DrawRole::Angle] == "game::Transform.rotation");

    scene.know<Paint>("Paint");
    CHECK(scene.guess()[DrawRole::Color] == "Paint.value");
}

TEST_CASE("Draw roles: entities without a place are counted", "[editor][game]") {
    Scene scene;
    scene.know<Pair>("Position");
    scene.know<Velocity>("Velocity");
    const DrawnFields nothing = find_drawn_fields(scene.world.types(), {});
    for (int i = 0; i < 3; ++i) scene.world.create(Pair{});
    for (int i = 0; i < 2; ++i) scene.world.create(Velocity{});
    CHECK(count_unplaced(scene.world, nothing) == 5);
    CHECK(count_unplaced(scene.world, find_drawn_fields(scene.world.types(), scene.guess())) == 2);
}

TEST_CASE("Draw roles: settings bring back what was chosen, and wrong lines do no harm", "[editor][game]") {
    CHECK(draw_roles_from(to_lines(demo_game().draw)).fields == demo_game().draw.fields);
    const DrawRoles roles = draw_roles_from({"", "x", "x=A.b", "sound=A.c", "=", "y="});
    CHECK(roles[DrawRole::X] == "A.b");
    CHECK_FALSE(roles.has_place());
}

TEST_CASE("Draw roles: all fields that fit a role are offered", "[editor][game]") {
    Scene scene;
    scene.know<Body>("Body");
    scene.know<Paint>("Paint");
    CHECK(fields_for(scene.world, DrawRole::Color) == std::vector<std::string>{"Body.translation", "Paint.value"});
    scene.world.create(Paint{});
    CHECK(fields_for(scene.world, DrawRole::Color) == std::vector<std::string>{"Paint.value", "Body.translation"});
    const std::vector<std::string> numbers = fields_for(scene.world, DrawRole::X);
    for (const std::string& path : numbers) CHECK(ecs::find_field(scene.world.types(), path));
    CHECK(std::find(numbers.begin(), numbers.end(), "Body.translation.z") != numbers.end());
    CHECK(std::find(numbers.begin(), numbers.end(), "Paint.value.a") != numbers.end());
}

TEST_CASE("Draw roles: of a component that another one replaced nothing is drawn, and nothing is offered",
          "[editor][game]") {
    Scene scene;
    scene.know<Paint>("Paint");
    scene.know<Pair>("Position");
    ecs::TypeRegistry& types = scene.world.types();
    types.retire(types.find("Paint")->id);
    types.retire(types.find("Position")->id);
    // Another build of the program has other fields.
    const auto add = [&](const char* name, std::initializer_list<const char*> fields, ecs::FieldKind kind) {
        ecs::ComponentType type;
        type.name = name;
        for (const char* each : fields) {
            type.fields.emplace_back().name = each;
            type.fields.back().kind = kind;
            type.fields.back().element_size = static_cast<std::uint32_t>(ecs::size_of(kind));
        }
        REQUIRE(types.add_at_run_time(std::move(type)));
    };
    add("Paint", {"tint"}, ecs::FieldKind::Color);
    add("Position", {"x", "y"}, ecs::FieldKind::F32);
    CHECK(scene.guess()[DrawRole::Color] == "Paint.tint");
    CHECK(scene.guess()[DrawRole::X] == "Position.x");
    CHECK(fields_for(scene.world, DrawRole::Color) == std::vector<std::string>{"Paint.tint"});
    for (const std::string& path : fields_for(scene.world, DrawRole::X))
        CHECK(path.find("before") == std::string::npos);
}

}  // namespace draw_roles_test
