#include "panels/menus/copied_text.hpp"

#include <array>

#include "catch.hpp"
#include "panels/entities/entity_filter.hpp"

namespace copied_text_test {

struct Position {
    float x = 0, y = 0;
};
struct Label {
    std::string text;
    ecs::Entity target;
};
struct Frozen {};
struct Slot {};
struct Enemy {};

struct Scene {
    ecs::World world;
    ecs::Entity hero, plain, frozen, enemy;
    Scene() {
        world.types().add<Position>("game::Position").field("x", &Position::x).field("y", &Position::y);
        world.types().add<Label>("Label").field("text", &Label::text).field("target", &Label::target);
        world.types().add<Frozen>("Frozen");
        world.types().add<Enemy>("Enemy");
        hero = world.create(ecs::Name{"Hero"}, Position{1, 2.5f});
        plain = world.create(Position{});
        frozen = world.create(Position{}, Frozen{});
        enemy = world.create(Position{}, Enemy{}, Frozen{});
    }
    const ecs::ComponentType& type(const char* name) const { return *world.types().find(name); }
};

TEST_CASE("Copies: an entity is the line of a world file, several are a list", "[panels][menus][copies]") {
    Scene s;
    const std::string hero =
        R"({ "id": "1v1", "name": "Hero", "components": { "game::Position": { "x": 1, "y": 2.5 } } })";
    CHECK(*panels::json_of_entities(s.world, std::array{s.hero}) == hero);
    const std::string plain = R"({ "id": "2v1", "components": { "game::Position": { "x": 0, "y": 0 } } })";
    CHECK(*panels::json_of_entities(s.world, std::array{s.hero, s.plain}) == "[\n" + hero + ",\n" + plain + "\n]");
    s.world.destroy(s.plain);
    CHECK(*panels::json_of_entities(s.world, std::array{s.plain, s.hero}) == hero);
}

TEST_CASE("Copies: what a file cannot hold is refused with the reason", "[panels][menus][copies]") {
    Scene s;
    s.world.add(s.hero, Label{std::string((1 << 20) + 1, 'x'), {}});
    const auto text = panels::json_of_entities(s.world, std::array{s.hero});
    REQUIRE_FALSE(text);
    CHECK(text.error() == "This cannot be saved: a text in Label of 1v1 is longer than 1 MiB");
}

TEST_CASE("Copies: a component and its fields", "[panels][menus][copies]") {
    Scene s;
    const Label label{"two \"words\"", s.hero};
    const ecs::ComponentType& type = s.type("Label");
    CHECK(panels::value_of_component(type, &label) == R"({ "text": "two \"words\"", "target": "1v1" })");
    CHECK(panels::json_of_component(type, &label) == R"({ "Label": { "text": "two \"words\"", "target": "1v1" } })");
    CHECK(panels::json_of_component(s.type("Enemy"), nullptr) == R"({ "Enemy": {} })");
    CHECK(panels::json_of_field(type.fields[0], &label) == R"("two \"words\"")");
    CHECK(panels::value_of_field(type.fields[0], &label) == "two \"words\"");
    CHECK(panels::value_of_field(type.fields[1], &label) == "1v1");
    const Position position{1, 2.5f};
    CHECK(panels::value_of_field(s.type("game::Position").fields[1], &position) == "2.5");
}

TEST_CASE("Copies: the query of an archetype finds its entities and no others", "[panels][menus][copies]") {
    Scene s;
    for (ecs::ArchetypeId id = 0; id < s.world.archetype_count(); ++id) {
        const ecs::Archetype& archetype = s.world.archetype(id);
        if (archetype.entity_count() == 0) continue;
        const std::string query = panels::query_of_archetype(s.world, archetype);
        INFO(query);
        panels::EntityFilter filter(query, s.world);
        CHECK(filter.problem().empty());
        for (const ecs::Entity entity : {s.hero, s.plain, s.frozen, s.enemy})
            CHECK(filter.matches(s.world, entity) == (s.world.location(entity).archetype == id));
    }
    CHECK(panels::query_of_archetype(s.world, s.world.archetype_of(s.frozen)) == "c:Position c:Frozen !c:Enemy");
}

TEST_CASE("Copies: two types with the same short name stand with their whole names in queries",
          "[panels][menus][copies]") {
    Scene s;
    CHECK(panels::query_of_component(s.world, s.type("game::Position")) == "c:Position");
    s.world.types().add<Slot>("other::Position");
    CHECK(panels::query_of_component(s.world, s.type("game::Position")) == "c:game::Position");
}

TEST_CASE("Copies: an archetype, bytes, a step", "[panels][menus][copies]") {
    Scene s;
    const ecs::Archetype& archetype = s.world.archetype_of(s.enemy);
    CHECK(panels::json_of_archetype(archetype) ==
          R"({ "components": ["Enemy", "Frozen", "game::Position"], "entities": 1, "chunks": 1, "bytes": 256 })");
    std::array<std::byte, 18> bytes{std::byte{0x0a}, std::byte{0xff}};
    CHECK(panels::hex_of_bytes(bytes) == "0a ff 00 00 00 00 00 00 00 00 00 00 00 00 00 00\n00 00");
    ecs::HistoryStep step{"Both", {}};
    step.edits.emplace_back(ecs::DestroyEntity{s.plain});
    step.edits.emplace_back(ecs::SetComponent{s.hero, ecs::Value::of(s.type("game::Position"), Position{3, 4}), {0}});
    CHECK(panels::script_of_step(s.world, step) ==
          "{ \"edits\": [\n{ \"destroy\": \"2v1\" },\n"
          "{ \"set\": \"1v1\", \"component\": \"game::Position\", \"value\": { \"x\": 3 } }\n] }\n");
}

TEST_CASE("Copies: of an edit of thousands a row shows the first line alone", "[panels][menus][copies]") {
    Scene s;
    const float values[] = {1, 2};
    const auto* const bytes = reinterpret_cast<const std::byte*>(values);
    ecs::HistoryStep step{"Many", {}};
    step.repeatable = true;
    step.edits.emplace_back(
        ecs::SetField{s.type("game::Position").id, 0, {s.hero, s.enemy}, {bytes, bytes + sizeof values}});
    CHECK(panels::first_script_line(s.world, step) ==
          R"({ "set_field": "game::Position", "entities": ["1v1"], "values": [{ "x": 1 }] })");
    step.edits.front() = ecs::DestroyMany{ecs::EntityRuns(std::vector{s.hero, s.plain})};
    CHECK(panels::first_script_line(s.world, step) == R"({ "destroy": "1v1" })");
    CHECK(panels::script_of_step(s.world, step) ==
          "{ \"edits\": [\n{ \"destroy\": \"1v1\" },\n{ \"destroy\": \"2v1\" }\n] }\n");
}

}  // namespace copied_text_test
