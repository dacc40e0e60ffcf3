#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "catch.hpp"
#include "editor/session/session_file.hpp"
#include "editor/support/command_line_run.hpp"
#include "editor/support/demo.hpp"
#include "files/support/temporary_folder.hpp"

namespace run_diff_test {

using nlohmann::json;
using Run = CommandLineRun;
using test::contains;

namespace {

const std::string head = R"({
  "format": "chunkscope.world",
  "version": 1,
  "components": {
    "Lamp": { "fields": { "reach": "f32", "phases": "u8[2]", "next": "entity" } },
    "Lit": {},
    "Note": { "fields": { "text": "string", "big": "i64" } }
  },
)";

struct Files {
    TemporaryFolder folder;

    std::string write(const std::string& name, const std::string& text) {
        const std::string file = (folder.path / name).string();
        std::ofstream(file) << text;
        return file;
    }
    std::string world(const std::string& name, const std::string& entities, const std::string& members = "") {
        return write(name, head + members + "  \"entities\": [\n" + entities + "\n  ]\n}\n");
    }
    static std::string read(const std::filesystem::path& file) {
        std::ifstream stream(file);
        return {std::istreambuf_iterator<char>(stream), {}};
    }
};

std::size_t different_lines(const std::string& a, const std::string& b) {
    std::istringstream one(a), other(b);
    std::size_t count = 0;
    std::string x, y;
    while (true) {
        const bool more = bool(std::getline(one, x)), more_there = bool(std::getline(other, y));
        if (!more && !more_there) return count;
        if (more != more_there || x != y) ++count;
    }
}

}  // namespace

TEST_CASE("Diff subcommand: nothing is 0, a difference is 1, trouble is 2", "[editor][diff]") {
    Files files;
    const std::string one = files.world("one.json", R"({ "id": "1v1", "name": "Lamp", "components": { "Lamp": {} } })");
    const std::string same =
        files.world("same.json", R"({ "components": { "Lamp": { "reach": 0 } }, "name": "Lamp", "id": "1v1" })");
    const std::string other = files.world("other.json", R"({ "id": "1v1", "components": { "Lamp": { "reach": 2 } } })");
    const Run equal({"diff", one, same});
    CHECK(equal.fine());
    CHECK(equal.out == "no differences\n");
    CHECK(Run({"diff", "--json", one, same}).out == "{\"added\": [], \"removed\": [], \"changed\": []}\n");

    const Run differs({"diff", one, other});
    CHECK(differs.exit_code == 1);
    CHECK(differs.err.empty());
    CHECK(differs.out ==
          "~ 1v1  name: \"Lamp\" -> none\n~ 1v1  Lamp.reach: 0 -> 2\n"
          "0 entities added, 0 removed, 1 changed\n");

    const std::string missing = (files.folder.path / "missing.json").string();
    const std::string damaged = files.write("damaged.json", head + "\"entities\": [ {");
    for (const std::string& file : {missing, damaged}) {
        CHECK(Run({"diff", one, file}).fails(2));
        CHECK(Run({"diff", file, one}).fails(2));
    }
    CHECK_THAT(Run({"diff", one, damaged}).err, contains("damaged.json:") && contains("entities/0"));
    CHECK_THAT(Run({"diff", one, missing}).err, contains("missing.json"));
    CHECK(Run({"diff", one}).fails(2));
    CHECK(Run({"diff", one, same, other}).fails(2));
    CHECK(Run({"diff", one, ""}).fails(2));
}

