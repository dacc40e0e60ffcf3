#include "files/script/edit_script.hpp"

#include <string>
#include <utility>

#include "catch.hpp"
#include "ecs/snapshot/state_hash.hpp"

namespace edit_script_test {

using namespace ecs;
using test::contains;

namespace {

struct Place {
    float x = 0, y = 0;
};
struct Label {
    std::string text;
};

struct Game {
    World world;
    Schedule schedule{world};
    History history{world, schedule};
    files::SystemsByName systems{[](std::string_view name) -> std::optional<SystemDescription> {
                                     if (name != "Fall") return std::nullopt;
                                     SystemDescription system;
                                     system.name = name;
                                     return system;
                                 },
                                 {"Fall"}};
    Entity door, lamp;

    Game() {
        world.types().add<Place>("Place").field("x", &Place::x).field("y", &Place::y);
        world.types().add<Label>("Label").field("text", &Label::text);
        door = world.create(Name{"Door"}, Place{1, 2});
        lamp = world.create(Label{"bright"});
        schedule.system("Move", [](SystemContext&) {});
    }
    std::string run(const std::string& edits) {
        try {
            files::run_script(world, schedule, history, "{ \"edits\": [" + edits + "] }", "edits.json", systems);
        } catch (const files::FileError& error) {
            return error.problem();
        }
        return "";
    }
    /// What is wrong with one edit, which changes nothing then.
    std::string problem(const std::string& edit) {
        const std::uint64_t before = state_hash(world);
        const std::string said = run(edit);
        CHECK(state_hash(world) == before);
        CHECK(history.steps().empty());
        const std::string start = "edit 1 of 1 `" + edit + "`: ";
        return said.starts_with(start) ? said.substr(start.size()) : said;
    }
};

}  // namespace

TEST_CASE("Edit script: its edits are one step of the history, which undo takes back", "[files][script]") {
    Game game;
    const std::uint64_t before = state_hash(game.world);
    REQUIRE(game.run(R"(
        { "create": "$post", "name": "Post", "components": { "Place": { "x": 5 } } },
        { "create": "20v3", "parent": "$post" }, { "create": null },
        { "reparent": "2v1", "parent": "$post" },
        { "set": "1v1", "component": "Place", "value": { "y": 7 } },
        { "set_field": "Place", "entities": ["1v1", "$post"], "values": [{ "x": 8 }, { "x": 9 }] },
        { "rename": "1v1", "name": "Gate" }, { "rename": "$post", "name": null },
        { "add_system": "Fall", "group": "motion", "budget_us": 3 },
        { "add_system": "Rise", "rule": "Place : Place.x += 1", "budget_us": 0 })") == "");
    const Entity post{3, 1};
    CHECK(game.world.parent({20, 3}) == post);
    CHECK(game.world.alive({4, 1}));
    CHECK(game.world.parent(game.lamp) == post);
    CHECK(game.world.get<Place>(game.door).x == 8);
    CHECK(game.world.get<Place>(game.door).y == 7);
    CHECK(game.world.get<Place>(post).x == 9);
    CHECK(game.world.name(game.door) == "Gate");
    CHECK_FALSE(game.world.has<Name>(post));
    CHECK(game.schedule.find("Fall")->description.group == "motion");
    CHECK(game.schedule.find("Fall")->description.budget_us == 3);
    CHECK(game.schedule.find("Rise")->description.rule == "Place : Place.x += 1");
    REQUIRE(game.history.steps().size() == 1);
    CHECK(game.history.steps()[0].label == "Run script edits.json");
    REQUIRE(game.history.undo() == "");
    CHECK(state_hash(game.world) == before);
}

TEST_CASE("Edit script: an edit that is wrong changes nothing, and the message says which", "[files][script]") {
    Game game;
    const std::uint64_t before = state_hash(game.world);
    const std::string start = R"({ "destroy": "1v1" }, { "create": "$a" }, )";
    CHECK(game.run(start + R"({ "destroy": "1v1" })") == R"(edit 3 of 3 `{"destroy":"1v1"}`: 1v1 is gone)");
    CHECK(game.run(start + "5") == "/edits/2 must be an object, found number 5");
    CHECK_THAT(game.run(start + R"({ "rename": "1v1", "name": ")" + std::string(300, 'x') + "\" }"),
               contains(std::string(100, 'x') + "…`: "));
    CHECK(state_hash(game.world) == before);
    CHECK(game.world.entity_count() == 2);
}

TEST_CASE("Edit script: messages say what is wrong with an edit", "[files][script]") {
    const std::pair<const char*, const char*> rows[] = {
        {R"({})", "an edit needs one of \"create\", \"destroy\", "},
        {R"({"destory":"1v1"})", "did you mean \"destroy\"?"},
        {R"({"destroy":"1v1","rename":"1v1"})", "an edit does one thing, this one has \"destroy\" and \"rename\""},
        {R"({"destroy":"1v1","name":"x"})", "unknown member \"name\" of \"destroy\""},
        {R"({"rename":"1v1"})", "\"rename\" needs \"name\""},
        {R"({"set":"1v1","component":"Place"})", "\"set\" needs \"value\""},
        {R"({"set":"1v1","component":"Plaze","value":{}})",
         "no component is called \"Plaze\"; did you mean \"Place\"?"},
        {R"({"set":"1v1","component":"Name","value":{}})", "a name is changed by \"rename\""},
        {R"({"set":"1v1","component":"Parent","value":{}})", "a parent is changed by \"reparent\""},
        {R"({"destroy":"$lamp"})", "names \"$lamp\", which no earlier edit creates"},
        {R"({"destroy":"lamp"})", "must be an entity like \"12v3\" or a name like \"$lamp\", found string \"lamp\""},
        {R"({"destroy":null})", "must be an entity like \"12v3\", found null"},
        {R"({"create":"$"})", "must be an id like \"12v3\", a name like \"$lamp\", or null"},
        {R"({"create":5})", "must be an id like \"12v3\", a name like \"$lamp\", or null"},
        {R"({"toggle":"Mover","enabled":true})", "no system is called \"Mover\"; did you mean \"Move\"?"},
        {R"({"add_system":"Fell"})", "the program knows no system \"Fell\"; did you mean \"Fall\"?"},
        {R"({"add_system":"Fall","budget_us":-1})", "a budget is a number from 0 on"},
        {R"({"add_system":"Rise","rule":"Ghost : Ghost.x = 1"})", "at character 1"},
        {R"({"set_field":"Place","entities":["1v1"],"values":[{"x":1,"y":2}]})", "each value needs one field"},
        {R"({"set_field":"Place","entities":["1v1"],"values":[{}]})", "each value needs one field"},
        {R"({"set_field":"Place","entities":["1v1","1v1"],"values":[{"x":1},{"y":2}]})", "each value needs one field"},
        {R"({"set_field":"Label","entities":["2v1"],"values":[{"text":""}]})", "a text is set with \"set\""},
        {R"({"fit_blocks":[5]})", "must be an object with \"components\" and \"bytes\""},
        {R"({"fit_blocks":[{"bytes":512}]})", "a block needs \"components\" and \"bytes\""},
        {R"({"fit_blocks":[{"components":["Label"]}]})", "a block needs \"components\" and \"bytes\""},
        {R"({"fit_blocks":[{"components":["Label","Place"],"bytes":512}]})", "no entity ever had exactly these"},
        {R"({"fit_blocks":[{"size":512}]})", "unknown member \"size\" of a block"},
        {R"({"type":"Place","to":null,"name":"Spot"})", "a component that goes has no new names"},
        {R"({"type":"Place","to":null,"renamed":{}})", "a component that goes has no new names"}};
    for (const auto& [edit, sentence] : rows) {
        Game game;
        CAPTURE(edit);
        CHECK_THAT(game.problem(edit), contains(sentence));
    }
    Game game;
    CHECK_THAT(game.run(R"({ "create": "$a" }, { "create": "$a" })"),
               contains("which an earlier edit creates already"));
    CHECK_THAT(game.run(R"({ "create": "$lamp" }, { "destroy": "$lamb" })"), contains("did you mean \"$lamp\"?"));
}

TEST_CASE("Edit script: a script is an object with a list of edits", "[files][script]") {
    Game game;
    const auto problem = [&](const std::string& text) {
        try {
            files::run_script(game.world, game.schedule, game.history, text, "edits.json");
        } catch (const files::FileError& error) {
            return error.problem();
        }
        return std::string();
    };
    CHECK(problem("[]") == R"(the file must be an object like { "edits": [ … ] }, found an array)");
    CHECK(problem("{}") == R"(an edit script needs "edits": [ … ])");
    CHECK(problem(R"({ "edit": [] })") == R"(/edit: unknown member "edit" of an edit script; did you mean "edits"?)");
    CHECK_THAT(problem(R"({ "edits": [] } x)"), contains("nothing may follow"));
    CHECK(problem(R"({ "edits": [] })") == "");
}

TEST_CASE("Edit script: edits are written as a person would", "[files][script]") {
    Game game;
    const auto line = [&](const Edit& edit) { return files::script_line(game.world, edit); };
    const Value name = Value::of(game.world.types()[game.world.name_id()], Name{"Oil"});
    CHECK(line(AddComponent{game.lamp, Value(name)}) == R"({ "rename": "2v1", "name": "Oil" })");
    CHECK(line(RemoveComponent{game.door, game.world.name_id()}) == R"({ "rename": "1v1", "name": null })");
    CreateEntities create;
    create.entities.push_back({{7, 1}, game.door, {}});
    create.entities[0].values.push_back(Value(name));
    create.entities[0].values.push_back(Value::of(game.world.types()[game.world.id<Place>()], Place{1, 2}));
    create.entities[0].values.push_back(Value::of(game.world.types()[game.world.id<Label>()], Label{"a"}));
    CHECK(
        line(create) ==
        R"({ "create": "7v1", "name": "Oil", "parent": "1v1", "components": { "Label": { "text": "a" }, "Place": { "x": 1, "y": 2 } } })");
    const Value place = Value::of(game.world.types()[game.world.id<Place>()], Place{1, 2});
    CHECK(line(SetComponent{game.door, Value(place), {1}}) ==
          R"({ "set": "1v1", "component": "Place", "value": { "y": 2 } })");
    CHECK(line(SetComponent{game.door, Value(place), {}}) ==
          R"({ "set": "1v1", "component": "Place", "value": { "x": 1, "y": 2 } })");
    FitBlocks fit;
    const ArchetypeId of_door = game.world.archetype_of(game.door).id(),
                      of_lamp = game.world.archetype_of(game.lamp).id();
    fit.blocks = {{of_door, 512}, {of_lamp, 256}};
    CHECK(
        line(fit) ==
        R"({ "fit_blocks": [{ "components": ["Name", "Place"], "bytes": 512 }, { "components": ["Label"], "bytes": 256 }] })");
    CHECK(game.run(line(fit)) == "");
    CHECK(line(GatherBlocks{}) == R"({ "gather_blocks": true })");
    CHECK(line(GatherBlocks{true}) == R"({ "gather_blocks": false })");
    SetType type;
    type.from = "Place";
    type.to->name = "Spot";
    type.to->fields.emplace_back().name = "h";
    type.renamed = {{"x", "h"}, {"y", "v"}};
    CHECK_THAT(line(type), contains(R"(, "name": "Spot", "renamed": { "x": "h", "y": "v" } })"));
    SetType removed;
    removed.from = "Place";
    CHECK(line(removed) == R"({ "type": "Place", "to": null })");
}

}  // namespace edit_script_test
