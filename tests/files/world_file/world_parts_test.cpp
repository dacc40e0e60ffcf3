// The parts of a world file around its entities: scene, systems, conflicts, ids that are free.
#include <string>
#include <tuple>
#include <utility>

#include "catch.hpp"
#include "ecs/types/field_path.hpp"
#include "files/world_file/file_systems.hpp"
#include "files/world_file/world_file.hpp"

namespace world_parts_test {

using namespace files;
using test::contains;

namespace {

struct Place {
    float x = 0;
};

/// Every part that a file can have, as it is written.
constexpr const char* whole = R"({
  "format": "chunkscope.world",
  "version": 1,
  "conflicts": [
    { "entity": "1v1", "name": "Door", "their_name": "Gate", "path": "Place.x", "why": "both set it", "base": 1, "ours": 2, "theirs": 3 },
    { "entity": "9v1", "path": "entity", "why": "destroyed here", "theirs": {"x":[1,"a b"]}, "line": {"id":"9v1"} },
    { "path": "systems.Move" }
  ],
  "components": {
    "Place": { "size": 4, "align": 4, "fields": { "x": "f32" } }
  },
  "systems": { "Move": { "enabled": true, "group": "motion", "budget_us": 40 }, "Rise": { "enabled": false, "rule": "Place : Place.x += 1" }, "Fall": { "enabled": true, "budget_us": 0.5 }, "Gone": { "removed": true } },
  "scene": { "name": "evening", "seed": 9, "tick": 12, "random": "00000000000000ff", "camera": { "x": 1.5, "y": -2, "zoom": 0.25 }, "budget_us": 16000, "free": ["2v7", "6v1", "5v1"], "slots": 9 },
  "entities": [
    { "id": "1v1", "name": "Door", "components": { "Place": { "x": 2 } } },
    { "id": "3v2", "parent": "1v1" }
  ]
}
)";

std::string with(const std::string& from, const std::string& to) {
    std::string text = whole;
    const std::size_t at = text.find(from);
    REQUIRE(at != std::string::npos);
    return text.replace(at, from.size(), to);
}

/// What is wrong with the file after this change.
std::string problem(const std::string& from, const std::string& to) {
    ecs::World world;
    try {
        (void)read_world(with(from, to), "t.json", world);
    } catch (const FileError& error) {
        return error.what();
    }
    return "";
}

ecs::SystemDescription system_named(const char* name) {
    ecs::SystemDescription system;
    system.name = name;
    system.run = [](ecs::SystemContext&) {};
    return system;
}

}  // namespace

TEST_CASE("World parts: a file with every part is written again in the same way", "[files][world_file]") {
    ecs::World world;
    const WorldFile file = read_world(whole, "t.json", world);
    CHECK(write_world(world, file) == whole);
    CHECK(file.scene == "evening");
    CHECK(file.seed == 9);
    CHECK(file.random == 255);
    CHECK(file.camera == Camera{1.5f, -2, 0.25f});
    CHECK(file.tick_budget_us == 16000);
    CHECK(world.tick() == 12);
    CHECK(world.create() == ecs::Entity{5, 1});
    CHECK(world.create() == ecs::Entity{6, 1});
    CHECK(world.create() == ecs::Entity{2, 7});
    CHECK(file.removed_systems == std::vector<std::string>{"Gone"});
    REQUIRE(file.notes.size() == 2);
    CHECK(file.notes[1].system == "Fall");
    CHECK(file.notes[1].budget_us == 0.5);
    REQUIRE(find_rule(file, "Rise"));
    CHECK_FALSE(find_rule(file, "Move"));
    CHECK(find_note(file, "Move")->group == "motion");
    CHECK_FALSE(find_note(file, "Rise"));
    REQUIRE(file.conflicts.size() == 3);
    CHECK(file.conflicts[0].at_line == 5);
    CHECK(file.conflicts[0].at_column == 5);
    CHECK(file.conflicts[1].theirs == R"({"x":[1,"a b"]})");
    CHECK(places_of(file.conflicts, 2) == "1v1 Door (theirs: Gate) Place.x, 9v1 entity, …");
    CHECK(places_of(file.conflicts, 3) == "1v1 Door (theirs: Gate) Place.x, 9v1 entity, systems.Move");
    CHECK(places_with_lines(file.conflicts, 3) ==
          "1v1 Door (theirs: Gate) Place.x, 9v1 entity (line 6), systems.Move (line 7)");
    CHECK_THAT(file.warnings.at(0), contains("conflicts of a merge are marked in this file: 1v1 Door"));
}

