// An assistant runs the ticks of a program with a probe::Probe, which is here a thread of its own.
#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <thread>

#include "catch.hpp"
#include "ecs/ecs.hpp"
#include "editor/attach/attached_world.hpp"
#include "editor/session/session_attached.hpp"
#include "editor/support/mcp_asked.hpp"
#include "probe/run/probe.hpp"
#include "remote/support/raw_client.hpp"

namespace mcp_program_ticks_test {

using remote::Json;

namespace {

struct Count {
    std::int32_t ticks = 0, looks = 0;
};

/// It counts its ticks in an entity.
class Program {
public:
    Program() {
        std::atomic<bool> begun = false;
        thread_ = std::thread([&] {
            ecs::World world;
            ecs::Schedule schedule{world};
            world.types().add<Count>("Count").field("ticks", &Count::ticks).field("looks", &Count::looks);
            world.create(ecs::Name{"Counter"}, Count{});
            schedule.system<Count>("Tick", [](Count& count) { ++count.ticks; });
            schedule.system<Count>("Look", [](Count& count) { ++count.looks; });
            probe::Probe probe{"counter", {.announced = false, .share = 0}};
            probe.show(world, schedule);
            port = probe.port();
            token = probe.token();
            begun = true;
            for (unsigned calls = 0; !ends; ++calls) {
                const unsigned every = one_in;
                if (probe.tick() && every > 0 && calls % every == 0) schedule.tick();
                std::this_thread::yield();
            }
        });
        test::until([&] { return begun.load(); });
    }
    ~Program() {
        ends = true;
        thread_.join();
    }
    std::uint16_t port = 0;
    std::string token;
    std::atomic<bool> ends = false;
    std::atomic<unsigned> one_in = 1;  // so many of the ticks that it may run does it run; 0: none

private:
    std::thread thread_;
};

struct Attached {
    Program program;
    test::McpAsked asked{editor::make_attached_session(
        editor::demo_game(),
        {.kind = remote::find_owner_kind("program"), .port = program.port, .token = program.token})};

