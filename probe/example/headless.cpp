// A simulation without a window that the editor can look into:
//
//     chunkscope attach "headless example"
//
// Compiled with CHUNKSCOPE_PROBE. Ends at Ctrl+C, or after as many seconds as its argument says.
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <thread>

#include "chunkscope/probe.hpp"
#include "ecs/ecs.hpp"

namespace {

struct Position {
    float x = 0, y = 0;
};
struct Velocity {
    float x = 0, y = 0;
};

}  // namespace

int main(int argc, char** argv) {
    ecs::World world;
    world.types().add<Position>("Position").field("x", &Position::x).field("y", &Position::y);
    world.types().add<Velocity>("Velocity").field("x", &Velocity::x).field("y", &Velocity::y);
    for (int i = 0; i < 100; ++i) {
        const float angle = 0.0628f * static_cast<float>(i);
        world.create(Position{}, Velocity{std::cos(angle), std::sin(angle)});
    }
    ecs::Schedule schedule(world);
    schedule.system<Position, const Velocity>("Move", [](Position& position, const Velocity& velocity) {
        position.x += velocity.x;
        position.y += velocity.y;
    });

    chunkscope::Probe probe("headless example");
    probe.show(world, schedule);
    using Clock = std::chrono::steady_clock;
    const auto end = Clock::now() + std::chrono::seconds(argc > 1 ? std::atoi(argv[1]) : 1'000'000);
    while (Clock::now() < end) {
        if (probe.tick()) {
            schedule.tick();
            if (world.tick() % 600 == 0) probe.log("ten seconds more");
        }
        std::this_thread::sleep_for(std::chrono::microseconds(16'667));
    }
}