TEST_CASE("World parts: a file says nothing about what is as usual", "[files][world_file]") {
    ecs::World world;
    CHECK(write_world(world, {}).find("scene") == std::string::npos);
    world.types().add<Place>("Place").field("x", &Place::x);
    CHECK(write_world(world, {}).find("Place") == std::string::npos);
    const ecs::Entity made = world.create(Place{});
    const std::string with_place = write_world(world, {});
    CHECK_THAT(with_place, contains("\"Place\": { \"size\": 4"));
    CHECK(with_place.find("scene") == std::string::npos);
    world.destroy(made);
    CHECK_THAT(write_world(world, {}), contains("\"free\": [\"1v2\"]"));
    WorldFile file;
    file.described_types = {world.id<Place>()};
    CHECK_THAT(write_world(world, file), contains("\"Place\""));
    for (const auto change :
         {+[](WorldFile& head) { head.seed = 2; }, +[](WorldFile& head) { head.random = 3; },
          +[](WorldFile& head) { head.scene = "night"; }, +[](WorldFile& head) { head.camera.emplace(); },
          +[](WorldFile& head) { head.tick_budget_us = 5; }}) {
        ecs::World empty;
        WorldFile head;
        change(head);
        const std::string text = write_world(empty, head);
        CHECK_THAT(text, contains("\"scene\""));
        CHECK(write_world(empty, read_world(text, "t.json", empty)) == text);
    }
    // What the file leaves out has these values.
    ecs::World other;
    const WorldFile bare =
        read_world(R"({ "format": "chunkscope.world", "version": 1, "scene": { "seed": 5 } })", "t.json", other);
    CHECK(bare.random == 5);
    CHECK_FALSE(bare.camera);
}

TEST_CASE("World parts: messages say what is wrong and where", "[files][world_file]") {
    const std::tuple<const char*, const char*, const char*> rows[] = {
        {"\"format\": \"chunkscope.world\",", "", "t.json:1:1: this is no world file, it has no \"format\""},
        {"\"version\": 1,", "", "t.json:1:1: the file has no \"version\": 1"},
        {"chunkscope.world", "other", "/format must be \"chunkscope.world\", found string \"other\""},
        {"\"version\": 1", "\"version\": 0", "/version must be a whole number from 1 on, found number 0"},
        {"\"version\": 1", "\"version\": 2", "/version is 2, but this program reads up to 1"},
        {"\"version\": 1", "\"version\": \"1\"", "/version must be a whole number from 1 on, found string"},
        {"\"scene\"", "\"scenes\"", "unknown member \"scenes\" of a world file; did you mean \"scene\"?"},
        {"\"seed\"", "\"sead\"", "unknown member \"sead\" of a scene; did you mean \"seed\"?"},
        {"00000000000000ff", "0000000000000ff", "/scene/random must be 16 hexadecimal digits in quotes"},
        {"00000000000000ff", "00000000000000fg", "/scene/random must be 16 hexadecimal digits in quotes"},
        {"00000000000000ff", "000000000000000ff", "/scene/random must be 16 hexadecimal digits in quotes"},
        {"\"zoom\": 0.25", "\"zoom\": 0", "/scene/camera/zoom must be a number above 0, found number 0"},
        {"\"zoom\": 0.25", "\"zoom\": -1", "/scene/camera/zoom must be a number above 0"},
        {"\"zoom\": 0.25", "\"zoom\": \"inf\"", "/scene/camera/zoom must be a number above 0"},
        {"\"x\": 1.5", "\"x\": \"nan\"", "/scene/camera/x must be a finite number"},
        {"\"y\": -2", "\"z\": -2", "unknown member \"z\" of a camera"},
        {"\"budget_us\": 16000", "\"budget_us\": -1", "/scene/budget_us must be a number of microseconds from 0 on"},
        {"\"budget_us\": 40", "\"budget_us\": \"inf\"", "must be a number of microseconds from 0 on"},
        {"\"slots\": 9", "\"slots\": 0", "/scene/slots must be a whole number from 1 to 16777216"},
        {"\"slots\": 9", "\"slots\": 16777217", "/scene/slots must be a whole number from 1 to 16777216"},
        {"\"6v1\", \"5v1\"", "\"6v1\", \"6v2\"", "/scene/free/2 lists index 6 a second time"},
        {"\"6v1\", \"5v1\"", "\"6v1\", \"3v3\"", "/scene/free/2 is free, but an entity of the file has index 3"},
        {"\"6v1\", \"5v1\"", "\"6v1..5v1\"", "must be ids of generation 1, the lower one first"},
        {"\"6v1\", \"5v1\"", "\"5v2..6v2\"", "must be ids of generation 1, the lower one first"},
        {"\"6v1\", \"5v1\"", "\"5v1..6\"", "must be ids of generation 1, the lower one first"},
        {"\"enabled\": false", "\"enable\": false", "unknown member \"enable\" of a system; did you mean \"enabled\"?"},
        {"\"path\": \"systems.Move\"", "\"place\": \"\"", "unknown member \"place\" of a conflict"},
        {"\"path\": \"systems.Move\"", "", "/conflicts/2: a conflict needs its \"path\", like \"Health.hp\""},
        {"{ \"path\": \"systems.Move\" }", "5", "/conflicts/2 must be an object, found number 5"},
        {"\"Place\": { \"size\"", "\"\": { \"size\"", "a component needs a name"},
        {"\"Place\": { \"size\"", "\"Name\": { \"size\"", "Name is known to every world"},
        {"\"Place\": { \"size\"", "\"Parent\": { \"size\"", "Parent is known to every world"},
        {"\"Place\": { \"x\": 2", "\"Name\": { \"x\": 2", "a name is written as the member \"name\" of its entity"},
        {"\"Place\": { \"x\": 2", "\"Parent\": { \"x\": 2", "a parent is written as the member \"parent\""},
        {"\"Place\": { \"x\": 2", "\"\": { \"x\": 2", "a component needs a name"}};
    for (const auto& [from, to, sentence] : rows) {
        CAPTURE(from, to);
        CHECK_THAT(problem(from, to), contains(sentence));
    }
    const std::string said = problem("\"parent\": \"1v1\"", "\"parent\": \"7v1\"");
    CHECK(said.substr(said.find('/')) == "/entities/1/parent is \"7v1\", which is no entity of the file");
    CHECK_THAT(problem("\"parent\": \"1v1\"", "\"parent\": \"1v2\""),
               contains("which is no entity of the file; did you mean \"1v1\"?"));
    CHECK(problem("\"slots\": 9", "\"slots\": 16777216") == "");
    CHECK(problem("\"6v1\", \"5v1\"", "\"5v1..6v1\"") == "");
}

