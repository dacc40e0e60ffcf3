#include <atomic>
#include <chrono>
#include <cstring>
#include <string>
#include <vector>

#include <unistd.h>

#include "catch.hpp"
#include "probe/run/probe.hpp"
#include "remote/flecs/flecs.hpp"
#include "remote/support/shown_flecs.hpp"

namespace flecs_owner_test {

using test::until;
using Shown = test::ShownFlecs;

namespace {

/// With this clock each answer takes as long as a test says, whatever the machine does.
std::atomic<int> slow_ms;
std::chrono::steady_clock::time_point slow_clock() {
    static std::atomic<std::int64_t> passed_ms;
    passed_ms += slow_ms;
    return std::chrono::steady_clock::time_point(std::chrono::milliseconds(passed_ms));
}

}  // namespace

TEST_CASE("Flecs owner: entities, names, places and values are shown, numbers of 64 bits whole", "[flecs]") {
    Shown shown;
    CHECK(shown.seen());
    CHECK(shown.owner->name() == "Flecs 4.1.6");
    CHECK(shown.mirror->world().entity_count() == 3);
    const ecs::Entity hero = shown.named("Hero"), helmet = shown.named("Helmet");
    CHECK(ecs::to_string(hero) == "500v1");
    CHECK(shown.mirror->world().parent(helmet) == hero);
    CHECK(shown.value(hero, "Position", "y") == 2);
    const ecs::Entity third{502, 4};
    REQUIRE(shown.mirror->world().alive(third));
    const ecs::ComponentType& numbers = shown.type("Numbers");
    const auto* const bytes = static_cast<const std::byte*>(shown.mirror->world().get(third, numbers.id));
    std::int64_t wide = 0;
    std::uint64_t widest = 0;
    std::memcpy(&wide, bytes + numbers.find_field("wide")->offset, sizeof wide);
    std::memcpy(&widest, bytes + numbers.find_field("widest")->offset, sizeof widest);
    CHECK(wide == -9007199254740993);
    CHECK(widest == 18446744073709551615u);
    CHECK(shown.fake.crashed.empty());
}

TEST_CASE("Flecs owner: statistics are asked only where the program keeps them", "[flecs]") {
    Shown shown;
    SECTION("it does not") {
        CHECK(shown.seen());
        CHECK(shown.fake.program->count("/stats") == 0);
        CHECK(shown.owner->notes().size() == 1);
    }
    SECTION("it does") {
        shown.fake.change([&] { shown.fake.stats = true; });
        CHECK(shown.seen());
        CHECK(until([&] {
            shown.turn();
            return shown.fake.program->count("/stats/pipeline") > 0;
        }));
        CHECK(shown.fake.program->count("/stats/world") == 0);
    }
    SECTION("it does, and its time stands still") {
        shown.fake.change([&] {
            shown.fake.stats = true;
            shown.fake.instead = [](const test::Asked& asked) {
                if (!asked.target.starts_with("/entity/flecs/core/World")) return false;
                asked.answer(R"x({"parent":"flecs.core","name":"World","id":259,"components":{
                    "flecs.core.BuildInfo":{"version":"4.1.6","version_major":4,"version_minor":1,"version_patch":6},
                    "(flecs.stats.WorldStats,flecs.stats.Period1s)":null,
                    "flecs.stats.WorldSummary":{"uptime":5,"time_scale":0}}})x");
                return true;
            };
        });
        CHECK(shown.seen());
        REQUIRE_FALSE(shown.owner->notes().empty());
        CHECK_THAT(shown.owner->notes().back(), test::contains("stands still: its scale is 0"));
    }
    CHECK(shown.fake.crashed.empty());
}

TEST_CASE("Flecs owner: two documents in one body are an error with a text", "[flecs]") {
    Shown shown;
    CHECK(shown.seen());
    shown.fake.change([&] { shown.fake.two_documents = true; });
    shown.set(shown.named("Hero"), "Position", "x", 7.5);
    CHECK(shown.answered());
    CHECK(shown.messages.find("is no such thing") != std::string::npos);
}

TEST_CASE("Flecs owner: entities that come and go are followed, over many pages, too", "[flecs]") {
    Shown shown;
    shown.fake.change([&] {
        for (std::uint64_t id = 1000; id < 3500; ++id) shown.fake.things[id] = {};
    });
    CHECK(shown.seen());
    CHECK(shown.mirror->world().entity_count() == 2503);
    shown.fake.change([&] {
        for (std::uint64_t id = 1000; id < 2000; ++id) shown.fake.things.erase(id);
        shown.fake.things[5000].name = "Late";
    });
    CHECK(until([&] {
        shown.turn();
        return shown.mirror->world().entity_count() == 1504 && shown.named("Late");
    }));
}

