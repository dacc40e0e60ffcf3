#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>

#include <nlohmann/json.hpp>

#include "catch.hpp"
#include "ecs/base/random.hpp"
#include "editor/session/session_file.hpp"
#include "editor/support/command_line_run.hpp"
#include "editor/support/demo.hpp"
#include "files/base/atomic_file.hpp"
#include "files/support/temporary_folder.hpp"

namespace run_merge_test {

using nlohmann::json;
using Run = CommandLineRun;
using Catch::Matchers::StartsWith;
using test::contains;

namespace {

std::string text_of(const std::string& types, const std::string& entities, const std::string& members = "") {
    return "{ \"format\": \"chunkscope.world\", \"version\": 1,\n\"components\": {" + types + "},\n" + members +
           "\"entities\": [\n" + entities + "] }\n";
}

const std::string types = R"("Lamp": { "fields": { "reach": "f32", "level": "i32", "next": "entity" } }, "Lit": {})";

/// base.json, ours.json, theirs.json and what became of them.
struct Sides {
    TemporaryFolder folder;
    std::string out = (folder.path / "out.json").string();

    void write(const std::string& name, const std::string& text) { std::ofstream(path(name)) << text; }
    void entities(const std::string& base, const std::string& ours, const std::string& theirs) {
        write("base.json", text_of(types, base));
        write("ours.json", text_of(types, ours));
        write("theirs.json", text_of(types, theirs));
    }
    std::string path(const std::string& name) const { return (folder.path / name).string(); }
    Run merge() const {
        return Run({"merge", path("base.json"), path("ours.json"), path("theirs.json"), "--save", out});
    }
    bool written() const { return std::filesystem::exists(out); }
    json result() const {
        std::ifstream stream(out);
        return json::parse(stream);
    }
};

json entity(const json& world, const std::string& id) {
    for (const json& each : world["entities"])
        if (each["id"] == id) return each;
    return {};
}

}  // namespace

TEST_CASE("Merge subcommand: takes what one side changed, of the same entity, too", "[editor][merge]") {
    Sides sides;
    sides.entities(
        R"({ "id": "1v1", "name": "A", "components": { "Lamp": { "reach": 1, "level": 1 } } }, { "id": "2v1" }, { "id": "3v1" })",
        R"({ "id": "1v1", "name": "A", "components": { "Lamp": { "reach": 5, "level": 1 } } }, { "id": "2v1" }, { "id": "3v1", "parent": "1v1" })",
        R"({ "id": "1v1", "name": "B", "components": { "Lamp": { "reach": 1, "level": 7 }, "Lit": {} } }, { "id": "3v1" }, { "id": "4v1", "parent": "1v1" })");
    const Run run = sides.merge();
    CHECK(run.fine());
    CHECK_THAT(run.out, contains("of theirs 1 entity added, 1 removed, 1 changed") && contains("has 3 entities"));
    const json world = sides.result();
    CHECK(world["entities"].size() == 3);
    CHECK(
        entity(world, "1v1") ==
        json::parse(
            R"({ "id": "1v1", "name": "B", "components": { "Lamp": { "reach": 5, "level": 7, "next": null }, "Lit": {} } })"));
    CHECK(entity(world, "3v1")["parent"] == "1v1");
    CHECK(entity(world, "4v1")["parent"] == "1v1");
}

TEST_CASE("Merge subcommand: conflicts are listed and marked; all else of both sides is written", "[editor][merge]") {
    Sides sides;
    sides.entities(
        R"({ "id": "1v1", "name": "A", "components": { "Lamp": { "reach": 1 } } }, { "id": "2v1", "components": { "Lamp": {} } })",
        R"({ "id": "1v1", "name": "A", "components": { "Lamp": { "reach": 2 } } })",
        R"({ "id": "1v1", "name": "A", "components": { "Lamp": { "reach": 3 } } }, { "id": "2v1", "components": { "Lamp": { "level": 4 } } })");
    const Run run = sides.merge();
    CHECK(run.exit_code == 1);
    CHECK_THAT(run.out, StartsWith("conflict: 1v1 A  Lamp.reach: base 1, ours 2, theirs 3\n"
                                   "conflict: 2v1  Lamp.level: base 0, ours destroyed, theirs 4\n"
                                   "merged: "));
    CHECK(run.err ==
          "chunkscope merge: 2 conflicts; " + sides.out + " has ours there, and marks them in \"conflicts\"\n");
    const json world = sides.result();
    CHECK(world["entities"].size() == 1);
    CHECK(entity(world, "1v1")["components"]["Lamp"]["reach"] == 2);
    CHECK(world["conflicts"] == json::parse(R"([
        { "entity": "1v1", "name": "A", "path": "Lamp.reach", "why": "both changed it", "base": 1, "ours": 2,
          "theirs": 3 },
        { "entity": "2v1", "path": "Lamp.level", "why": "ours destroyed the entity", "base": 0, "theirs": 4,
          "line": { "id": "2v1", "components": { "Lamp": { "reach": 0, "level": 4, "next": null } } } } ])"));
}

TEST_CASE("Merge subcommand: one conflict drops nothing else of theirs", "[editor][merge]") {
    Sides sides;
    sides.entities(
        R"({ "id": "1v1", "name": "Player", "components": { "Lamp": { "reach": 131, "level": 1 } } })",
        R"({ "id": "1v1", "name": "Player", "components": { "Lamp": { "reach": 161, "level": 1 } } }, { "id": "2v1", "name": "Circle", "components": { "Lamp": {} } })",
        R"({ "id": "1v1", "name": "Player", "components": { "Lamp": { "reach": 111, "level": 9 } } }, { "id": "2v1", "name": "Square", "components": { "Lamp": { "next": "2v1" } } })");
    sides.out = sides.path("ours.json");
    const Run run = sides.merge();
    CHECK(run.exit_code == 1);
    CHECK_THAT(run.out, contains("2v1 of theirs is 3v1 now"));
    const json world = sides.result();
    CHECK(entity(world, "1v1")["components"]["Lamp"] == json::parse(R"({ "reach": 161, "level": 9, "next": null })"));
    CHECK(entity(world, "2v1")["name"] == "Circle");
    CHECK(entity(world, "3v1")["name"] == "Square");
    CHECK(entity(world, "3v1")["components"]["Lamp"]["next"] == "3v1");
    REQUIRE(world["conflicts"].size() == 1);
}

TEST_CASE(
    "Merge subcommand: an entity that the sides call otherwise has both names, and check says where its marks are",
    "[editor][merge]") {
    Sides sides;
    const auto lamp = [](const std::string& name, int reach) {
        return R"({ "id": "12v1", "name": ")" + name + R"(", "components": { "Lamp": { "reach": )" +
               std::to_string(reach) + " } } }";
    };
    sides.entities(lamp("Lamp", 1), lamp("Sun", 2), lamp("Moon", 3));
    const Run run = sides.merge();
    CHECK(run.exit_code == 1);
    CHECK_THAT(run.out, contains("conflict: 12v1 Sun (theirs: Moon)  Lamp.reach: base 1, ours 2, theirs 3"));
    const std::string text = files::read_file(sides.out);
    const auto lines_until = [&](std::size_t at) {
        return 1 + std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(at), '\n');
    };
    const std::size_t first = text.find(R"({ "entity")"), second = text.find(R"({ "entity")", first + 1);
    REQUIRE(second != std::string::npos);
    const std::string line = std::to_string(lines_until(first));
    const std::string column = std::to_string(first - text.rfind('\n', first));
    const Run check({"check", sides.out});
    CHECK(check.fails(1));
    CHECK_THAT(check.err, contains(sides.out + ":" + line + ":" + column + ": 2 conflicts of a merge must be decided"));
    CHECK_THAT(check.err, contains("12v1 Sun (theirs: Moon) name, 12v1 Sun (theirs: Moon) Lamp.reach (line " +
                                   std::to_string(lines_until(second)) + ")"));
    // Saving keeps both names.
    const auto session = demo::load(sides.out);
    REQUIRE(session->conflicts.size() == 2);
    CHECK(session->conflicts[0].their_name == "Moon");
    CHECK(demo::read(editor::write_world(*session), "again")->conflicts == session->conflicts);
}

