#include "probe/run/client_breakpoints.hpp"

#include "catch.hpp"
#include "ecs/ecs.hpp"

namespace client_breakpoints_test {

namespace {

struct Count {
    std::int32_t value = 0;
};
struct Score {
    std::int32_t points = 0;
};

}  // namespace

TEST_CASE(
    "Client breakpoints: what changed earlier in a tick counts to its end, also where the program waits in between",
    "[probe][break]") {
    ecs::World world;
    world.types().add<Count>("Count").field("value", &Count::value);
    world.types().add<Score>("Score").field("points", &Score::points);
    const ecs::Entity entity = world.create(Count{}, Score{});
    probe::ClientBreakpoints breakpoints;
    breakpoints.show(&world, nullptr);
    breakpoints.know_zones();
    breakpoints.want({{.id = 1, .text = "changed(Count) & Score.points > 0"}});
    CHECK_FALSE(breakpoints.look(1, false));
    world.get_mut<Count>(entity).value = 1;
    CHECK_FALSE(breakpoints.look_after_zone("count", 1));
    for (int waits = 0; waits < 3; ++waits) CHECK_FALSE(breakpoints.look(2, true));
    world.get_mut<Score>(entity).points = 1;
    CHECK(breakpoints.look_after_zone("score", 1));
    CHECK_FALSE(breakpoints.look(2, false));
}

}  // namespace client_breakpoints_test