    Attached() {
        REQUIRE(until([&] { return asked.session->attached->owner().clock() != nullptr; }));
    }
    bool until(const std::function<bool()>& done) {
        return test::until([&] {
            asked.session->attached->update();
            return done();
        });
    }
    std::int64_t counted(const char* field = "ticks") {
        return asked.data("entity", {{"entity", "Counter"}})["components"]["Count"][field].get<std::int64_t>();
    }
    std::uint64_t tick() const { return asked.session->world.tick(); }
};

}  // namespace

TEST_CASE("MCP: a program is paused, runs ten ticks, and goes on", "[mcp][attach]") {
    Attached both;
    const Json paused = both.asked.data("control", {{"what", "pause"}});
    CHECK(paused["paused"] == true);
    CHECK(both.asked.data("stats")["paused"] == true);
    const std::int64_t counted = both.counted();
    const Json ran = both.asked.data("run", {{"ticks", 10u}});
    CHECK(ran["ran"] == 10);
    CHECK(ran["ended"] == "ticks");
    CHECK(ran["paused"] == true);
    CHECK(both.counted() == counted + 10);
    CHECK(ran["tick"] == paused["tick"].get<std::uint64_t>() + 10);
    CHECK(both.asked.data("control", {{"what", "go"}})["paused"] == false);
    const std::uint64_t tick = both.tick();
    CHECK(both.until([&] { return both.tick() > tick + 20; }));
}

TEST_CASE("MCP: a program that runs stands still behind the ticks that were asked for", "[mcp][attach]") {
    Attached both;
    const Json ran = both.asked.data("run", {{"ticks", 3u}});
    CHECK(ran["ran"] == 3);
    CHECK(ran["paused"] == true);
}

TEST_CASE("MCP: a program stops itself behind the system that made a condition true, and later runs do not",
          "[mcp][attach]") {
    Attached both;
    both.asked.data("control", {{"what", "pause"}});
    const std::int64_t far = both.counted() + 500;
    const Json until{{"ticks", 100'000u}, {"until", "Count.ticks == " + std::to_string(far)}};
    const Json ran = both.asked.data("run", until);
    CHECK(ran["ended"] == "breakpoint");
    CHECK(ran["ran"] == 499);
    CHECK(ran["paused"] == true);
    CHECK(ran["next_system"] == "Look");
    CHECK(ran["hit"]["by"] == "Tick");
    CHECK(ran["hit"]["field"] == "Count.ticks");
    CHECK(ran["hit"]["before"] == far - 1);
    CHECK(ran["hit"]["after"] == far);
    CHECK(ran["hit"]["entity"]["name"] == "Counter");
    CHECK(both.counted() == far);
    CHECK(both.counted("looks") == far - 1);
    // What is half done is no state of that tick.
    CHECK_THAT(both.asked.said("history", {{"entity", "Counter"}, {"field", "Count.ticks"}}),
               test::contains("half done"));
    CHECK(both.asked.data("run", {{"ticks", 20u}, {"until", "Count.ticks < 0"}})["ended"] == "ticks");
    CHECK(both.asked.data("run", {{"ticks", 20u}})["ended"] == "ticks");
}

TEST_CASE("MCP: what the last system of the last tick made true is told, too", "[mcp][attach]") {
    Attached both;
    both.asked.data("control", {{"what", "pause"}});
    for (int i = 0; i < 20; ++i) {
        const std::string text = "Count.looks == " + std::to_string(both.counted("looks") + 2);
        const Json ran = both.asked.data("run", {{"ticks", 2u}, {"until", text}});
        REQUIRE(ran["ended"] == "breakpoint");
        CHECK(ran["ran"] == 2);
        CHECK(ran["hit"]["by"] == "Look");
    }
}

TEST_CASE("MCP: a program stands before a system that was asked for once a tick", "[mcp][attach]") {
    Attached both;
    for (const char* const system : {"Look", "Tick"}) {
        std::uint64_t tick = 0;
        for (int i = 0; i < 3; ++i) {
            INFO(system << " " << i);
            const Json ran =
                both.asked.data("run", {{"ticks", 100u}, {"until", "on system \"" + std::string(system) + "\""}});
            REQUIRE(ran["ended"] == "breakpoint");
            CHECK(ran["hit"]["before_system"] == system);
            if (i > 0) CHECK(ran["tick"] == tick + 1);
            tick = ran["tick"].get<std::uint64_t>();
        }
    }
}

TEST_CASE("MCP: one system of a program runs, and what it changed is told", "[mcp][attach]") {
    Attached both;
    both.asked.data("run");
    const Json first = both.asked.data("step"), second = both.asked.data("step");
    CHECK(first["system"] == "Tick");
    CHECK(first["next_system"] == "Look");
    CHECK(first["paused"] == true);
    REQUIRE(first["changes"]["entries"].size() == 1);
    const Json& change = first["changes"]["entries"][0];
    CHECK(change["field"] == "Count.ticks");
    CHECK(change["after"] == change["before"].get<std::int64_t>() + 1);
    CHECK(second["system"] == "Look");
    CHECK(second["tick"] == first["tick"].get<std::uint64_t>() + 1);
    CHECK_FALSE(second.contains("next_system"));
}

TEST_CASE("MCP: a program that does not get there is told, and so is what it cannot check", "[mcp][attach]") {
    Attached both;
    for (const auto& [text, why] : std::initializer_list<std::pair<const char*, const char*>>{
             {"Count.ticks &", "Expected"}, {"Cownt.ticks < 0", "Cownt"}, {"on system \"No\"", "No"}}) {
        INFO(text);
        const Json said = both.asked.tool("run", {{"until", text}});
        CHECK(said["isError"] == true);
        CHECK_THAT(said["content"][0]["text"].get<std::string>(), test::contains(why));
    }
    both.program.one_in = 1000;
    const Json late = both.asked.data("run", {{"ticks", 100'000u}, {"until", "Count.ticks < 0"}, {"seconds", 1u}});
    CHECK(late["ended"] == "seconds");
    CHECK(late["ran"] < 100'000);
    CHECK(late["paused"] == true);
    both.program.one_in = 0;
    const Json stuck = both.asked.tool("run", {{"ticks", 5u}});
    CHECK(stuck["isError"] == true);
    CHECK_THAT(stuck["content"][0]["text"].get<std::string>(), test::contains("does not go on"));
    CHECK_THAT(both.asked.tool("control", {{"what", "stop"}})["content"][0]["text"].get<std::string>(),
               test::contains("pause"));
}

TEST_CASE("MCP: the past of a program is what was seen of it", "[mcp][attach]") {
    Attached both;
    both.asked.data("control", {{"what", "pause"}});
    for (int i = 0; i < 5; ++i) both.asked.data("run");
    const std::int64_t now = both.counted();
    const Json told = both.asked.data("history", {{"entity", "Counter"}, {"field", "Count.ticks"}, {"limit", 5u}});
    INFO(told.dump());
    REQUIRE(told["changes"].size() == 5);
    for (std::size_t i = 0; i < 5; ++i) {
        const Json& change = told["changes"][i];
        const auto back = static_cast<std::int64_t>(i);
        CHECK(change["after"] == now - back);
        CHECK(change["before"] == now - back - 1);
        CHECK(change["tick"] == both.tick() - i - 1);
        CHECK_FALSE(change.contains("by"));
    }
    CHECK(told["writers"] == Json::array({"Tick", "Look"}));
    // Since it was asked for the first time, the program says which of its systems it was.
    for (int i = 0; i < 5; ++i) both.asked.data("run");
    const Json since = both.asked.data("history", {{"entity", "Counter"}, {"field", "Count.ticks"}, {"limit", 3u}});
    INFO(since.dump());
    for (const Json& change : since["changes"]) {
        CHECK(change["by"] == "Tick");
        CHECK(change["by_kind"] == "system");
    }
    const Json differ = both.asked.data("difference", {{"before", both.tick() - 4}});
    CHECK(differ["after"] == both.tick());
    CHECK(differ["changed"] == 1);
    for (const Json& each : differ["entries"]) CHECK(each["after"] == each["before"].get<std::int64_t>() + 4);
    CHECK(both.counted() == now + 5);
    // Ticks that nobody saw are never made up.
    both.asked.data("run", {{"ticks", 20'000u}});
    const std::int64_t then = both.counted();
    const Json few = both.asked.data("history", {{"entity", "Counter"}, {"field", "Count.ticks"}, {"limit", 100u}});
    INFO(few.dump());
    std::int64_t after = then;
    for (const Json& change : few["changes"]) {
        const auto from = change.value("from_tick", change["tick"].get<std::uint64_t>());
        CHECK(change["after"] == after);
        after = change["before"].get<std::int64_t>();
        CHECK(static_cast<std::uint64_t>(change["after"].get<std::int64_t>() - after) ==
              change["tick"].get<std::uint64_t>() + 1 - from);
    }
    CHECK(both.counted() == then);
    both.asked.data("control", {{"what", "go"}});
    const std::uint64_t tick = both.tick();
    CHECK(both.until([&] { return both.tick() > tick; }));
}

TEST_CASE("MCP: a run of a program that is cancelled leaves the program paused", "[mcp][attach]") {
    Attached both;
    both.program.one_in = 1000;
    int looks = 0;
    both.asked.cancelled = [&](const Json&) { return ++looks > 200; };
    const Json run{{"name", "run"}, {"arguments", {{"ticks", 100'000u}, {"until", "Count.ticks < 0"}}}};
    CHECK_FALSE(both.asked.answer({{"jsonrpc", "2.0"}, {"id", 1}, {"method", "tools/call"}, {"params", run}}));
    both.asked.cancelled = {};
    CHECK(both.until([&] { return both.asked.session->attached->owner().clock()->paused; }));
    both.program.one_in = 1;
    const std::uint64_t tick = both.tick();
    CHECK(both.asked.data("run", {{"ticks", 2u}})["tick"] == tick + 2);
}

TEST_CASE("MCP: ticks of a program are offered from when it says where they are", "[mcp][attach]") {
    Program program;
    test::McpAsked asked{editor::make_attached_session(
        editor::demo_game(),
        {.kind = remote::find_owner_kind("program"), .port = program.port, .token = program.token})};
    for (const char* const name : {"run", "step", "control", "history"}) CHECK_FALSE(asked.offers(name));
    CHECK_THAT(asked.tool("run")["message"].get<std::string>(), test::contains("runs its ticks itself"));
    REQUIRE(test::until([&] {
        asked.session->attached->update();
        return asked.session->attached->owner().clock() != nullptr;
    }));
    for (const char* const name : {"run", "step", "control", "history"}) CHECK(asked.offers(name));
    for (const char* const name : {"run", "step", "control"}) CHECK_FALSE(asked.offers(name, false));
    CHECK(asked.offers("history", false));
}

}  // namespace mcp_program_ticks_test
