#include "editor/session/session_script.hpp"

#include <array>
#include <functional>

#include "catch.hpp"
#include "editor/demo/components.hpp"
#include "editor/session/session_file.hpp"
#include "editor/support/demo.hpp"
#include "editor/support/world_examples.hpp"
#include "files/base/atomic_file.hpp"
#include "files/script/edit_script.hpp"

namespace edit_script_test {

using namespace editor;
using namespace files;

namespace {

/// The world of the examples in the description of the format.
std::unique_ptr<Session> example() {
    auto session = demo::new_session();
    for (const char* system : {"Seek", "Movement"}) session->add_system(system);
    const ecs::Entity player = session->world.create(Position{150, 150}, PlayerInput{}, ecs::Name{"Player"});
    session->world.create(Position{10, 10}, Enemy{}, ecs::Parent{player});
    return session;
}

std::string script(const std::string& edits) { return "{ \"edits\": [\n  " + edits + "\n] }"; }

std::string message_of(Session& session, const std::string& text) {
    try {
        run_script(session, text, "edits.json");
    } catch (const FileError& error) {
        return error.what();
    }
    return "went well";
}

std::vector<std::string> entity_lines(const Session& session) {
    const std::string text = write_world(session);
    std::vector<std::string> lines;
    for (std::size_t at = text.find("    { \"id\""); at != std::string::npos; at = text.find("    { \"id\"", at + 1)) {
        std::string line = text.substr(at + 4, text.find('\n', at) - at - 4);
        if (line.back() == ',') line.pop_back();
        lines.push_back(line);
    }
    return lines;
}

}  // namespace

TEST_CASE("Edit script: every edit does what it says", "[editor][edit_script]") {
    const auto session = example();
    run_script(*session, R"({ "edits": [
  { "create": "13v1", "name": "Lamp", "parent": "1v1", "components": { "Position": { "x": 4, "y": 2 } } },
  { "add": "2v1", "component": "Velocity", "value": { "x": 1, "y": 0 } },
  { "set": "1v1", "component": "Position", "value": { "x": 3 } },
  { "remove": "2v1", "component": "Enemy" },
  { "rename": "2v1", "name": "Ghost" },
  { "reparent": "13v1", "parent": null },
  { "toggle": "Movement", "enabled": false },
  { "create": null },
  { "add": "3v1", "component": "Frozen" },
  { "rename": "1v1", "name": null }
] })",
               "edits.json");
    CHECK(
        entity_lines(*session) ==
        std::vector<std::string>{
            R"({ "id": "1v1", "components": { "PlayerInput": { "speed": 2 }, "Position": { "x": 3, "y": 150 } } })",
            R"({ "id": "2v1", "name": "Ghost", "parent": "1v1", "components": { "Position": { "x": 10, "y": 10 }, "Velocity": { "x": 1, "y": 0 } } })",
            R"({ "id": "3v1", "components": { "Frozen": {} } })",
            R"({ "id": "13v1", "name": "Lamp", "components": { "Position": { "x": 4, "y": 2 } } })"});
    CHECK_FALSE(session->schedule.find("Movement")->enabled);
    REQUIRE(session->history.steps().size() == 1);
    CHECK(session->history.steps()[0].label == "Run script edits.json");
    CHECK(session->history.unsaved());
}

TEST_CASE("Edit script: destroy takes the subtree with it", "[editor][edit_script]") {
    const auto session = example();
    run_script(*session, script(R"({ "destroy": "1v1" })"), "edits.json");
    CHECK(session->world.entity_count() == 0);
}

TEST_CASE("Edit script: a name of the script stands for what it creates", "[editor][edit_script]") {
    const auto session = example();
    session->world.destroy({2, 1});
    run_script(*session, script(R"({ "create": "$lamp", "components": { "Position": {} } },
        { "create": "$post", "name": "Post" },
        { "reparent": "$lamp", "parent": "$post" },
        { "add": "$lamp", "component": "MoveTarget", "value": { "target": "$post" } },
        { "create": "20v1", "parent": "$lamp" },
        { "set": "$lamp", "component": "MoveTarget", "value": { "range": 5 } })"),
               "edits.json");
    const ecs::World& world = session->world;
    const ecs::Entity post = world.find_by_name("Post"), lamp{2, 2};
    REQUIRE(post);
    CHECK(to_string(post) == "3v1");
    CHECK(world.parent(lamp) == post);
    CHECK(world.get<MoveTarget>(lamp).target == post);
    CHECK(world.get<MoveTarget>(lamp).range == 5);
    CHECK(world.parent({20, 1}) == lamp);
}

