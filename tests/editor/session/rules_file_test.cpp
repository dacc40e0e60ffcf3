// Rules, the order of systems and removed systems, in world files and edit scripts.
#include <string>

#include "catch.hpp"
#include "ecs/edit/system_order.hpp"
#include "ecs/language/rule.hpp"
#include "editor/demo/components.hpp"
#include "editor/session/session_file.hpp"
#include "editor/session/session_script.hpp"
#include "editor/support/demo.hpp"
#include "files/base/file_error.hpp"
#include "files/script/edit_script.hpp"

namespace rules_file_test {

using namespace editor;

namespace {

std::string systems_of(const Session& session) {
    std::string text;
    for (const ecs::System* system : session.schedule.systems())
        text += system->description.name + (system->enabled ? "+ " : "- ");
    return text;
}

std::unique_ptr<Session> read(const std::string& members) {
    return demo::read("{ \"format\": \"chunkscope.world\", \"version\": 1, " + members + " }", "level.json");
}

void run(Session& session, const std::string& edits) {
    run_script(session, "{ \"edits\": [" + edits + "] }", "edits.json");
}

}  // namespace

TEST_CASE("Rules in a file: a saved world goes on as one that ran through", "[editor][world_file][rule]") {
    const auto begin = [] {
        auto session = demo::start(demo::scene("chase"), 200, 7);
        run(*session,
            R"x({ "add_system": "Slow", "rule": "Velocity & Enemy : Velocity.x = Velocity.x * 0.5", "position": 2 },
                         { "add_system": "Jitter", "rule": "Enemy & Position : Position.y += random(-1.0, 1.0)" })x");
        return session;
    };
    const auto through = begin();
    auto halfway = begin();
    for (int i = 0; i < 40; ++i) through->tick();
    for (int i = 0; i < 20; ++i) halfway->tick();
    const std::string text = write_world(*halfway);
    CHECK(text.find(
              "\"Jitter\": { \"enabled\": true, \"rule\": \"Enemy & Position : Position.y += random(-1.0, 1.0)\" }") !=
          std::string::npos);
    halfway = demo::read(text, "level.json");
    CHECK(halfway->warnings.empty());
    CHECK(systems_of(*halfway) == systems_of(*through));
    CHECK(write_world(*halfway) == text);
    for (int i = 0; i < 20; ++i) halfway->tick();
    CHECK(halfway->hash_line() == through->hash_line());
    CHECK(through->schedule.find("Jitter")->stats.entities_visited > 10);
    CHECK(through->schedule.find("Slow")->problem == "");
}

TEST_CASE("Rules in a file: one that names what the world has not is kept, off, with the reason",
          "[editor][world_file][rule]") {
    const std::string members = R"("systems": { "Heal": { "enabled": true, "rule": "Helth.hp < 3 : Helth.hp += 1" },
        "Odd": { "enabled": false, "rule": "what is this" } })";
    const auto session = read(members);
    REQUIRE(session->warnings.size() == 2);
    CHECK(session->warnings[0] == "the rule Heal does not run: No component Helth (did you mean Health?)");
    CHECK(session->warnings[1].starts_with("the rule Odd does not run: "));
    CHECK(systems_of(*session) == "Heal- Odd- ");
    session->tick();
    const std::string text = write_world(*session);
    CHECK(text.find(R"("Heal": { "enabled": true, "rule": "Helth.hp < 3 : Helth.hp += 1" })") != std::string::npos);
    CHECK(text.find(R"("Odd": { "enabled": false, "rule": "what is this" })") != std::string::npos);
}

TEST_CASE("Rules in a file: systems stay in the order in which a person put them, and removed ones stay away",
          "[editor][world_file][rule]") {
    const auto session = demo::start(demo::scene("chase"), 50, 7);
    const std::string before = systems_of(*session);
    const std::string last = session->schedule.systems().back()->description.name;
    const std::string first = session->schedule.systems().front()->description.name;
    REQUIRE(ecs::why_not_beside(session->schedule, last, first, false) == "");
    REQUIRE(session->history.perform({"Move", {ecs::move_beside(session->schedule, last, first, false)}}) == "");
    run(*session, R"({ "remove_system": "Seek" })");
    const std::string moved = systems_of(*session);
    CHECK(moved != before);
    CHECK(moved.starts_with(last + "+ " + first));
    CHECK(moved.find("Seek") == std::string::npos);

    const std::string text = write_world(*session);
    CHECK(text.find("\"Seek\": { \"removed\": true }") != std::string::npos);
    const auto again = demo::read(text, "level.json");
    CHECK(systems_of(*again) == moved);
    CHECK(write_world(*again) == text);
    run(*again, R"({ "add_system": "Seek" })");
    CHECK(write_world(*again).find("removed") == std::string::npos);
}