TEST_CASE("Merge subcommand: what cannot be saved is not told either", "[editor][merge]") {
    Sides sides;
    const std::string lamp = R"({ "id": "1v1", "name": "Lamp", "components": { "Lamp": { "reach": )";
    sides.entities(lamp + "1 } } }", lamp + "2 } } }", lamp + "3 } } }");
    sides.out = (sides.folder.path / "missing" / "out.json").string();
    const Run run = sides.merge();
    CHECK(run.exit_code == 2);
    CHECK(run.out.empty());
}

TEST_CASE("Merge subcommand: marks stay until somebody takes them out, and check refuses the file as long",
          "[editor][merge]") {
    Sides sides;
    const std::string lamp = R"({ "id": "1v1", "name": "Lamp", "components": { "Lamp": { "reach": )";
    sides.entities(lamp + "1 } } }", lamp + "2 } } }", lamp + "3 } } }");
    REQUIRE(sides.merge().exit_code == 1);
    const Run check({"check", sides.out});
    CHECK(check.fails(1));
    CHECK_THAT(check.err, contains("1 conflict of a merge must be decided") && contains("1v1 Lamp Lamp.reach"));

    // The other commands say so, and keep the marks, whatever is changed.
    const std::string later = sides.path("later.json");
    const Run edit({"edit", sides.out, "--change", "Lamp : Lamp.reach = 3", "--save", later});
    CHECK(edit.exit_code == 0);
    CHECK_THAT(edit.err, contains("conflicts of a merge are marked in this file: 1v1 Lamp Lamp.reach"));
    CHECK(Run({"check", later}).fails(1));
    const auto session = demo::load(later);
    REQUIRE(session->conflicts.size() == 1);
    CHECK(demo::read(editor::write_world(*session), "again")->conflicts == session->conflicts);

    CHECK_THAT(Run({"diff", sides.out, sides.path("ours.json")}).out, contains("~ conflicts: 1 -> 0"));

    // Another merge keeps those of both sides, but for those that one side decided.
    sides.write("decided.json", text_of(types, lamp + "3 } } }"));
    const Run both({"merge", sides.out, sides.out, later, "--save", sides.path("both.json")});
    CHECK(both.exit_code == 1);
    const Run one({"merge", later, later, sides.path("decided.json"), "--save", sides.path("one.json")});
    CHECK(one.exit_code == 0);
    CHECK(Run({"check", sides.path("one.json")}).exit_code == 0);

    // By hand: members in any order and form; nobody needs to say more than where.
    std::string text = text_of(types, lamp + "2 } } }");
    text.insert(text.rfind('}'), R"(, "conflicts": [ { "theirs": { "a": [1, 2.50] }, "path": "Lamp.reach" } ])");
    sides.write("hand.json", text);
    CHECK(Run({"check", sides.path("hand.json")}).fails(1));
    sides.write("hand.json", text_of(types, lamp + "2 } } }", R"("conflicts": [],)"));
    CHECK(Run({"check", sides.path("hand.json")}).exit_code == 0);
    sides.write("hand.json", text_of(types, lamp + "2 } } }", R"("conflicts": [ { "pat": "Lamp.reach" } ],)"));
    const Run wrong({"check", sides.path("hand.json")});
    CHECK(wrong.fails(1));
    CHECK_THAT(wrong.err, contains(R"(unknown member "pat" of a conflict; did you mean "path"?)"));
}