TEST_CASE("Edit script: set leaves what it does not name, in structs too", "[editor][edit_script]") {
    const auto session = demo::read(R"({ "format": "chunkscope.world", "version": 1,
        "components": { "Bag": { "fields": { "size": "u8", "slot": { "kind": "struct", "fields": { "n": "u8", "what": "string" } } } } },
        "entities": [{ "components": { "Bag": { "size": 5, "slot": { "n": 1, "what": "rope" } }, "Diary": { "day": 1 } } }] })",
                                    "level.json");
    run_script(*session, script(R"({ "set": "1v1", "component": "Bag", "value": { "slot": { "n": 2 } } },
        { "set": "1v1", "component": "Diary", "value": [1, 2] })"),
               "edits.json");
    CHECK(
        entity_lines(*session)[0] ==
        R"({ "id": "1v1", "components": { "Bag": { "size": 5, "slot": { "n": 2, "what": "rope" } }, "Diary": [1,2] } })");
}

TEST_CASE("Edit script: taken back, the world saves the same bytes", "[editor][edit_script]") {
    const std::vector<std::string> scripts{
        R"({ "create": null }, { "create": null }, { "create": "$a" }, { "destroy": "$a" })",
        R"({ "create": "13v1", "name": "Lamp" }, { "create": null }, { "create": "40v7" })",
        R"({ "destroy": "1v1" }, { "create": null, "components": { "Health": {} } }, { "create": "$b" })",
        R"({ "create": "$a" }, { "create": "$b", "parent": "$a" }, { "destroy": "$a" }, { "create": null })",
        R"({ "rename": "1v1", "name": "A" }, { "set": "1v1", "component": "Position", "value": { "y": 1 } },
           { "remove": "1v1", "component": "Position" }, { "add": "1v1", "component": "Position" },
           { "toggle": "Seek", "enabled": false }, { "reparent": "2v1", "parent": null })"};
    for (const std::string& edits : scripts)
        for (int gaps = 0; gaps < 3; ++gaps) {
            INFO(edits << " with " << gaps);
            auto session = example();
            if (gaps > 0) {
                std::vector<ecs::Entity> more(8);
                session->world.create_many(more, {});
                for (int i : {1, 6, 3}) session->world.destroy(more[static_cast<std::size_t>(i)]);
            }
            if (gaps > 1) session = demo::read(write_world(*session), "level.json");
            const std::string before = write_world(*session), hash = session->hash_line();
            run_script(*session, script(edits), "edits.json");
            const std::string after = write_world(*session);
            CHECK(after != before);
            REQUIRE(session->history.undo().empty());
            CHECK(write_world(*session) == before);
            CHECK(session->hash_line() == hash);
            REQUIRE(session->history.redo().empty());
            CHECK(write_world(*session) == after);
            REQUIRE(session->history.undo().empty());
            CHECK(write_world(*session) == before);
        }
}

TEST_CASE("Edit script: one edit that does not fit, and nothing is changed", "[editor][edit_script]") {
    const auto session = example();
    session->world.destroy(session->world.create());
    const std::string before = write_world(*session), hash = session->hash_line();
    const std::string good =
        R"({ "create": null }, { "create": "30v2" }, { "destroy": "1v1" }, { "toggle": "Seek", "enabled": false },
  )";
    CHECK(message_of(*session, script(good + R"({ "set": "2v1", "component": "Position", "value": { "x": 1 } })")) ==
          R"(edits.json:3:3: edit 5 of 5 `{"set":"2v1","component":"Position","value":{"x":1}}`: 2v1 is gone)");
    CHECK(write_world(*session) == before);
    CHECK(session->hash_line() == hash);
    CHECK(session->history.steps().empty());
    CHECK(session->schedule.find("Seek")->enabled);
    CHECK(to_string(session->world.create()) == "3v2");
    CHECK(to_string(session->world.create()) == "4v1");
}

