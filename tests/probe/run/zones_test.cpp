#include "probe/run/zones.hpp"

#include <string>
#include <vector>

#include "catch.hpp"

namespace zones_test {

namespace {

/// One tick in which these zones run, each for a second.
void tick(probe::Zones& zones, const std::vector<std::string>& names) {
    zones.begin_tick();
    for (const std::string& name : names) {
        zones.begin(name);
        zones.end(1);
    }
}

std::vector<std::string> names_of(const std::vector<ecs::OwnerSystem>& systems) {
    std::vector<std::string> names;
    for (const ecs::OwnerSystem& each : systems) names.push_back(each.name);
    return names;
}

}  // namespace

TEST_CASE("Zones: they are systems in the order of their first run, with the times of whole ticks", "[probe][zones]") {
    probe::Zones zones;
    CHECK_FALSE(zones.any());
    tick(zones, {"input", "move", "move"});
    tick(zones, {"input", "move", "draw"});
    zones.begin_tick();
    const std::vector<ecs::OwnerSystem> systems = zones.systems({});
    CHECK(names_of(systems) == std::vector<std::string>{"input", "move", "draw"});
    CHECK(systems[1].runs == 2);
    CHECK(systems[1].last_secs == 1);
    CHECK(systems[1].max_secs == 2);
    CHECK(systems[1].min_secs == 1);
    CHECK(systems[1].mean_secs == 1.5);
    CHECK(systems[2].runs == 1);
    CHECK_FALSE(systems[2].why_not_switch.empty());
}

TEST_CASE("Zones: what runs next is what ran there in the former tick", "[probe][zones]") {
    probe::Zones zones;
    zones.begin_tick();
    CHECK(zones.next().empty());
    tick(zones, {"a", "b", "a", "c"});
    CHECK_FALSE(zones.last_ended());  // the first tick does not know
    zones.begin_tick();
    CHECK_FALSE(zones.last_ended());
    CHECK(zones.next() == "a");
    zones.begin("a");
    CHECK(zones.next() == "a");
    zones.end(1);
    CHECK(zones.next() == "b");
    zones.begin("b");
    zones.end(1);
    zones.begin("a");
    zones.end(1);
    CHECK(zones.next() == "c");
    CHECK_FALSE(zones.last_ended());
    zones.begin("c");
    zones.end(1);
    CHECK(zones.next().empty());
    CHECK(zones.last_ended());
    // A tick that leaves one out, and has a new one.
    zones.begin_tick();
    zones.begin("b");
    zones.end(1);
    CHECK(zones.next() == "a");
    zones.begin("new");
    zones.end(1);
    CHECK(zones.next().empty());
    CHECK_FALSE(zones.last_ended());
}

TEST_CASE("Zones: what they wrote is kept, and names of other systems are theirs", "[probe][zones]") {
    probe::Zones zones;
    zones.begin_tick();
    zones.begin("move");
    zones.wrote(std::vector<std::uint32_t>{3, 1});
    zones.wrote(std::vector<std::uint32_t>{3});
    zones.end(1);
    zones.wrote(std::vector<std::uint32_t>{7});  // none runs
    zones.begin("Physics");
    zones.end(1);
    std::vector<ecs::OwnerSystem> others(1);
    others[0].name = "Physics";
    const std::vector<ecs::OwnerSystem> systems = zones.systems(others);
    CHECK(names_of(systems) == std::vector<std::string>{"Physics", "move"});
    REQUIRE(systems[1].accesses.size() == 2);
    CHECK(systems[1].accesses[0].type == 3);
    CHECK(systems[1].accesses[0].writes);
}

TEST_CASE("Zones: a program with endless names and zones keeps a bounded number", "[probe][zones]") {
    probe::Zones zones;
    for (std::size_t i = 0; i < probe::Zones::most + 50; ++i) tick(zones, {"zone " + std::to_string(i)});
    CHECK(zones.systems({}).size() == probe::Zones::most);
    tick(zones, {std::string(5000, 'x')});
    CHECK(zones.systems({}).size() == probe::Zones::most);
    tick(zones, std::vector<std::string>(probe::Zones::most_in_tick + 10, "zone 1"));
    zones.begin_tick();
    CHECK(zones.systems({})[1].last_secs == static_cast<double>(probe::Zones::most_in_tick + 10));
}

}  // namespace zones_test