TEST_CASE("Merge subcommand: saving a file with marks leaves their lines as they are", "[editor][merge]") {
    Sides sides;
    const std::string one = R"({ "id": "1v1", "name": "Hero", "components": { "Lamp": { "level": 1 } } })";
    sides.entities(one, "", R"({ "id": "1v1", "components": { "Lamp": { "level": 2 } } })");
    REQUIRE(sides.merge().exit_code == 1);
    const std::string before = sides.folder.read("out.json");
    CHECK_THAT(before, contains(R"("line": { "id": "1v1", )"));
    CHECK(Run({"run", sides.out, "--ticks", "0", "--save", sides.path("again.json")}).exit_code == 0);
    CHECK(sides.folder.read("again.json") == before);
}

TEST_CASE("Merge subcommand: two worlds that both ran have a mark for each value", "[editor][merge]") {
    Sides sides;
    const auto run = [&](const char* name, const char* ticks, const char* seed) {
        REQUIRE(Run({"run", "--scene", "stress", "--count", "4000", "--seed", seed, "--ticks", ticks, "--save",
                     sides.path(name)})
                    .fine());
    };
    run("base.json", "0", "1"), run("ours.json", "30", "1"), run("theirs.json", "60", "1");
    REQUIRE(sides.merge().exit_code == 1);
    CHECK(sides.result()["conflicts"].size() > 4000);
    CHECK(Run({"check", sides.out}).fails(1));
}

