#include "probe/run/shown_worlds.hpp"

#include <string>
#include <utility>

#include "catch.hpp"

namespace shown_worlds_test {

namespace {

probe::ShownWorld named(std::string name) { return {.name = std::move(name)}; }

}  // namespace

TEST_CASE("Shown worlds: the client looks at the first one until it chooses, and one without a name is not told",
          "[probe][worlds]") {
    probe::ShownWorlds worlds;
    CHECK(worlds.chosen() == nullptr);
    CHECK(worlds.add(named("")));
    CHECK(worlds.names(*worlds.chosen()).names.empty());
    worlds.clear();
    CHECK(worlds.add(named("server")));
    CHECK_FALSE(worlds.add(named("client")));
    CHECK(worlds.chosen()->name == "server");
    CHECK_FALSE(worlds.choose("server"));
    CHECK_FALSE(worlds.choose("nobody"));  // so the first
    CHECK(worlds.choose("client"));
    CHECK(worlds.choose("nobody"));
    CHECK(worlds.chosen()->name == "server");
    CHECK(worlds.choose("client"));
    CHECK(worlds.names(*worlds.chosen()) == ecs::OwnerWorlds{{"server", "client"}, 1});
    CHECK(worlds.names(*worlds.find("server")) == ecs::OwnerWorlds{{"server", "client"}, 0});
    CHECK(worlds.find("nobody") == nullptr);
    CHECK(worlds.add(named("client")));
    CHECK_FALSE(worlds.add(named("server")));
    CHECK(worlds.names(*worlds.chosen()).names.size() == 2);
}

TEST_CASE("Shown worlds: when the chosen one goes, the first one that is left is chosen", "[probe][worlds]") {
    probe::ShownWorlds worlds;
    for (const char* name : {"a", "b", "c"}) (void)worlds.add(named(name));
    REQUIRE(worlds.choose("c"));
    CHECK_FALSE(worlds.remove("a"));
    CHECK(worlds.chosen()->name == "c");
    CHECK(worlds.remove("c"));
    CHECK(worlds.chosen()->name == "b");
    CHECK_FALSE(worlds.remove("c"));
    CHECK(worlds.remove("b"));
    CHECK(worlds.chosen() == nullptr);
    CHECK_FALSE(worlds.choose("a"));
}

}  // namespace shown_worlds_test
