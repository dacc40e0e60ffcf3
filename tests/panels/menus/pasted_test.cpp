#include "panels/menus/pasted.hpp"

#include <array>

#include "catch.hpp"
#include "panels/base/link.hpp"
#include "panels/menus/copied_text.hpp"

namespace pasted_test {

struct Position {
    float x = 0, y = 0;
};
struct Label {
    std::string text;
    ecs::Entity target;
};
struct Enemy {};

struct Scene {
    ecs::World world;
    ecs::Entity hero;
    Scene() {
        world.types().add<Position>("Position").field("x", &Position::x).field("y", &Position::y);
        world.types().add<Label>("Label").field("text", &Label::text).field("target", &Label::target);
        world.types().add<Enemy>("Enemy");
        hero = world.create(ecs::Name{"Hero"}, Position{1, 2}, Enemy{});
    }
    const ecs::ComponentType& type(const char* name) const { return *world.types().find(name); }
};

TEST_CASE("Paste: an entity that was copied gives its components, but neither its id nor its name",
          "[panels][menus][paste]") {
    Scene s;
    const auto values = panels::pasted_components(s.world, *panels::json_of_entities(s.world, std::array{s.hero}));
    REQUIRE(values);
    REQUIRE(values->size() == 2);
    CHECK((*values)[0].type().name == "Enemy");
    CHECK((*values)[1] == ecs::Value::of(s.type("Position"), Position{1, 2}));
}

TEST_CASE("Paste: a component that was copied", "[panels][menus][paste]") {
    Scene s;
    const Position position{3, 4};
    const ecs::ComponentType& type = s.type("Position");
    const auto copied = panels::pasted_components(s.world, panels::json_of_component(type, &position));
    REQUIRE(copied);
    CHECK((*copied)[0] == ecs::Value::of(type, position));
    for (const std::string& text :
         {panels::json_of_component(type, &position), panels::value_of_component(type, &position)}) {
        const auto value = panels::pasted_component(s.world, type, nullptr, text);
        INFO(text);
        REQUIRE(value);
        CHECK(*value == ecs::Value::of(type, position));
    }
    // What the text leaves out stays.
    const auto part = panels::pasted_component(s.world, type, &position, R"({ "y": 9 })");
    REQUIRE(part);
    CHECK(*part == ecs::Value::of(type, Position{3, 9}));
}

TEST_CASE("Paste: what is no component is refused with a sentence", "[panels][menus][paste]") {
    Scene s;
    struct Case {
        std::string text, problem;
    };
    const Case cases[] = {
        {"", "The clipboard holds no text"},
        {"hello", "The clipboard holds no components"},
        {"{}", "The clipboard holds no components"},
        {R"({ "id": "2v1", "parent": "1v1" })", "The clipboard holds no components"},
        {R"({ "Wings": {} })", "No component of this world is called Wings"},
        {R"({ "Position": { "x": "one" } })", "The clipboard: /Position/x must be a number, found string \"one\""},
        {R"({ "Position": { "x": 1 } )", "The clipboard: /Position: the text stops in the middle"},
        {R"({ "Label": { "target": "door" } })", "The clipboard: \"door\" is no id of an entity"},
        {std::string((1 << 20) + 1, '{'), "The text in the clipboard is too long"},
    };
    for (const Case& each : cases) {
        INFO(each.text.substr(0, 80));
        const auto values = panels::pasted_components(s.world, each.text);
        REQUIRE_FALSE(values);
        CHECK_THAT(values.error(), Catch::StartsWith(each.problem));
    }
    CHECK(panels::pasted_component(s.world, s.type("Position"), nullptr, R"({ "Enemy": {} })").error() ==
          "The clipboard holds no value of Position");
}

TEST_CASE("Paste: a field takes JSON, or what a person reads", "[panels][menus][paste]") {
    Scene s;
    const Position position{1, 2};
    const auto x = panels::pasted_field(s.type("Position"), 0, &position, " 2.5\n");
    REQUIRE(x);
    CHECK(*x == ecs::Value::of(s.type("Position"), Position{2.5f, 2}));
    const ecs::ComponentType& label = s.type("Label");
    const Label before{"before", {}};
    for (const std::string& text : {std::string("1v1"), std::string("\"1v1\""), panels::link_to(s.hero)}) {
        INFO(text);
        const auto target = panels::pasted_field(label, 1, &before, text);
        REQUIRE(target);
        CHECK(static_cast<const Label*>(target->data())->target == s.hero);
        CHECK(static_cast<const Label*>(target->data())->text == "before");
    }
    const auto text = panels::pasted_field(label, 0, &before, "two words");
    REQUIRE(text);
    CHECK(static_cast<const Label*>(text->data())->text == "two words");
    CHECK_THAT(panels::pasted_field(s.type("Position"), 0, &position, "fast").error(),
               Catch::StartsWith("The clipboard holds no value for x"));
    // Nothing of the text reaches another field.
    CHECK_FALSE(panels::pasted_field(s.type("Position"), 0, &position, R"(5, "y": 7)"));
}

}  // namespace pasted_test