TEST_CASE("Edit script: errors say which edit, where and why", "[editor][edit_script]") {
    struct Row {
        std::string what, edit, message;
    };
    const std::vector<Row> rows{
        {"no verb", R"({ "destory": "1v1" })",
         R"(3: edit 1 of 1 `{"destory":"1v1"}`: /edits/0: an edit needs one of "create", "destroy", "add", "remove", "set", "set_field", "reparent", "toggle", "add_system", "move_system", "note_system", "remove_system", "type", "fit_blocks", "gather_blocks", "fold_tags", "unfold_tags", "rename"; did you mean "destroy"?)"},
        {"two verbs", R"({ "add": "1v1", "remove": "1v1" })",
         R"(19: edit 1 of 1 `{"add":"1v1","remove":"1v1"}`: /edits/0/remove: an edit does one thing, this one has "add" and "remove")"},
        {"a member that does not belong", R"({ "destroy": "1v1", "component": "Position" })",
         R"(23: edit 1 of 1 `{"destroy":"1v1","component":"Position"}`: /edits/0/component: unknown member "component" of "destroy")"},
        {"a member that is misspelt", R"({ "add": "1v1", "componnent": "Enemy" })",
         R"(19: edit 1 of 1 `{"add":"1v1","componnent":"Enemy"}`: /edits/0/componnent: unknown member "componnent" of "add"; did you mean "component"?)"},
        {"a member that is missing", R"({ "set": "1v1", "component": "Position" })",
         R"(3: edit 1 of 1 `{"set":"1v1","component":"Position"}`: /edits/0: "set" needs "value")"},
        {"an entity that is gone", R"({ "destroy": "7v1" })", R"(3: edit 1 of 1 `{"destroy":"7v1"}`: 7v1 is gone)"},
        {"no entity", R"({ "destroy": null })",
         R"(16: edit 1 of 1 `{"destroy":null}`: /edits/0/destroy must be an entity like "12v3", found null)"},
        {"an entity that is no id", R"({ "destroy": "lamp" })",
         R"(16: edit 1 of 1 `{"destroy":"lamp"}`: /edits/0/destroy must be an entity like "12v3" or a name like "$lamp", found string "lamp")"},
        {"a number for an entity", R"({ "destroy": 7 })",
         R"(16: edit 1 of 1 `{"destroy":7}`: /edits/0/destroy must be an entity like "12v3", or null, found number 7)"},
        {"a name that was not given", R"({ "create": "$lamp" }, { "destroy": "$lamb" })",
         R"(39: edit 2 of 2 `{"destroy":"$lamb"}`: /edits/1/destroy names "$lamb", which no earlier edit creates; did you mean "$lamp"?)"},
        {"a name that was given twice", R"({ "create": "$lamp" }, { "create": "$lamp" })",
         R"(38: edit 2 of 2 `{"create":"$lamp"}`: /edits/1/create names "$lamp", which an earlier edit creates already)"},
        {"a handle that is taken", R"({ "create": "1v1" })",
         R"(3: edit 1 of 1 `{"create":"1v1"}`: Player (1v1) exists already)"},
        {"a handle that is older than the slot", R"({ "create": "1v9" })",
         R"(3: edit 1 of 1 `{"create":"1v9"}`: 1v9 cannot be created: its id was used before)"},
        {"a bad handle", R"({ "create": "0v1" })",
         R"(15: edit 1 of 1 `{"create":"0v1"}`: /edits/0/create must be an id like "12v3", a name like "$lamp", or null, found string "0v1")"},
        {"a component that there is not", R"({ "add": "1v1", "component": "Positon" })",
         R"(32: edit 1 of 1 `{"add":"1v1","component":"Positon"}`: /edits/0/component: no component is called "Positon"; did you mean "Position"?)"},
        {"a component that it has already", R"({ "add": "1v1", "component": "Position" })",
         R"(3: edit 1 of 1 `{"add":"1v1","component":"Position"}`: Player (1v1) already has Position)"},
        {"a component that it lacks", R"({ "remove": "1v1", "component": "Enemy" })",
         R"(3: edit 1 of 1 `{"remove":"1v1","component":"Enemy"}`: Player (1v1) has no Enemy)"},
        {"setting a component that it lacks", R"({ "set": "1v1", "component": "Health", "value": { "hp": 1 } })",
         R"(3: edit 1 of 1 `{"set":"1v1","component":"Health","value":{"hp":1}}`: Player (1v1) has no Health)"},
        {"a field that there is not", R"({ "set": "1v1", "component": "Position", "value": { "z": 1 } })",
         R"(55: edit 1 of 1 `{"set":"1v1","component":"Position","value":{"z":1}}`: /edits/0/value/z: unknown field "z" in Position; did you mean "x"?)"},
        {"a value that does not fit",
         R"({ "create": null }, { "set": "1v1", "component": "Position", "value": { "x": "one" } })",
         R"(80: edit 2 of 2 `{"set":"1v1","component":"Position","value":{"x":"one"}}`: /edits/1/value/x must be a number, found string "one")"},
        {"a name by set", R"({ "set": "1v1", "component": "Name", "value": { "value": "A" } })",
         R"(32: edit 1 of 1 `{"set":"1v1","component":"Name","value":{"value":"A"}}`: /edits/0/component: a name is changed by "rename")"},
        {"a parent by add", R"({ "add": "1v1", "component": "Parent", "value": { "value": "2v1" } })",
         R"(32: edit 1 of 1 `{"add":"1v1","component":"Parent","value":{"value":"2v1"}}`: /edits/0/component: a parent is changed by "reparent")"},
        {"a name that is a number", R"({ "rename": "1v1", "name": 1 })",
         R"(30: edit 1 of 1 `{"rename":"1v1","name":1}`: /edits/0/name must be a string, found number 1)"},
        {"a parent that is gone", R"({ "reparent": "2v1", "parent": "9v9" })",
         R"(3: edit 1 of 1 `{"reparent":"2v1","parent":"9v9"}`: 9v9 is gone)"},
        {"a parent below the entity", R"({ "reparent": "1v1", "parent": "2v1" })",
         R"(3: edit 1 of 1 `{"reparent":"1v1","parent":"2v1"}`: Player (1v1) cannot be below its own child 2v1)"},
        {"a parent of a new entity that is gone", R"({ "create": null, "parent": "9v9" })",
         R"(3: edit 1 of 1 `{"create":null,"parent":"9v9"}`: 9v9, the parent of the new entity, is gone)"},
        {"a system that there is not", R"({ "toggle": "Movment", "enabled": true })",
         R"(15: edit 1 of 1 `{"toggle":"Movment","enabled":true}`: /edits/0/toggle: no system is called "Movment"; did you mean "Movement"?)"},
        {"enabled is missing", R"({ "toggle": "Movement" })",
         R"(3: edit 1 of 1 `{"toggle":"Movement"}`: /edits/0: "toggle" needs "enabled")"},
        {"enabled is no bool", R"({ "toggle": "Movement", "enabled": 1 })",
         R"(38: edit 1 of 1 `{"toggle":"Movement","enabled":1}`: /edits/0/enabled must be true or false, found number 1)"},
        {"a long edit is cut",
         R"({ "rename": "1v1", "name": "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx", "nam": 1 })",
         R"(195: edit 1 of 1 `{"rename":"1v1","name":"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…`: /edits/0/nam: unknown member "nam" of "rename"; did you mean "name"?)"},
    };
    for (const Row& row : rows) {
        INFO(row.what);
        const auto session = example();
        const std::string before = write_world(*session);
        CHECK(message_of(*session, script(row.edit)) == "edits.json:2:" + row.message);
        CHECK(write_world(*session) == before);
        CHECK(session->history.steps().empty());
    }
}

TEST_CASE("Edit script: errors of the whole text", "[editor][edit_script]") {
    const auto session = example();
    CHECK(message_of(*session, "") == "edits.json:1:1: the file is empty");
    CHECK(message_of(*session, "[]") ==
          R"(edits.json:1:1: the file must be an object like { "edits": [ … ] }, found an array)");
    CHECK(message_of(*session, "{}") == R"(edits.json:1:1: an edit script needs "edits": [ … ])");
    CHECK(message_of(*session, R"({ "edit": [] })") ==
          R"(edits.json:1:3: /edit: unknown member "edit" of an edit script; did you mean "edits"?)");
    CHECK(message_of(*session, script(R"({ "create": null }, 7)")) ==
          "edits.json:2:23: /edits/1 must be an object, found number 7");
    CHECK(message_of(*session, R"({ "edits": [)") ==
          "edits.json:1:13: /edits/0: the file stops in the middle, expected a value here");
    CHECK(message_of(*session, R"({ "edits": [] })") == "went well");
    CHECK(session->history.steps().empty());
}

TEST_CASE("Edit script: edits are written in the words that they are read in", "[editor][edit_script]") {
    const auto session = example();
    ecs::World& world = session->world;
    const auto line = [&](const ecs::Edit& edit) { return script_line(world, edit); };
    const ecs::ComponentType& position = world.types()[world.id<Position>()];
    const ecs::Entity player{1, 1}, enemy{2, 1};
    const ecs::Value moved = ecs::Value::of(position, Position{3, 4});

    CHECK(line(ecs::DestroyEntity{player}) == R"({ "destroy": "1v1" })");
    CHECK(line(ecs::DestroyEntities{{player, enemy}, {}}) == "{ \"destroy\": \"2v1\" },\n{ \"destroy\": \"1v1\" }");
    CHECK(line(ecs::AddComponent{enemy, moved}) ==
          R"({ "add": "2v1", "component": "Position", "value": { "x": 3, "y": 4 } })");
    CHECK(line(ecs::AddComponent{player, ecs::Value(world.types()[world.id<Enemy>()])}) ==
          R"({ "add": "1v1", "component": "Enemy" })");
    CHECK(line(ecs::RemoveComponent{enemy, world.id<Enemy>()}) == R"({ "remove": "2v1", "component": "Enemy" })");
    CHECK(line(ecs::SetComponent{player, moved, {0}}) ==
          R"({ "set": "1v1", "component": "Position", "value": { "x": 3 } })");
    CHECK(line(ecs::SetComponent{player, moved, {}}) ==
          R"({ "set": "1v1", "component": "Position", "value": { "x": 3, "y": 4 } })");
    CHECK(line(ecs::rename(world, player, "A \"B\"")) == R"({ "rename": "1v1", "name": "A \"B\"" })");
    CHECK(line(ecs::rename(world, enemy, "Ghost")) == R"({ "rename": "2v1", "name": "Ghost" })");
    CHECK(line(ecs::rename(world, player, "")) == R"({ "rename": "1v1", "name": null })");
    CHECK(line(ecs::SetParent{enemy, {}}) == R"({ "reparent": "2v1", "parent": null })");
    CHECK(line(ecs::SetParent{player, enemy}) == R"({ "reparent": "1v1", "parent": "2v1" })");
    CHECK(line(ecs::ToggleSystem{"Seek", false}) == R"({ "toggle": "Seek", "enabled": false })");
    CHECK(line(ecs::CreateEntities{ecs::copy_subtree(world, player)}) ==
          "{ \"create\": \"1v1\", \"name\": \"Player\", \"components\": { \"PlayerInput\": { \"speed\": 2 }, "
          "\"Position\": { "
          "\"x\": 150, \"y\": 150 } } },\n"
          "{ \"create\": \"2v1\", \"parent\": \"1v1\", \"components\": { \"Enemy\": {}, \"Position\": { \"x\": 10, "
          "\"y\": "
          "10 } } }");
    CHECK(line(ecs::CreateEntities{{ecs::EntityRecord{}}}) == R"({ "create": null })");
}

TEST_CASE("Edit script: the lines of edits do the same as the edits", "[editor][edit_script]") {
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        INFO("seed " << seed);
        const auto by_edits = examples::random_session(seed);
        const auto by_script = demo::read(write_world(*by_edits), "level.json");
        ecs::Random random(seed);
        ecs::World& world = by_edits->world;
        std::string lines;
        for (int i = 0; i < 30; ++i) {
            const ecs::Entity entity =
                world.entity_at_slot(random.below(static_cast<std::uint32_t>(world.slot_count())));
            if (!entity) continue;
            const ecs::ComponentId component = random.below(static_cast<std::uint32_t>(world.types().size()));
            const ecs::ComponentType& type = world.types()[component];
            if (component == world.parent_id() || component == world.name_id() || type.opaque_json) continue;
            ecs::Value value(type);
            if (!type.is_tag()) examples::fill_at_random(world, type.fields, value.data(), random);
            ecs::Edit edit;
            switch (random.below(6)) {
                case 0:
                    edit = ecs::DestroyEntity{entity};
                    break;
                case 1:
                    edit = ecs::rename(world, entity, examples::random_text(random));
                    break;
                case 2:
                    edit = ecs::CreateEntities{{ecs::EntityRecord{{}, entity, {std::move(value)}}}};
                    break;
                default:
                    if (world.has(entity, component))
                        edit = ecs::SetComponent{entity, std::move(value), {}};
                    else
                        edit = ecs::AddComponent{entity, std::move(value)};
                    break;
            }
            if (!ecs::fits(world, by_edits->schedule, edit)) continue;
            lines += (lines.empty() ? "" : ",\n") + script_line(world, edit);
            ecs::apply(world, by_edits->schedule, edit);
        }
        run_script(*by_script, script(lines), "edits.json");
        CHECK(by_script->hash_line() == by_edits->hash_line());
    }
}

TEST_CASE("Edit script: edits of memory can be written down and read again", "[editor][edit_script]") {
    const auto session = demo::start("fragments", 20);
    const std::string hash = session->hash_line();
    const std::string words[] = {
        R"({ "fold_tags": "Marks", "tags": ["Burning", "Wet"] })",
        R"({ "fit_blocks": [{ "components": ["Position", "Shape", "Radius", "Wave 1"], "bytes": 0 }] })",
        R"({ "gather_blocks": true })"};
    run_script(*session, script(words[0] + ",\n" + words[1] + ",\n" + words[2]), "edits.json");
    CHECK(session->world.types().find("Marks"));
    const auto id = [&](const char* name) { return session->world.types().find(name)->id; };
    const ecs::Archetype* wave =
        session->world.find_archetype(std::array{id("Position"), id("Shape"), id("Radius"), id("Wave 1")});
    REQUIRE(wave);
    CHECK(wave->bytes() == 0);
    CHECK(session->world.blocks().bytes_scattered() == 0);

    // Undone and done again, and each written as it was read.
    REQUIRE(session->history.undo().empty());
    CHECK(session->hash_line() == hash);
    const std::span<const ecs::Edit> edits = session->history.steps().front().edits;
    REQUIRE(edits.size() == 3);
    for (std::size_t i = 0; i < 3; ++i) CHECK(script_line(session->world, edits[i]) == words[i]);

    const ecs::ComponentType& marks = *session->world.types().find("Marks");
    CHECK(script_line(session->world, ecs::UnfoldTags{marks.id, {session->world.types().find("Wet")->id}}) ==
          R"({ "unfold_tags": "Marks", "tags": ["Wet"] })");
}

TEST_CASE("Edit script: one field of many entities is set, each to its own value, and written as it was read",
          "[editor][edit_script]") {
    const auto session = example();
    const std::string line =
        R"({ "set_field": "Position", "entities": ["1v1", "2v1"], "values": [{ "x": 3 }, { "x": 4 }] })";
    run_script(*session, script(line), "edits.json");
    CHECK(session->world.get<Position>({1, 1}).x == 3);
    CHECK(session->world.get<Position>({1, 1}).y == 150);
    CHECK(session->world.get<Position>({2, 1}).x == 4);
    CHECK(session->world.get<Position>({2, 1}).y == 10);
    REQUIRE(session->history.undo().empty());
    CHECK(session->world.get<Position>({2, 1}).x == 10);
    CHECK(session->world.get<Position>({2, 1}).y == 10);
    CHECK(script_line(session->world, session->history.steps().front().edits.front()) == line);
    CHECK_THAT(message_of(*session, script(R"({ "set_field": "Position", "entities": ["1v1"], "values": [{}] })")),
               Catch::Matchers::Contains("each value needs one field, the same for all entities"));
    CHECK_THAT(message_of(*session, script(R"({ "set_field": "Position", "entities": ["1v1"], "values": [] })")),
               Catch::Matchers::Contains("there must be one value for each entity"));
}

TEST_CASE("Edit script: edits of memory that are wrong say where", "[editor][edit_script]") {
    const auto session = example();
    const auto says = [&](const std::string& edit) { return message_of(*session, script(edit)); };
    using Catch::Matchers::Contains;
    CHECK_THAT(says(R"({ "fold_tags": "Marks" })"), Contains("\"fold_tags\" needs \"tags\""));
    CHECK_THAT(says(R"({ "fold_tags": "Marks", "tags": ["Enemyy"] })"), Contains("did you mean \"Enemy\""));
    CHECK_THAT(says(R"({ "fold_tags": "Marks", "tags": ["Position"] })"), Contains("Position is no tag"));
    CHECK_THAT(says(R"({ "unfold_tags": "Position", "tags": ["Enemy"] })"),
               Contains("does not have a bool field for each tag"));
    CHECK_THAT(says(R"({ "fit_blocks": [{ "bytes": 256 }] })"), Contains("needs \"components\" and \"bytes\""));
    CHECK_THAT(says(R"({ "fit_blocks": [{ "components": ["Health"], "bytes": 256 }] })"),
               Contains("no entity ever had exactly these components"));
    CHECK_THAT(says(R"({ "gather_blocks": 1 })"), Contains("must be"));
}

}  // namespace edit_script_test