TEST_CASE("World parts: systems of a schedule come to be as the file says", "[files][world_file]") {
    ecs::World world;
    WorldFile file = read_world(whole, "t.json", world);
    ecs::Schedule schedule(world);
    for (const char* const name : {"Fall", "Move"}) REQUIRE(schedule.add(system_named(name)));
    CHECK(add_rule(file, "Rise", schedule));
    CHECK_FALSE(add_rule(file, "Rise", schedule));
    CHECK_FALSE(add_rule(file, "Fall", schedule));
    settle_systems(file, world, schedule);
    REQUIRE(schedule.systems().size() == 3);
    const char* const order[] = {"Move", "Rise", "Fall"};
    for (std::size_t i = 0; i < 3; ++i) CHECK(schedule.systems()[i]->description.name == order[i]);
    CHECK(schedule.find("Move")->description.group == "motion");
    CHECK(schedule.find("Move")->description.budget_us == 40);
    CHECK_FALSE(schedule.find("Rise")->enabled);
    CHECK(schedule.budget_us == 16000);

    schedule.set_enabled("Rise", true);
    schedule.tick(world);
    const ecs::FieldPath x = *ecs::find_field(world.types(), "Place.x");
    CHECK(ecs::read_number(x, world.get({1, 1}, x.component)) == 3);

    // Back into a file, instead of what it said before.
    file.systems.emplace_back("Old", true);
    note_systems(schedule, file);
    REQUIRE(file.systems.size() == 3);
    CHECK(file.systems[1] == std::pair<std::string, bool>("Rise", true));
    CHECK(file.rules == std::vector<std::pair<std::string, std::string>>{{"Rise", "Place : Place.x += 1"}});
    CHECK(file.notes.size() == 2);
    CHECK(file.tick_budget_us == 16000);
}

TEST_CASE("World parts: a rule whose names the world does not have waits with a warning", "[files][world_file]") {
    ecs::World world;
    WorldFile file = read_world(with("Place : Place.x += 1", "Ghost : Ghost.x += 1"), "t.json", world);
    const std::size_t warnings = file.warnings.size();
    ecs::Schedule schedule(world);
    REQUIRE(add_rule(file, "Rise", schedule));
    settle_systems(file, world, schedule);
    REQUIRE(file.warnings.size() == warnings + 1);
    CHECK_THAT(file.warnings.back(), contains("the rule Rise does not run: "));
}

}  // namespace world_parts_test