TEST_CASE("Merge subcommand: with one side unchanged it is the other side, byte by byte", "[editor][merge]") {
    for (std::uint64_t seed = 1; seed <= 60; ++seed) {
        INFO("seed " << seed);
        Sides sides;
        ecs::Random random(seed);
        const std::vector<std::string> systems{"Blink", "Shine", "Glow", "Burn"};
        const auto world = [&](bool later) {
            std::vector<std::string> order = systems;
            std::string text = "\"systems\": {", between;
            while (!order.empty()) {
                const std::uint32_t next = later ? random.below(static_cast<std::uint32_t>(order.size())) : 0;
                if (!later || random.below(5) != 0)
                    text += std::exchange(between, ",") + " \"" + order[next] +
                            "\": { \"enabled\": " + (later && random.below(2) == 0 ? "false" : "true") + " }";
                order.erase(order.begin() + next);
            }
            text += " },\n";
            std::string entities, separator;
            for (int id = 1; id <= 9; ++id) {
                const std::uint32_t what = later ? random.below(4) : 3;
                if (what == 0) continue;
                const std::string version = what == 1 ? "v2" : "v1";
                entities +=
                    std::exchange(separator, ",\n") + "{ \"id\": \"" + std::to_string(id) + version +
                    "\", \"name\": \"n" + std::to_string(later ? random.below(3) : 0) +
                    "\", \"components\": { \"Lamp\": { \"level\": " + std::to_string(later ? random.below(3) : 1) +
                    " } } }";
            }
            std::string scene = "\"scene\": { \"tick\": " + std::to_string(later ? random.below(3) : 1);
            if (later && random.below(2) == 0) scene += R"(, "free": ["14v1", "12v3", "11v1"], "slots": 20)";
            if (!later) scene += R"(, "free": ["12v1", "11v1"], "slots": 15)";
            return text_of(types, entities, text + scene + " },\n");
        };
        sides.write("base.json", world(false));
        sides.write("theirs.json", world(true));
        const std::string saved = sides.path("saved.json");
        REQUIRE(Run({"run", sides.path("theirs.json"), "--ticks", "0", "--save", saved}).exit_code == 0);
        REQUIRE(Run({"merge", sides.path("base.json"), sides.path("base.json"), sides.path("theirs.json"), "--save",
                     sides.out})
                    .exit_code == 0);
        CHECK(files::read_file(sides.out) == files::read_file(saved));
    }
}