TEST_CASE("Diff subcommand: values of a field that got another kind are compared by what they say", "[editor][diff]") {
    Files files;
    const auto world = [&](const std::string& name, const char* kind, const char* first, const char* second) {
        return files.write(name, std::string(R"({ "format": "chunkscope.world", "version": 1,
"components": { "Own": { "fields": { "a": ")") +
                                     kind + R"(" } } }, "entities": [
{ "id": "1v1", "components": { "Own": { "a": )" +
                                     first + R"( } } },
{ "id": "2v1", "components": { "Own": { "a": )" +
                                     second + R"( } } } ] })");
    };
    const std::string whole = world("whole.json", "i32", "4", "5"), real = world("real.json", "f64", "4", "7.5");
    const Run run({"diff", whole, real});
    CHECK(run.exit_code == 1);
    CHECK_THAT(run.out, contains("~ components.Own") && contains("~ 2v1  Own.a: 5 -> 7.5\n") &&
                            contains("0 removed, 1 changed") && !contains("1v1"));
    CHECK_THAT(Run({"diff", "--json", whole, real}).out,
               contains(R"("changed": [{"id": "2v1", "field": "Own.a", "from": 5, "to": 7.5}])"));
}

TEST_CASE("Diff subcommand: JSON names each entity and field, with values as in the file", "[editor][diff]") {
    Files files;
    const std::string before = files.world("a.json", R"(
    { "id": "1v1", "name": "Lamp", "components": { "Lamp": { "reach": 0.1, "phases": [1, 2], "next": "2v1" } } },
    { "id": "2v1", "parent": "1v1", "components": { "Lit": {}, "Note": { "text": "a\nb", "big": 9007199254740993 } } },
    { "id": "4v1" })");
    const std::string after = files.world("b.json", R"(
    { "id": "1v1", "components": { "Lamp": { "reach": "inf", "phases": [1, 3], "next": null } } },
    { "id": "2v1", "name": "Q", "components": { "Note": { "text": "c", "big": 9007199254740995 }, "Lamp": {} } },
    { "id": "4v2" }, { "id": "12v3" })");
    const Run run({"diff", before, after, "--json"});
    CHECK(run.exit_code == 1);
    const json root = json::parse(run.out);
    CHECK(root["added"] == json({"4v2", "12v3"}));
    CHECK(root["removed"] == json({"4v1"}));
    CHECK(root["changed"] == json::parse(R"([
        {"id": "1v1", "field": "name", "from": "Lamp", "to": null},
        {"id": "1v1", "field": "Lamp.reach", "from": 0.1, "to": "inf"},
        {"id": "1v1", "field": "Lamp.phases", "from": [1, 2], "to": [1, 3]},
        {"id": "1v1", "field": "Lamp.next", "from": "2v1", "to": null},
        {"id": "2v1", "field": "name", "from": null, "to": "Q"},
        {"id": "2v1", "field": "parent", "from": "1v1", "to": null},
        {"id": "2v1", "field": "Lit", "from": {}, "to": null},
        {"id": "2v1", "field": "Lamp", "from": null, "to": {"reach": 0, "phases": [0, 0], "next": null}},
        {"id": "2v1", "field": "Note.text", "from": "a\nb", "to": "c"},
        {"id": "2v1", "field": "Note.big", "from": 9007199254740993, "to": 9007199254740995}
    ])"));
    CHECK(root.size() == 3);
}

TEST_CASE("Diff subcommand: what both sides created under one id is two entities", "[editor][diff]") {
    Files files;
    const std::string lamp = R"({ "id": "1v1", "name": "Lamp", "components": { "Lamp": {} } })";
    const auto with = [&](const std::string& name, const std::string& second) {
        return files.world(name, lamp + ",\n" + second);
    };
    const std::string base = files.world("base.json", lamp);
    const std::string circle = with("a.json", R"({ "id": "2v1", "name": "Circle", "components": { "Lit": {} } })");
    const std::string square =
        with("b.json", R"({ "id": "2v1", "name": "Square", "components": { "Lamp": { "reach": 2 }, "Lit": {} } })");
    const Run told({"diff", circle, square});
    CHECK(told.out ==
          "- 2v1 Circle\n+ 2v1 Square\n"
          "1 entity added, 1 removed, 0 changed\n");
    CHECK(Run({"diff", circle, square, "--json"}).out ==
          "{\"added\": [\"2v1\"], \"removed\": [\"2v1\"], \"changed\": []}\n");
    // Only the base tells two of one name apart; or that somebody renamed and changed what was there.
    const std::string other =
        with("c.json", R"({ "id": "2v1", "name": "Circle", "components": { "Lamp": {}, "Lit": {} } })");
    CHECK_THAT(Run({"diff", circle, other}).out, contains("0 entities added, 0 removed, 1 changed"));
    CHECK_THAT(Run({"diff", circle, other, "--base", base}).out, contains("1 entity added, 1 removed, 0 changed"));
    CHECK_THAT(Run({"diff", circle, square, "--base", circle}).out, contains("0 entities added, 0 removed, 1 changed"));
    CHECK(Run({"diff", circle, square, "--base", base + ".missing"}).fails(2));
    // Git shows two states of one file.
    CHECK_THAT(Run({"diff", "--git", "a.json", circle, "00", "100644", square, "00", "100644"}).out,
               contains("0 entities added, 0 removed, 1 changed"));
}

TEST_CASE("Diff subcommand: what differs besides entities is told, too", "[editor][diff]") {
    Files files;
    const std::string entity = R"({ "id": "1v1", "components": { "Lamp": {} } })";
    const std::string plain = files.world("a.json", entity);
    const std::string later = files.world("b.json", entity,
                                          "  \"systems\": { \"Blink\": { \"enabled\": false } },\n"
                                          "  \"scene\": { \"tick\": 7 },\n");
    const Run run({"diff", plain, later, "--json"});
    CHECK(run.exit_code == 1);
    CHECK(json::parse(run.out)["world"] == json::parse(R"([{"field": "scene.tick", "from": 0, "to": 7},
                          {"field": "systems.Blink", "from": null, "to": {"enabled": false}}])"));
    const std::string free = files.world("c.json", entity, "  \"scene\": { \"free\": [\"2v9\"] },\n");
    CHECK(Run({"diff", plain, free}).exit_code == 1);
    CHECK_THAT(Run({"diff", plain, free}).out, contains("ids for new entities"));

    std::string wider = files.read(plain);
    wider.replace(wider.find("\"f32\""), 5, "\"f64\"");
    const Run types({"diff", plain, files.write("d.json", wider)});
    CHECK(types.exit_code == 1);
    CHECK_THAT(types.out, contains("components.Lamp: ") && contains("\"reach\": \"f64\""));
}

TEST_CASE("Diff subcommand: saving what was opened changes no byte, and one field is one line, in all scenes",
          "[editor][diff]") {
    Files files;
    const std::string first = (files.folder.path / "first.json").string();
    const std::string again = (files.folder.path / "again.json").string();
    std::vector<std::vector<std::string>> sources;
    for (const editor::Scene& scene : editor::demo_game().scenes)
        sources.push_back({"run", "--scene", scene.name, "--ticks", "20", "--save", first});
    for (const char* name : {"harbour.json", "harbour.saved.json"})
        sources.push_back(
            {"run", (std::filesystem::path(TEST_DATA_DIR) / name).string(), "--ticks", "0", "--save", first});
    for (const std::vector<std::string>& source : sources) {
        INFO(source[1] << " " << source[2]);
        REQUIRE(Run(source).exit_code == 0);
        const Run kept({"run", first, "--ticks", "0", "--save", again});
        REQUIRE(kept.exit_code == 0);
        const std::string text = files.read(first);
        REQUIRE(files.read(again) == text);
        CHECK(Run({"diff", first, again}).exit_code == 0);

        // One field of one entity: its line, and nothing else.
        const std::string id = text.substr(text.find("{ \"id\": \"") + 9, 8);
        const std::string handle = id.substr(0, id.find('"'));
        std::string script = R"({ "edits": [ { "rename": ")" + handle + R"(", "name": "Renamed by a test" } ] })";
        REQUIRE(Run({"edit", first, "--script", files.write("script.json", script), "--save", again}).exit_code == 0);
        CHECK(different_lines(text, files.read(again)) == 1);
        const Run renamed({"diff", first, again, "--json"});
        CHECK(renamed.exit_code == 1);
        const json root = json::parse(renamed.out);
        REQUIRE(root["changed"].size() == 1);
        CHECK(root["changed"][0]["id"] == handle);
        CHECK(root["changed"][0]["field"] == "name");
        CHECK(root["changed"][0]["to"] == "Renamed by a test");
        CHECK_FALSE(root.contains("world"));
    }
    CHECK(sources.size() > 5);
}

TEST_CASE("Diff subcommand: for git it takes git's arguments and ends with 0", "[editor][diff]") {
    Files files;
    const std::string one = files.world("one.json", R"({ "id": "1v1" })");
    const std::string empty = files.write("empty.json", ""), damaged = files.write("damaged.json", "{");
    const auto for_git = [&](const std::string& before, const std::string& after) {
        return Run({"diff", "--git", "levels/a.json", before, "00", "100644", after, "00", "100644"});
    };
    CHECK(for_git(one, one).out == "world levels/a.json\nno differences\n");
    CHECK(for_git("/dev/null", one).out == "world levels/a.json\n+ 1v1\n1 entity added, 0 removed, 0 changed\n");
    CHECK(for_git("/dev/null", one).exit_code == 0);
    CHECK(for_git(one, empty).exit_code == 0);
    const Run trouble = for_git(one, damaged);
    CHECK(trouble.exit_code == 0);
    CHECK_THAT(trouble.out, contains("world levels/a.json cannot be compared: ") && contains("damaged.json:"));
    CHECK(Run({"diff", "--git", "levels/a.json"}).out == "unmerged world levels/a.json\n");
}

}  // namespace run_diff_test
