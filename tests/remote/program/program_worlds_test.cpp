// A program that shows several worlds, and its client, here in one process.
#include <string>
#include <vector>

#include "catch.hpp"
#include "ecs/ecs.hpp"
#include "remote/support/linked_program.hpp"

namespace program_worlds_test {

namespace {

struct Count {
    std::int32_t ticks = 0;
};
struct Menu {};

/// Its own world is the server's.
struct Both : test::LinkedProgram {
    ecs::World client;

    Both() {
        world.types().add<Count>("Count").field("ticks", &Count::ticks);
        world.create(ecs::Name{"Counter"}, Count{});
        schedule.system<Count>("Tick", [](Count& count) { ++count.ticks; });
        client.types().add<Menu>("Menu");
        for (const char* name : {"Play", "Quit"}) client.create(ecs::Name{name}, Menu{});
        probe.show("server", world, schedule);
        probe.show("client", client);
    }
    ~Both() { probe.hide(); }
    /// The whole of this world is shown, and nothing of the other one.
    bool shows(const std::string& name) {
        return until([&] {
            const ecs::OwnerWorlds* const worlds = owner.worlds();
            if (worlds == nullptr || worlds->names[worlds->shown] != name) return false;
            const ecs::World& seen = mirror.world();
            const bool has_server{seen.find_by_name("Counter")}, has_client{seen.find_by_name("Quit")};
            return seen.entity_count() == (name == "server" ? 1u : 2u) && has_server == (name == "server") &&
                   has_client == (name != "server");
        });
    }
};

}  // namespace

TEST_CASE("Program worlds: the first is shown, then the one that is chosen, and back", "[program][worlds]") {
    Both both;
    REQUIRE(both.shows("server"));
    CHECK(both.owner.worlds()->names == std::vector<std::string>{"server", "client"});
    CHECK(both.owner.clock()->why_not_systems.empty());
    for (int round = 0; round < 3; ++round) {
        both.mirror.show_world("client");
        REQUIRE(both.shows("client"));
        CHECK_FALSE(both.owner.clock()->why_not_systems.empty());
        both.mirror.show_world("server");
        REQUIRE(both.shows("server"));
    }
    both.mirror.show_world("client");
    REQUIRE(both.shows("client"));
    both.mirror.show_world("nobody");
    REQUIRE(both.shows("server"));
}

TEST_CASE("Program worlds: edits reach the world that is shown", "[program][worlds]") {
    Both both;
    both.mirror.show_world("client");
    REQUIRE(both.shows("client"));
    const ecs::Entity quit = both.mirror.world().find_by_name("Quit");
    REQUIRE(both.history.perform({.label = "Destroy", .edits = {ecs::DestroyEntity{quit}}}).empty());
    REQUIRE(both.until([&] { return both.client.entity_count() == 1; }));
    CHECK(both.world.entity_count() == 1);
}

TEST_CASE("Program worlds: the choice stays through a lost connection", "[program][worlds]") {
    Both both;
    both.mirror.show_world("client");
    REQUIRE(both.shows("client"));
    const std::uint64_t run = both.mirror.run();
    REQUIRE(both.cut());
    REQUIRE(both.until([&] { return both.mirror.lost().empty(); }));
    CHECK(both.shows("client"));
    CHECK(both.mirror.run() == run);  // nothing of the other world came between, so edits can be undone
}

TEST_CASE("Program worlds: a world that is hidden gives way to the first one, and a world of its name takes its place",
          "[program][worlds]") {
    Both both;
    both.mirror.show_world("client");
    REQUIRE(both.shows("client"));
    both.probe.hide("client");
    REQUIRE(both.shows("server"));
    CHECK(both.owner.worlds()->names.size() == 1);
    both.probe.show("client", both.client);
    both.mirror.show_world("client");
    REQUIRE(both.shows("client"));
    {
        ecs::World next;
        for (int i = 0; i < 5; ++i) next.create(ecs::Name{"New"});
        both.probe.show("client", next);
        REQUIRE(both.until([&] { return both.mirror.world().entity_count() == 5; }));
        both.probe.hide("client");
    }
    REQUIRE(both.shows("server"));
    both.probe.show(both.client);
    REQUIRE(both.until([&] { return both.owner.worlds() == nullptr && both.mirror.world().entity_count() == 2; }));
    both.probe.hide();
    REQUIRE(both.until([&] { return !both.mirror.lost().empty(); }));
}

TEST_CASE("Program worlds: a world that is wanted is shown as soon as the program has it, and again when it comes back",
          "[program][worlds]") {
    Both both;
    both.probe.hide("client");
    both.mirror.show_world("client");
    REQUIRE(both.shows("server"));
    for (int round = 0; round < 2; ++round) {
        both.probe.show("client", both.client);
        REQUIRE(both.shows("client"));
        both.probe.hide("client");
        REQUIRE(both.shows("server"));
    }
}

TEST_CASE("Program worlds: a name that is too long is cut wherever it is given", "[program][worlds]") {
    Both both;
    const std::string name(200, 'x'), cut(128, 'x');
    both.probe.show(name, both.client);
    REQUIRE(both.shows("server"));
    CHECK(both.owner.worlds()->names.back() == cut);
    both.mirror.show_world(name);
    REQUIRE(both.shows(cut));
    both.probe.hide(name);
    REQUIRE(both.shows("server"));
    CHECK(both.owner.worlds()->names.size() == 2);
}

TEST_CASE("Program worlds: a program that is paused stays paused while it replaces its world", "[program][worlds]") {
    Both both;
    REQUIRE(both.shows("server"));
    REQUIRE(both.mirror.control({.kind = ecs::OwnerControl::Kind::Pause}).empty());
    REQUIRE(both.until([&] { return both.owner.clock()->paused; }));
    ecs::World next;
    ecs::Schedule ticks(next);
    next.create(ecs::Name{"Next"});
    both.probe.show("server", next, ticks);
    REQUIRE(both.until([&] { return static_cast<bool>(both.mirror.world().find_by_name("Next")); }));
    CHECK(both.owner.clock()->paused);
    both.probe.hide();
}

}  // namespace program_worlds_test