TEST_CASE("Flecs owner: while the program answers quickly, one request asks for more", "[flecs]") {
    const auto at_once = [] { return std::chrono::steady_clock::time_point{}; };  // each answer, on any machine
    Shown shown(std::chrono::seconds(20), at_once);
    std::atomic<bool> more = false;
    shown.fake.change([&] {
        for (std::uint64_t id = 1000; id < 6000; ++id) shown.fake.things[id] = {};
        shown.fake.instead = [&more](const test::Asked& asked) {
            if (asked.target.find("limit=4000&offset=1000") != std::string::npos) more = true;
            return false;
        };
    });
    CHECK(until([&] {
        shown.turn();
        return more && shown.mirror->world().entity_count() == 5003;
    }));
}

TEST_CASE("Flecs owner: of a world that takes long, what a person looks at is asked between the rounds", "[flecs]") {
    slow_ms = 0;
    Shown shown(std::chrono::seconds(20), slow_clock);
    CHECK(shown.seen());
    const ecs::Entity hero = shown.named("Hero"), helmet = shown.named("Helmet");
    slow_ms = 450;
    std::atomic<int> looks = 0;
    shown.fake.change([&] {
        shown.fake.instead = [&](const test::Asked& asked) {
            looks += asked.target.find("expr=%24this") != std::string::npos ? 1 : 0;
            return false;
        };
    });
    // From now on a round is due every few seconds.
    CHECK(shown.seen());
    CHECK(looks == 0);
    const std::vector<ecs::Entity> looked_at{hero, helmet};
    shown.mirror->look_at(looked_at);
    const std::uint64_t rounds = shown.owner->rounds();
    std::uint64_t between = 0;
    for (int change = 1; change <= 12; ++change) {
        shown.fake.change([&] { shown.fake.things[500].components["Position"]["x"] = 10.0 + change; });
        const std::uint64_t before = shown.owner->rounds();
        REQUIRE(until([&] {
            shown.turn();
            return shown.value(hero, "Position", "x") == 10.0 + change;
        }));
        between += shown.owner->rounds() == before ? 1 : 0;
    }
    // Without it, each change would have waited for a round.
    CHECK(between > 6);
    CHECK(shown.owner->rounds() - rounds < 6);
    CHECK(looks > 6);

    // What is gone stays gone.
    shown.fake.change([&] { shown.fake.things.erase(500); });
    slow_ms = 0;
    CHECK(until([&] {
        shown.turn();
        return !shown.mirror->world().alive(hero);
    }));
    shown.mirror->look_at({});
    const int asked = looks;
    CHECK(shown.seen());
    CHECK(looks <= asked + 1);
}

TEST_CASE("Flecs owner: a closer look that comes before the schemas of a page does not say what a type is", "[flecs]") {
    slow_ms = 0;
    Shown shown(std::chrono::seconds(20), slow_clock);
    CHECK(shown.seen());
    slow_ms = 450;
    CHECK(shown.seen());
    // The first closer look at the new component finds that nobody has described it; the second one is answered late.
    test::Asked held;
    std::atomic<int> looks = 0;
    shown.fake.change([&] {
        shown.fake.things[500].components["Fresh"] = {{"hp", 5}};
        shown.fake.more_types = R"(,"Fresh":{"hp":["int"]})";
        shown.fake.instead = [&](const test::Asked& asked) {
            if (asked.target.find("expr=%24this") == std::string::npos || ++looks != 2) return false;
            held = asked;
            held.socket = ::dup(asked.socket);
            return true;
        };
    });
    const std::vector<ecs::Entity> looked_at{shown.named("Hero")};
    shown.mirror->look_at(looked_at);
    REQUIRE(until([&] {
        shown.turn();
        return looks == 2;
    }));
    // The page waits behind it.
    shown.owner->show_hidden(true);
    shown.turn();
    shown.fake.change([&] {
        held.answer(R"({"results":[{"id":500,"name":"Hero","tags":["Player"],"components":{"Fresh":{"hp":5}}}]})");
        ::close(held.socket);
    });
    REQUIRE(until([&] {
        shown.turn();
        return shown.mirror->world().types().find("Fresh") != nullptr;
    }));
    CHECK(shown.type("Fresh").find_field("hp") != nullptr);
}

TEST_CASE("Flecs owner: systems are listed and switched, but for those that carry the connection", "[flecs]") {
    Shown shown;
    CHECK(shown.seen());
    REQUIRE(shown.schedule.find("Move") != nullptr);
    shown.perform(ecs::ToggleSystem{"Move", false});
    CHECK(shown.answered());
    shown.fake.change([&] { CHECK(shown.fake.systems[600].tags == std::vector<std::string>{"flecs.core.Disabled"}); });
    CHECK(shown.history->undo().empty());
    CHECK(shown.answered());
    shown.fake.change([&] { CHECK(shown.fake.systems[600].tags.empty()); });
    CHECK(shown.mirror->why_not(ecs::ToggleSystem{"flecs.rest.DequeueRest", false}) ==
          "the program answers through this system: nobody could switch it on again");
}

