// The tools that ask the recorded time of a world of our own.
#include <algorithm>
#include <string>

#include "catch.hpp"
#include "editor/support/mcp_asked.hpp"

namespace mcp_past_tools_test {

using remote::Json;
using test::McpAsked;

namespace {

/// Of an enemy that follows the player.
Json moving(McpAsked& asked) {
    return asked.data(
        "query",
        {{"query", "Enemy"}, {"sort", "abs(Velocity.x)"}, {"descending", true}, {"limit", 1u}})["entities"][0]["id"];
}

}  // namespace

TEST_CASE("MCP history: a value's changes are told from the newest to the oldest, with the system that made each",
          "[mcp]") {
    McpAsked asked;
    asked.data("run", {{"ticks", 30u}});
    const std::string before = asked.session->hash_line();
    const Json enemy = moving(asked);
    const Json now = asked.data("entity", {{"entity", enemy}})["components"]["Position"]["x"];
    const Json told = asked.data("history", {{"entity", enemy}, {"field", "Position.x"}, {"limit", 20u}});
    INFO(told.dump());
    const Json& changes = told["changes"];
    REQUIRE(changes.size() == 20);
    CHECK(changes[0]["tick"] == 29);
    CHECK(changes[0]["after"] == now);
    for (std::size_t i = 0; i < changes.size(); ++i) {
        CHECK(changes[i]["by"] == "Movement");
        CHECK(changes[i]["by_kind"] == "system");
        CHECK_FALSE(changes[i].contains("from_tick"));
        CHECK(changes[i]["before"] != changes[i]["after"]);
        if (i == 0) continue;
        CHECK(changes[i]["after"] == changes[i - 1]["before"]);
        CHECK(changes[i]["tick"] == changes[i - 1]["tick"].get<std::uint64_t>() - 1);
    }
    CHECK(told["field"] == "Position.x");
    CHECK(told["entity"]["id"] == enemy);
    CHECK(told["recorded"] == Json({{"first", 0}, {"last", 30}}));
    CHECK(std::count(told["writers"].begin(), told["writers"].end(), "Movement") == 1);
    CHECK(asked.session->timeline.at_now());
    CHECK(asked.session->hash_line() == before);
    CHECK(asked.data("run")["tick"] == 31);
}

TEST_CASE("MCP history: an edit is told as one, and what nobody wrote has no changes", "[mcp]") {
    McpAsked asked;
    asked.data("run", {{"ticks", 4u}});
    asked.data("change", {{"change", "name == \"Player\" : Health.hp = 3"}});
    const std::string steps = asked.session->history.steps().back().label;
    asked.data("run", {{"ticks", 4u}});
    const Json told = asked.data("history", {{"entity", "Player"}, {"field", "Health"}});
    REQUIRE(told["changes"].size() == 1);
    CHECK(told["changes"][0]["by_kind"] == "edit");
    CHECK(told["changes"][0]["tick"] == 3);
    CHECK(told["changes"][0]["before"]["hp"] == 100);
    CHECK(told["changes"][0]["after"]["hp"] == 3);
    CHECK(told["searched_from"] == 0);
    CHECK(asked.session->history.steps().back().label == steps);
    CHECK(asked.data("history", {{"entity", "Player"}, {"field", "Radius"}})["changes"].empty());
}

TEST_CASE("MCP difference: two recorded moments are compared, and the world stays where it is", "[mcp]") {
    McpAsked asked;
    asked.data("run");
    const Json enemy = moving(asked);
    const Json first = asked.data("entity", {{"entity", enemy}})["components"]["Position"]["x"];
    asked.data("run", {{"ticks", 19u}});
    const std::string player = ecs::to_string(asked.session->world.find_by_name("Player"));
    asked.data("change", {{"change", "name == \"Player\" : destroy"}});
    const std::string before = asked.session->hash_line();
    const Json told = asked.data("difference", {{"before", 1u}, {"limit", 1000u}});
    INFO(told.dump());
    CHECK(told["before"] == 1);
    CHECK(told["after"] == 20);
    CHECK(told["destroyed"] > 0);
    CHECK(told["created"] == 0);
    CHECK(told["changed"] > 5);
    CHECK(told["shown"] == told["differences"]);
    const auto find = [&](const std::string& id, const char* what, const char* field) {
        return std::find_if(told["entries"].begin(), told["entries"].end(), [&](const Json& each) {
            return each["id"] == id && each["what"] == what && each.value("field", "") == field;
        });
    };
    CHECK(find(player, "destroyed", "") != told["entries"].end());
    const auto moved = find(enemy, "changed", "Position.x");
    REQUIRE(moved != told["entries"].end());
    CHECK((*moved)["before"] == first);
    CHECK((*moved)["after"] == asked.data("entity", {{"entity", enemy}})["components"]["Position"]["x"]);
    CHECK(asked.data("difference", {{"before", 7u}, {"after", 7u}})["differences"] == 0);
    CHECK(asked.data("difference", {{"before", 19u}, {"after", 5u}, {"limit", 2u}})["shown"] == 2);
    CHECK(asked.session->hash_line() == before);
}

TEST_CASE("MCP past: what is wrong with its arguments is told", "[mcp]") {
    McpAsked asked;
    asked.data("run", {{"ticks", 3u}});
    for (const auto& [name, arguments, why] : std::initializer_list<std::tuple<const char*, Json, const char*>>{
             {"history", {{"entity", "Player"}}, "field"},
             {"history", {{"entity", "Player"}, {"field", "Helth.hp"}}, "did you mean Health"},
             {"history", {{"entity", "Player"}, {"field", "Health.hp where Enemy"}}, "no field"},
             {"history", {{"entity", "Player"}, {"field", "Health.hp, 3 times"}}, "no field"},
             {"history", {{"entity", "nobody"}, {"field", "Health.hp"}}, "no entity"},
             {"history", {{"entity", "Player"}, {"field", "Health"}, {"limit", 0u}}, "from 1 to 100"},
             {"difference", Json::object(), "before"},
             {"difference", {{"before", 4u}}, "from 0 to 3"},
             {"difference", {{"before", 1u}, {"after", 9u}}, "from 0 to 3"}}) {
        INFO(name << " " << arguments);
        const Json said = asked.tool(name, arguments);
        CHECK(said["isError"] == true);
        CHECK_THAT(said["content"][0]["text"].get<std::string>(), test::contains(why));
    }
    asked.data("step");
    const std::string before = asked.session->hash_line();
    CHECK_THAT(asked.said("difference", {{"before", 1u}}), test::contains("half done"));
    CHECK_THAT(asked.said("history", {{"entity", "Player"}, {"field", "Health"}}), test::contains("half done"));
    CHECK(asked.session->hash_line() == before);
}

TEST_CASE("MCP past: it is offered where it is recorded, also to who may change nothing", "[mcp]") {
    McpAsked asked;
    CHECK(asked.offers("history", false));
    CHECK(asked.offers("difference", false));
    asked.served = true;
    CHECK_FALSE(asked.offers("history"));
    asked.served = false;
    asked.session->timeline.stop();
    CHECK_FALSE(asked.offers("difference"));
    CHECK_THAT(asked.tool("difference")["message"].get<std::string>(), test::contains("not recorded"));
}

}  // namespace mcp_past_tools_test
