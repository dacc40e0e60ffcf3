// The tools that run ticks of a world of our own.
#include <algorithm>
#include <string>

#include "catch.hpp"
#include "editor/support/mcp_asked.hpp"

namespace mcp_run_tools_test {

using remote::Json;
using test::McpAsked;

namespace {

struct Alone : McpAsked {
    Alone() { session->use_threads(1); }  // one system after the other
};

}  // namespace

TEST_CASE("MCP run: so many ticks run as they do elsewhere", "[mcp]") {
    Alone asked, other;
    for (int i = 0; i < 7; ++i) other.session->tick();
    const Json ran = asked.data("run", {{"ticks", 7u}});
    CHECK(ran["tick"] == 7);
    CHECK(ran["ran"] == 7);
    CHECK(ran["ended"] == "ticks");
    CHECK_FALSE(ran.contains("hit"));
    CHECK(asked.session->hash_line() == other.session->hash_line());
    CHECK(asked.data("run")["tick"] == 8);
    CHECK(asked.session->history.steps().empty());
}

TEST_CASE("MCP run: it ends behind the system that makes a condition true, and says what that did", "[mcp]") {
    Alone asked;
    const Json ran = asked.data("run", {{"ticks", 100u}, {"until", "Enemy & Velocity.x != 0.0"}});
    CHECK(ran["ended"] == "breakpoint");
    CHECK(ran["next_system"] == "Movement");
    CHECK(asked.data("stats")["next_system"] == "Movement");
    const Json& hit = ran["hit"];
    CHECK(hit["by"] == "Seek");
    CHECK(hit["by_kind"] == "system");
    CHECK(hit["field"] == "Velocity.x");
    CHECK(hit["before"] == 0.0);
    CHECK(hit["after"] != 0.0);
    const Json entity = asked.data("entity", {{"entity", hit["entity"]["id"]}});
    CHECK(entity["components"]["Velocity"]["x"] == hit["after"]);
    CHECK(entity["name"] == hit["entity"]["name"]);
}

TEST_CASE("MCP run: what holds already ends nothing, and no tick looks for what the last run looked for", "[mcp]") {
    Alone asked;
    CHECK(asked.data("run", {{"ticks", 3u}, {"until", "Health.hp > 0"}})["ended"] == "ticks");
    asked.data("run", {{"ticks", 1u}, {"until", "on change Position"}});
    CHECK(asked.session->schedule.hook == nullptr);
    CHECK(asked.data("run", {{"ticks", 3u}})["ended"] == "ticks");
}

TEST_CASE("MCP run: until a system comes, it stands before that system once a tick", "[mcp]") {
    Alone asked;
    for (const char* const system : {"Movement", "Target"}) {
        const std::string until = "on system \"" + std::string(system) + "\"";
        std::uint64_t tick = 0;
        for (int i = 0; i < 3; ++i) {
            INFO(system << " " << i);
            const Json ran = asked.data("run", {{"ticks", 100u}, {"until", until}});
            REQUIRE(ran["ended"] == "breakpoint");
            CHECK(ran["hit"]["before_system"] == system);
            CHECK(asked.session->schedule.next_system()->description.name == system);
            CHECK(ran["hit"]["tick"] == ran["tick"]);
            if (i > 0) CHECK(ran["ran"] == 1);
            if (i > 0) CHECK(ran["tick"] == tick + 1);
            tick = ran["tick"].get<std::uint64_t>();
        }
    }
}

TEST_CASE("MCP step: one system runs, and what it changed is told", "[mcp]") {
    Alone asked;
    const Json first = asked.data("step");
    CHECK(first["system"] == "Target");
    CHECK(first["next_system"] == "Input");
    CHECK(first["tick"] == 0);
    CHECK(first["changes"]["changed"] > 0);
    const Json& entries = first["changes"]["entries"];
    CHECK(first["changes"]["shown"] == entries.size());
    const auto aims = std::find_if(entries.begin(), entries.end(),
                                   [](const Json& each) { return each["field"] == "MoveTarget.target"; });
    REQUIRE(aims != entries.end());
    CHECK((*aims)["what"] == "changed");
    CHECK((*aims)["before"] != (*aims)["after"]);
    CHECK((*aims)["after"] == Json(ecs::to_string(asked.session->world.find_by_name("Player"))));
    std::string last;
    while (asked.session->world.tick() == 0) last = asked.data("step")["system"];
    CHECK(last == "Spin");
    CHECK(asked.data("run")["ran"] == 1);
}

TEST_CASE("MCP run: ticks are offered only where edits are allowed and nobody else runs the world", "[mcp]") {
    McpAsked asked;
    for (const char* const name : {"run", "step"}) {
        CHECK(asked.offers(name));
        CHECK_FALSE(asked.offers(name, false));
        const Json refused = asked.call("tools/call", {{"name", name}}, false);
        CHECK_THAT(refused["message"].get<std::string>(), test::contains("read-only"));
    }
    CHECK_FALSE(asked.offers("control"));
    CHECK_THAT(asked.tool("control", {{"what", "go"}})["message"].get<std::string>(), test::contains("stands still"));
    asked.served = true;
    CHECK_FALSE(asked.offers("run"));
    CHECK(asked.offers("change"));
    CHECK_THAT(asked.tool("run")["message"].get<std::string>(), test::contains("runs its ticks"));
    CHECK(asked.session->world.tick() == 0);
}

TEST_CASE("MCP run: what is wrong with its arguments is told before a tick runs", "[mcp]") {
    McpAsked asked;
    for (const auto& [arguments, why] :
         std::initializer_list<std::pair<Json, const char*>>{{{{"ticks", 0u}}, "from 1 to 100000"},
                                                             {{{"ticks", 100'001u}}, "from 1 to 100000"},
                                                             {{{"ticks", "many"}}, "whole number"},
                                                             {{{"seconds", 0u}}, "from 1 to 600"},
                                                             {{{"until", 5u}}, "needs the text"},
                                                             {{{"until", "Health &"}}, "Expected"},
                                                             {{{"until", "Helth.hp < 3"}}, "did you mean Health"},
                                                             {{{"until", "on system \"Moovement\""}}, "did you mean"},
                                                             {{{"untill", "Health.hp < 3"}}, "no argument"}}) {
        INFO(arguments);
        const Json said = asked.tool("run", arguments);
        CHECK(said["isError"] == true);
        CHECK_THAT(said["content"][0]["text"].get<std::string>(), test::contains(why));
    }
    CHECK(asked.session->world.tick() == 0);
    CHECK(asked.session->schedule.hook == nullptr);
}

}  // namespace mcp_run_tools_test
