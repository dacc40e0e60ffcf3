#include "ecs/schedule/schedule_state.hpp"

#include <string>
#include <vector>

#include "catch.hpp"
#include "ecs/support/test_types.hpp"

namespace schedule_state_test {

using namespace ecs;
using namespace test;

TEST_CASE("ScheduleState: putting back takes back times, switches, set-up and the random source", "[schedule]") {
    World world;
    register_types(world);
    Schedule schedule(world);
    int created = 0;
    SystemDescription description;
    description.name = "A";
    description.on_create = [&](SystemContext&) { ++created; };
    description.run = [](SystemContext& context) { context.random.unit(); };
    REQUIRE(schedule.add(std::move(description)));
    schedule.system("B", [](SystemContext& context) { context.problem = "B can do nothing"; });

    const ScheduleState before(schedule);
    const std::uint64_t random = schedule.random.state();
    schedule.tick();
    REQUIRE(created == 1);
    REQUIRE_FALSE(schedule.find("B")->enabled);
    before.put_back(schedule);
    CHECK(schedule.random.state() == random);
    CHECK(schedule.total_calls() == 0);
    for (const System* system : schedule.systems()) {
        CHECK(system->enabled);
        CHECK_FALSE(system->created);
        CHECK(system->problem.empty());
        CHECK(system->stats.runs == 0);
    }
    schedule.tick();
    CHECK(created == 2);
}

TEST_CASE("ScheduleState: a schedule runs in another order until it is put back", "[schedule]") {
    World world;
    Schedule schedule(world);
    std::string ran;
    for (const char* name : {"A", "B", "C"}) schedule.system(name, [&ran, name](SystemContext&) { ran += name; });
    const ScheduleState before(schedule);
    std::vector<const System*> order(schedule.systems().begin(), schedule.systems().end());
    std::swap(order[0], order[2]);
    ScheduleState::run_in_order(schedule, order);
    schedule.tick();
    CHECK(ran == "CBA");
    before.put_back(schedule);
    ran.clear();
    schedule.tick();
    CHECK(ran == "ABC");
}

TEST_CASE("Schedule: notes about a system stay with it when it is removed, and change nothing", "[schedule]") {
    World world;
    Schedule schedule(world);
    schedule.system("A", [](SystemContext&) {});
    CHECK(schedule.set_note("A", "Physics", 250));
    CHECK_FALSE(schedule.set_note("B", "Physics", 250));
    const auto removed = schedule.remove(world, "A");
    REQUIRE(removed);
    CHECK(removed->description.group == "Physics");
    CHECK(removed->description.budget_us == 250);
}

}  // namespace schedule_state_test