TEST_CASE("Merge subcommand: two creations with one id both stay, and references follow", "[editor][merge]") {
    Sides sides;
    sides.entities(
        R"({ "id": "1v1" })", R"({ "id": "1v1" }, { "id": "2v1", "name": "Ours" })",
        R"({ "id": "1v1", "components": { "Lamp": { "next": "2v1" } } }, { "id": "2v1", "name": "Theirs" }, { "id": "3v1", "parent": "2v1" })");
    const Run run = sides.merge();
    CHECK(run.fine());
    CHECK_THAT(run.out, contains("2v1 of theirs is 4v1 now"));
    const json world = sides.result();
    CHECK(entity(world, "2v1")["name"] == "Ours");
    CHECK(entity(world, "4v1")["name"] == "Theirs");
    CHECK(entity(world, "3v1")["parent"] == "4v1");
    CHECK(entity(world, "1v1")["components"]["Lamp"]["next"] == "4v1");
}

TEST_CASE("Merge subcommand: types, systems and the scene are merged as fields are", "[editor][merge]") {
    Sides sides;
    const std::string one = R"({ "id": "1v1", "components": { "Lamp": { "reach": 3 } } })";
    const std::string base_types = R"("Lamp": { "fields": { "reach": "f32", "level": "i32" } })";
    const std::string with_colour = R"("Lamp": { "fields": { "reach": "f64", "level": "i32", "colour": "u8" } })";
    const std::string systems = R"("systems": { "Blink": {}, "Shine": {} },)";
    sides.write("base.json", text_of(base_types, one, systems));
    sides.write("ours.json",
                text_of(base_types, R"({ "id": "1v1", "components": { "Lamp": { "reach": 3, "level": 9 } } })",
                        R"("systems": { "Blink": { "enabled": false }, "Shine": {} },)"));
    sides.write("theirs.json",
                text_of(with_colour, R"({ "id": "1v1", "components": { "Lamp": { "reach": 0.1, "colour": 200 } } })",
                        systems + R"("scene": { "tick": 30 },)"));
    REQUIRE(sides.merge().fine());
    const json world = sides.result();
    CHECK(entity(world, "1v1")["components"]["Lamp"] == json::parse(R"({ "reach": 0.1, "level": 9, "colour": 200 })"));
    CHECK(world["components"]["Lamp"]["fields"]["reach"] == "f64");
    CHECK(world["scene"]["tick"] == 30);
    CHECK(world["systems"]["Blink"]["enabled"] == false);
    CHECK(world["systems"]["Shine"]["enabled"] == true);

    // The other way round it is the same world.
    const json there = world;
    REQUIRE(
        Run({"merge", sides.path("base.json"), sides.path("theirs.json"), sides.path("ours.json"), "--save", sides.out})
            .fine());
    CHECK(sides.result() == there);

    // A field that one side took out of the type while the other changed it.
    sides.write("theirs.json", text_of(R"("Lamp": { "fields": { "reach": "f32" } })", one, systems));
    std::filesystem::remove(sides.out);
    const Run lost = sides.merge();
    CHECK(lost.exit_code == 1);
    CHECK_THAT(lost.out, contains("1v1  Lamp.level: base 0, ours 9"));
    CHECK(sides.result()["conflicts"][0]["why"] == "theirs took the field out of the type");

    // Both sides changed the type.
    sides.write("ours.json", text_of(with_colour, one, systems));
    const Run both = sides.merge();
    CHECK(both.exit_code == 1);
    CHECK_THAT(both.out, contains("conflict: components.Lamp: "));
    CHECK(sides.result()["components"]["Lamp"]["fields"]["colour"] == "u8");

    // Each gave it a field of its own: the values of theirs are marked, as the type that stays has no place for them.
    sides.write("theirs.json",
                text_of(R"("Lamp": { "fields": { "reach": "f32", "level": "i32", "power": "i32" } })",
                        R"({ "id": "1v1", "components": { "Lamp": { "reach": 3, "power": 7 } } })", systems));
    REQUIRE(sides.merge().exit_code == 1);
    const json marks = sides.result()["conflicts"];
    REQUIRE(marks.size() == 2);
    CHECK(marks[1] ==
          json::parse(R"({ "entity": "1v1", "path": "Lamp.power", "why": "ours has no such field", "ours": null,
                           "theirs": 7 })"));
    CHECK_THAT(sides.merge().out, contains("Lamp.power: base none, ours none, theirs 7"));
}

