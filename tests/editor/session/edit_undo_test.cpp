// `edit --undo`: what is saved then is what was loaded, byte for byte, whatever the script does.
#include <string>

#include "catch.hpp"
#include "editor/session/session_file.hpp"
#include "editor/support/command_line_run.hpp"
#include "editor/support/demo.hpp"
#include "files/support/temporary_folder.hpp"

namespace edit_undo_test {

using namespace editor;

namespace {

constexpr const char* marked = R"({ "format": "chunkscope.world", "version": 1,
  "components": { "Burning": {}, "Wet": {}, "Spare": {}, "Load": { "fields": { "kg": "f64", "of": "string" } } },
  "systems": { "Movement": {}, "Tides": { "enabled": false } },
  "scene": { "free": ["9v4", "7v2"], "slots": 30 },
  "entities": [
    { "id": "1v1", "name": "One", "components": { "Burning": {}, "Load": { "kg": 1.5, "of": "tea" }, "Diary": [1, 2.50] } },
    { "id": "2v3", "parent": "1v1", "components": { "Burning": {}, "Wet": {} } },
    { "id": "5v1", "parent": "2v3", "components": { "Wet": {}, "Position": { "x": 1 } } } ] })";

/// What `--undo` saves of the file that the program writes of this world.
void check_undone(const Session& world, const std::string& edits) {
    INFO(edits);
    const TemporaryFolder folder;
    save_world(world, folder.path / "level.json");
    const std::string file = (folder.path / "level.json").string(), out = (folder.path / "out.json").string();
    const std::string script = folder.write("edits.json", "{ \"edits\": [" + edits + "] }").string();
    const CommandLineRun run({"edit", file, "--script", script, "--undo", "--save", out});
    INFO(run.err);
    REQUIRE(run.exit_code == 0);
    CHECK(folder.read("out.json") == folder.read("level.json"));
}

}  // namespace

TEST_CASE("Edit: --undo saves what it loaded, whatever the edits were", "[editor][edit_undo]") {
    const auto world = demo::read(marked, "level.json");
    const std::string fold = R"({ "fold_tags": "Marks", "tags": ["Burning", "Wet"] })";
    const std::string unfold = R"({ "unfold_tags": "Marks", "tags": ["Burning", "Wet"] })";
    check_undone(*world, fold);
    check_undone(*world, fold + ", " + unfold);
    check_undone(*world, fold + R"(, { "destroy": "1v1" }, { "create": "$a", "components": { "Marks": {} } })");
    check_undone(*world, R"({ "create": "$a" }, { "create": "$b", "parent": "$a" }, { "create": null })");
    check_undone(*world, R"({ "create": "20v1" }, { "create": "9v7" }, { "create": "40v2" }, { "create": "$c" })");
    check_undone(*world, R"({ "create": "$a" }, { "destroy": "$a" }, { "create": "$b" })");
    check_undone(*world, R"({ "destroy": "2v3" }, { "create": "$a", "name": "New" })");
    check_undone(*world, R"({ "remove": "1v1", "component": "Diary" }, { "remove": "1v1", "component": "Load" })");
    check_undone(*world, R"({ "add": "5v1", "component": "Load", "value": { "of": "salt" } },
                           { "set": "1v1", "component": "Load", "value": { "kg": 7 } })");
    check_undone(*world, R"({ "add": "1v1", "component": "Velocity" }, { "add": "5v1", "component": "Health" })");
    check_undone(*world, R"({ "rename": "1v1", "name": null }, { "rename": "5v1", "name": "Five" },
                           { "reparent": "5v1", "parent": null }, { "toggle": "Movement", "enabled": false })");
    check_undone(*world, R"({ "gather_blocks": true }, { "fit_blocks": [ { "components": ["Burning", "Load", "Diary",
                           "Name"], "bytes": 0 } ] })");
}

TEST_CASE("Edit: --undo leaves no trace in scenes and in worlds of far ids", "[editor][edit_undo]") {
    for (const char* scene : {"chase", "fragments", "bullets"})
        check_undone(*demo::start(demo::scene(scene), 20),
                     R"({ "create": "$a", "components": { "Position": {} } }, { "destroy": "2v1" },
                        { "fold_tags": "Marks", "tags": ["Frozen", "Obstacle"] })");
    const auto far = demo::read(R"({ "format": "chunkscope.world", "version": 1,
        "entities": [ { "id": "16777215v1" }, { "id": "8v1", "parent": "16777215v1" } ] })",
                                "level.json");
    check_undone(*far, R"({ "create": "$a" }, { "create": "5000000v3" }, { "destroy": "16777215v1" })");
}

TEST_CASE("Edit: what an edit made is in the file while entities have it", "[editor][edit_undo]") {
    const TemporaryFolder folder;
    const std::string file = folder.write("level.json", marked).string(), out = (folder.path / "out.json").string();
    const std::string script =
        folder.write("edits.json", R"({ "edits": [{ "fold_tags": "Marks", "tags": ["Burning", "Wet"] }] })").string();
    REQUIRE(CommandLineRun({"edit", file, "--script", script, "--save", out}).exit_code == 0);
    const std::string folded = folder.read("out.json");
    CHECK(folded.find(R"("Marks": { "Burning": true, "Wet": false })") != std::string::npos);
    CHECK(write_world(*demo::read(folded, "out.json")) == folded);
}

}  // namespace edit_undo_test
