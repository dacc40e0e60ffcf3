// Types that people make: in edit scripts and in world files.
#include <string>

#include "catch.hpp"
#include "editor/session/session_file.hpp"
#include "editor/session/session_script.hpp"
#include "editor/support/demo.hpp"
#include "files/base/file_error.hpp"
#include "files/script/edit_script.hpp"

namespace own_types_test {

using namespace editor;

namespace {

void run(Session& session, const std::string& edits) {
    run_script(session, "{ \"edits\": [" + edits + "] }", "edits.json");
}

std::unique_ptr<Session> read(const std::string& members) {
    return demo::read("{ \"format\": \"chunkscope.world\", \"version\": 1, " + members + " }", "level.json");
}

constexpr const char* make_lamp = R"({ "type": "Lamp", "to": { "description": "Light", "fields": {
    "reach": { "kind": "f32", "min": 0, "unit": "m" }, "lit": "bool", "motto": "string", "at": "vec2" },
    "default": { "reach": 20, "lit": true, "at": [1, 2] } } })";

}  // namespace

TEST_CASE("Own types: one that a script made is saved with its start values, and read again",
          "[editor][world_file][types]") {
    const auto session = read(R"("entities": [ { "id": "1v1" } ])");
    const std::string before = write_world(*session);
    run(*session, make_lamp);
    run(*session, R"({ "add": "1v1", "component": "Lamp", "value": { "motto": "hi" } })");
    const std::string text = write_world(*session);
    CHECK(text.find(R"("default": { "reach": 20, "lit": true, "at": [1, 2] })") != std::string::npos);
    CHECK(text.find(R"("Lamp": { "reach": 20, "lit": true, "motto": "hi", "at": [1, 2] })") != std::string::npos);
    const auto again = demo::read(text, "level.json");
    CHECK(write_world(*again) == text);
    run(*again, R"({ "create": "2v1", "components": { "Lamp": {} } })");
    CHECK(write_world(*again).find(
              R"("2v1", "components": { "Lamp": { "reach": 20, "lit": true, "motto": "", "at": [1, 2] } })") !=
          std::string::npos);
    while (session->history.can_undo()) REQUIRE(session->history.undo() == "");
    CHECK(write_world(*session) == before);
}

TEST_CASE("Own types: a script changes one and carries its values over, and the history says how",
          "[editor][script][types]") {
    const auto session = read(R"("entities": [ { "id": "1v1" } ])");
    run(*session, std::string(make_lamp) + R"(, { "add": "1v1", "component": "Lamp", "value": { "reach": 7 } })");
    const std::string lamp = write_world(*session);
    run(*session, R"({ "type": "Lamp", "to": { "fields": { "range": "i32", "hot": "bool" } }, "name": "Torch",
                      "renamed": { "reach": "range" } })");
    CHECK(write_world(*session).find(R"("Torch": { "range": 7, "hot": false })") != std::string::npos);
    CHECK_THROWS_AS(run(*session, R"({ "add": "1v1", "component": "Lamp" })"), files::FileError);

    const ecs::HistoryStep& step = session->history.steps().back();
    const std::string line = files::script_line(session->world, ecs::forward_edits(step).front());
    CHECK(line.starts_with(R"({ "type": "Lamp", "to": {)"));
    CHECK(line.ends_with(R"("name": "Torch", "renamed": { "reach": "range" } })"));
    const std::string torch = write_world(*session);
    REQUIRE(session->history.undo() == "");
    CHECK(write_world(*session) == lamp);
    run(*session, line);
    CHECK(write_world(*session) == torch);

    run(*session, R"({ "type": "Torch", "to": null })");
    CHECK(write_world(*session).find("Torch") == std::string::npos);
    CHECK_THROWS_AS(run(*session, R"({ "type": "Torch", "to": null })"), files::FileError);
    CHECK_THROWS_AS(run(*session, R"({ "type": "no name", "to": {} })"), files::FileError);
    REQUIRE(session->history.undo() == "");
    CHECK(write_world(*session) == torch);
}

TEST_CASE("Own types: what is wrong with a default is said at its place", "[editor][world_file][types]") {
    const std::pair<const char*, const char*> rows[] = {
        {R"("components": { "Lamp": { "fields": { "x": "f32" }, "default": { "y": 1 } } })", "unknown field \"y\""},
        {R"("components": { "Lamp": { "fields": { "x": "f32" }, "default": { "x": "far" } } })", "must be a number"},
        {R"("components": { "Lamp": { "default": {} } })", "has no fields, so it has no \"default\""},
        {R"("components": { "Lamp": { "fields": { "x": "entity" }, "default": { "x": "door" } } })", "must be null"},
    };
    for (const auto& [members, problem] : rows) {
        INFO(problem);
        try {
            read(members);
            FAIL("it was read");
        } catch (const files::FileError& error) {
            INFO(error.what());
            CHECK(std::string(error.what()).find(problem) != std::string::npos);
        }
    }
}

}  // namespace own_types_test