TEST_CASE("Merge subcommand: a value that the field's new kind cannot hold is a conflict", "[editor][merge]") {
    const auto with = [](const char* kind, const char* level, const char* second = "") {
        return text_of(
            std::string(R"("Lamp": { "fields": { "level": ")") + kind + "\" } }",
            std::string(R"({ "id": "1v1", "components": { "Lamp": { "level": )") + level + " } } }" + second);
    };
    const char* const second = R"(, { "id": "2v1", "components": { "Lamp": { "level": 2.5 } } })";
    Sides sides;
    sides.write("base.json", with("f64", "4"));
    SECTION("theirs set it") {
        sides.write("ours.json", with("i32", "4"));
        sides.write("theirs.json", with("f64", "0.5", second));
        REQUIRE(sides.merge().exit_code == 1);
        const json world = sides.result();
        REQUIRE(world["conflicts"].size() == 2);
        CHECK(world["conflicts"][0] == json::parse(R"({ "entity": "1v1", "path": "Lamp.level",
            "why": "i32 cannot hold the value of theirs", "base": 4, "ours": 4, "theirs": 0.5 })"));
        CHECK(world["conflicts"][1]["theirs"] == 2.5);
        CHECK(entity(world, "1v1")["components"]["Lamp"]["level"] == 4);
    }
    SECTION("ours set it") {
        sides.write("ours.json", with("f64", "1e30"));
        sides.write("theirs.json", with("i32", "4"));
        REQUIRE(sides.merge().exit_code == 1);
        const json world = sides.result();
        REQUIRE(world["conflicts"].size() == 1);
        CHECK(world["conflicts"][0]["why"] == "i32 cannot hold the value of ours");
        CHECK(world["conflicts"][0]["ours"] == 1e30);
    }
    SECTION("both gave the type another kind") {
        sides.write("ours.json", with("i32", "4"));
        sides.write("theirs.json", with("i64", "3000000000"));
        REQUIRE(sides.merge().exit_code == 1);
        const json world = sides.result();
        REQUIRE(world["conflicts"].size() == 2);  // the type, too
        CHECK(world["conflicts"][1]["theirs"] == 3000000000);
        CHECK(entity(world, "1v1")["components"]["Lamp"]["level"] == 4);
    }
    SECTION("who changed the kind rounded it on purpose") {
        sides.write("base.json", with("f64", "4.5"));
        sides.write("ours.json", with("i32", "5"));
        sides.write("theirs.json", with("f64", "4.5"));
        REQUIRE(sides.merge().fine());
        CHECK(entity(sides.result(), "1v1")["components"]["Lamp"]["level"] == 5);
    }
    SECTION("a float that is rounded is the same number") {
        sides.write("ours.json", with("f32", "4"));
        sides.write("theirs.json", with("f64", "0.1"));
        CHECK(sides.merge().fine());
    }
}