TEST_CASE("Flecs owner: a program that breaks off, drips, lies or goes is lost, kept, and found again", "[flecs]") {
    const int way = GENERATE(0, 1, 2, 3, 4, 5);
    std::atomic<bool> bad = true;  // the program looks at it as long as it runs
    Shown shown(std::chrono::milliseconds(300));
    CHECK(shown.seen());
    shown.fake.change([&] {
        shown.fake.instead = [&, way](const test::Asked& asked) {
            if (!bad) return false;
            if (way == 0) asked.send("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n{\"results\":[");
            if (way == 1)
                for (int i = 0; bad && i < 1000 && asked.send("H"); ++i) test::drip();
            if (way == 2) asked.send("garbage without end");
            if (way == 3) asked.answer("{\"results\":7}");
            if (way == 4) asked.send("HTTP/1.1 200 OK\r\nContent-Length: 999999999999\r\n\r\n");
            return true;
        };
    });
    if (way == 5) shown.fake.program->end();
    CHECK(until([&] {
        shown.turn();
        return !shown.mirror->lost().empty();
    }));
    CHECK(shown.mirror->world().entity_count() == 3);
    CHECK_FALSE(shown.mirror->why_not(ecs::DestroyEntity{shown.named("Hero")}).empty());
    bad = false;
    if (way == 5) shown.fake.program->begin_again();
    shown.fake.change([&] { shown.fake.things.erase(502); });
    CHECK(until([&] {
        shown.turn();
        return shown.mirror->lost().empty() && shown.mirror->world().entity_count() == 2;
    }));
    // The types are those that they were.
    CHECK(shown.mirror->world().types().find("Position (2)") == nullptr);
}

TEST_CASE("Flecs owner: what is hidden is counted, and shown when a person wants", "[flecs]") {
    Shown shown;
    shown.fake.change([&] {
        shown.fake.modules[800] = {0, "game", "", {}, {"flecs.core.Module"}};
        shown.fake.modules[801] = {0, "Position", "game", {{"flecs.core.Component", {{"size", 8}}}}, {}};
        // What lies below them is as good as any other; a constant of an enum is not.
        shown.fake.things[810] = {0, "Tree", "game.Position", {{"Position", {{"x", 1.0}, {"y", 2.0}}}}, {}};
        shown.fake.things[811] = {0, "Red", "game.Team", {{"(flecs.core.constant,flecs.meta.i32)", 0}}, {}};
    });
    CHECK(shown.seen());
    CHECK(until([&] {
        shown.turn();
        return shown.owner->hidden() == 3;
    }));
    CHECK(shown.mirror->world().entity_count() == 4);
    CHECK(shown.named("Tree"));
    CHECK_FALSE(shown.named("Red"));
    CHECK(shown.fake.program->count("Module%28self") == 0);

    shown.mirror->show_hidden(true);
    CHECK(until([&] {
        shown.turn();
        return shown.named("game") && shown.named("Red");
    }));
    CHECK(shown.mirror->world().parent(shown.named("Tree")) == shown.named("Position"));
    shown.mirror->show_hidden(false);
    CHECK(until([&] {
        shown.turn();
        return shown.mirror->world().entity_count() == 4;
    }));
}

TEST_CASE("Flecs owner: Flecs 3 and what is no Flecs are told apart", "[flecs]") {
    test::FakeProgram old([](const test::Asked& asked) { asked.answer("{\"path\":\"flecs.core.World\",\"ids\":[]}"); });
    test::FakeProgram other([](const test::Asked& asked) { asked.answer("<html>", 404); });
    const std::atomic<bool> stop = false;
    std::string why;
    CHECK(remote::flecs_at({.port = old.port()}, stop, why).empty());
    CHECK(why == "this is Flecs 3, which speaks another protocol; version 4.0 or later is needed");
    CHECK(remote::flecs_at({.port = other.port()}, stop, why).empty());
    CHECK(why == "what answers there is no Flecs program (it answered with 404): choose another kind");
    test::FakeProgram bevy([](const test::Asked& asked) { asked.answer(R"({"jsonrpc":"2.0","error":{}})"); });
    CHECK(remote::flecs_at({.port = bevy.port()}, stop, why).empty());
    CHECK(why == "what answers there speaks Bevy's remote protocol: choose Bevy or Chunkscope");
    const probe::Probe probed("game", {.announced = false});
    CHECK(remote::flecs_at({.port = probed.port()}, stop, why).empty());
    CHECK(why == "what answers is a program with a probe of Chunkscope: choose that kind");
}

}  // namespace flecs_owner_test