TEST_CASE("Notes in a file: groups and budgets are written, read, undone, and absent where there are none",
          "[editor][world_file][note]") {
    const auto session = demo::start(demo::scene("chase"), 50, 7);
    const std::string plain = write_world(*session);
    CHECK(plain.find("group") == std::string::npos);
    CHECK(plain.find("budget") == std::string::npos);
    run(*session, R"x({ "note_system": "Seek", "group": "Wits", "budget_us": 250.5 },
                      { "note_system": "Movement", "group": "Wits" }, { "note_system": "", "budget_us": 16000 })x");
    const std::string noted = write_world(*session);
    CHECK(noted.find(R"("Seek": { "enabled": true, "group": "Wits", "budget_us": 250.5 })") != std::string::npos);
    CHECK(noted.find(R"("Movement": { "enabled": true, "group": "Wits" })") != std::string::npos);
    CHECK(noted.find(R"("budget_us": 16000)") != std::string::npos);
    const auto again = demo::read(noted, "level.json");
    CHECK(again->schedule.find("Seek")->description.group == "Wits");
    CHECK(again->schedule.find("Seek")->description.budget_us == 250.5);
    CHECK(again->schedule.budget_us == 16000);
    CHECK(write_world(*again) == noted);
    REQUIRE(session->history.undo() == "");
    CHECK(write_world(*session) == plain);

    run(*again, R"({ "note_system": "Seek" }, { "remove_system": "Movement" })");
    CHECK(again->schedule.find("Seek")->description.budget_us == 0);
    REQUIRE(again->history.undo() == "");
    CHECK(write_world(*again) == noted);
    CHECK_THROWS_AS(run(*again, R"({ "note_system": "Seek", "budget_us": -1 })"), files::FileError);
    CHECK_THROWS_AS(run(*again, R"({ "note_system": "", "group": "Wits" })"), files::FileError);
    CHECK_THROWS_AS(run(*again, R"({ "note_system": "Nobody" })"), files::FileError);
}

TEST_CASE("Notes in a script: a system that is added has its group and budget, and undo writes them, too",
          "[editor][script][note]") {
    const auto session = demo::start(demo::scene("chase"), 10, 7);
    run(*session, R"x({ "remove_system": "Seek" },
                      { "add_system": "Seek", "group": "Wits", "budget_us": 250.5, "position": 1 },
                      { "add_system": "Heal", "rule": "Enemy : -Enemy", "group": "Wits" })x");
    CHECK(session->schedule.find("Seek")->description.group == "Wits");
    CHECK(session->schedule.find("Seek")->description.budget_us == 250.5);
    CHECK(session->schedule.position_of("Seek") == 1);
    CHECK(session->schedule.find("Heal")->description.group == "Wits");
    CHECK(session->schedule.find("Heal")->description.budget_us == 0);

    // What takes the removal back is a line that says all of it.
    run(*session, R"({ "remove_system": "Seek" })");
    const ecs::HistoryStep& removal = session->history.steps()[session->history.done() - 1];
    const std::string line = files::script_line(session->world, removal.edits.front());
    CHECK(line == R"({ "add_system": "Seek", "group": "Wits", "budget_us": 250.5, "position": 1 })");
    run(*session, line);
    CHECK(session->schedule.find("Seek")->description.group == "Wits");
    CHECK_THROWS_AS(run(*session, R"({ "add_system": "Calm", "rule": "Enemy : -Enemy", "budget_us": -1 })"),
                    files::FileError);
}

TEST_CASE("Notes in a file: a system that the program lacks keeps its own, and a wrong budget is refused",
          "[editor][world_file][note]") {
    const auto session = read(R"("systems": { "Unheard": { "enabled": true, "group": "Old", "budget_us": 3 } })");
    CHECK(write_world(*session).find(R"("Unheard": { "enabled": true, "group": "Old", "budget_us": 3 })") !=
          std::string::npos);
    CHECK_THROWS_WITH(read(R"("systems": { "Seek": { "budget_us": -2 } })"),
                      Catch::Contains("a number of microseconds from 0 on"));
}

TEST_CASE("Rules in a script: what is wrong with a change is said, and nothing is done", "[editor][script][rule]") {
    const auto session = demo::start(demo::scene("chase"), 10, 7);
    const std::string before = systems_of(*session);
    CHECK_THROWS_AS(run(*session, R"({ "remove_system": "Seek" }, { "add_system": "Heal", "rule": "Helth : -Helth" })"),
                    files::FileError);
    CHECK(systems_of(*session) == before);
    run(*session, R"({ "add_system": "Heal", "rule": "Enemy : -Enemy", "position": 0 },
                     { "move_system": "Heal", "position": 1 })");
    CHECK(session->schedule.position_of("Heal") == 1);
    REQUIRE(session->history.undo() == "");
    CHECK(systems_of(*session) == before);
}

}  // namespace rules_file_test