TEST_CASE("Merge subcommand: a new instance follows what the other side did to its prefab", "[editor][merge][prefab]") {
    const std::string prefab =
        R"({ "id": "1v1", "name": "Turret", "components": { "Prefab": {}, "Lamp": { "level": 1 } } },
        { "id": "2v1", "name": "T1", "of": "1v1" })";
    const std::string changed =
        R"({ "id": "1v1", "name": "Turret", "components": { "Prefab": {}, "Lamp": { "level": 5 } } },
        { "id": "2v1", "name": "T1", "of": "1v1" })";
    const std::string with_part =
        R"({ "id": "1v1", "name": "Turret", "components": { "Prefab": {}, "Lamp": { "level": 1 } } },
        { "id": "2v1", "name": "T1", "of": "1v1", "parts": { "3v1": "4v1" } },
        { "id": "3v1", "name": "Gun", "parent": "1v1", "components": { "Prefab": {} } }, { "id": "4v1", "of": "3v1" })";
    const std::string second = R"(, { "id": "7v1", "name": "T2", "of": "1v1" })";
    const std::string own = R"(, { "id": "7v1", "name": "T2", "of": "1v1", "components": { "Lamp": { "level": 9 } } })";
    Sides sides;
    const auto merged = [&](const std::string& ours, const std::string& theirs) {
        sides.entities(prefab, ours, theirs);
        CHECK(sides.merge().fine());
        return entity(sides.result(), "7v1");
    };
    SECTION("a changed value, whoever changed it") {
        CHECK(merged(changed, prefab + second) == json::parse(R"({ "id": "7v1", "name": "T2", "of": "1v1" })"));
        CHECK(merged(prefab + second, changed) == json::parse(R"({ "id": "7v1", "name": "T2", "of": "1v1" })"));
    }
    SECTION("a new part") {
        CHECK(merged(with_part, prefab + second)["parts"].contains("3v1"));
        CHECK(merged(prefab + second, with_part)["parts"].contains("3v1"));
    }
    SECTION("an override stays") {
        CHECK(merged(changed, prefab + own)["components"]["Lamp"]["level"] == 9);
        CHECK(merged(prefab + own, changed)["components"]["Lamp"]["level"] == 9);
    }
    SECTION("a prefab that is gone is a conflict") {
        for (const bool of_theirs : {true, false}) {
            sides.entities(prefab, of_theirs ? "" : prefab + second, of_theirs ? prefab + second : "");
            const Run run = sides.merge();
            CHECK(run.exit_code == 1);
            CHECK_THAT(run.out, contains("conflict: 7v1 T2  InstanceOf.source: "));
            CHECK(sides.result()["conflicts"][0]["why"] ==
                  (of_theirs ? "ours destroyed the prefab" : "theirs destroyed the prefab"));
        }
    }
}

TEST_CASE("Merge subcommand: writes over its own side, and needs no base", "[editor][merge]") {
    Sides sides;
    sides.entities("", R"({ "id": "1v1", "name": "A" })", R"({ "id": "1v1", "name": "A" }, { "id": "5v1" })");
    sides.write("base.json", "");
    sides.out = sides.path("ours.json");
    REQUIRE(sides.merge().fine());
    CHECK(sides.result()["entities"].size() == 2);
}

TEST_CASE("Merge subcommand: trouble is 2", "[editor][merge]") {
    Sides sides;
    sides.entities("", "", "");
    CHECK(Run({"merge", sides.path("base.json"), sides.path("ours.json"), "--save", sides.out}).fails(2));
    CHECK(Run({"merge", sides.path("base.json"), sides.path("ours.json"), sides.path("theirs.json")}).fails(2));
    CHECK(
        Run({"merge", sides.path("none.json"), sides.path("ours.json"), sides.path("theirs.json"), "--save", sides.out})
            .fails(2));
    sides.write("theirs.json", "");
    const Run damaged = sides.merge();
    CHECK(damaged.fails(2));
    CHECK_THAT(damaged.err, contains("theirs.json"));
    CHECK_FALSE(sides.written());
}

TEST_CASE("Merge subcommand: edits of a scene by two people come together", "[editor][merge]") {
    Sides sides;
    const std::string base = sides.path("base.json"), ours = sides.path("ours.json"),
                      theirs = sides.path("theirs.json");
    REQUIRE(Run({"run", "--scene", "chase", "--count", "200", "--ticks", "5", "--save", base}).fine());
    REQUIRE(Run({"edit", base, "--change", "Position.x < 300 : Position.x += 5", "--save", ours}).fine());
    REQUIRE(Run({"edit", base, "--change", "Position.x < 200 : Position.y = 1", "--save", theirs}).fine());
    const Run merged = sides.merge();
    REQUIRE(merged.fine());
    const std::string both = sides.path("both.json");
    REQUIRE(Run({"edit", base, "--change", "Position.x < 200 : Position.y = 1", "--change",
                 "Position.x < 300 : Position.x += 5", "--save", both})
                .fine());
    CHECK(Run({"diff", sides.out, both}).exit_code == 0);
}

}  // namespace run_merge_test
