// A program over flecs without any user interface, that the editor can look into:
//
//     chunkscope attach "flecs example"
//
// Compiled with CHUNKSCOPE_PROBE. Ends at Ctrl+C, or after as many seconds as its argument says.
#include <chrono>
#include <cstdlib>
#include <string>
#include <thread>

#include "chunkscope/flecs.hpp"
#include "chunkscope/probe.hpp"

namespace {

struct Position {
    float x = 0, y = 0;
};
struct Follows {};

}  // namespace

int main(int argc, char** argv) {
    flecs::world world;
    world.component<Position>("Position").member<float>("x").member<float>("y");
    world.component<Follows>("Follows");
    flecs::entity last;
    for (int i = 0; i < 20; ++i) {
        const flecs::entity ship = world.entity(("Ship " + std::to_string(i)).c_str());
        ship.set<Position>({static_cast<float>(20 * i), 100.0f});
        if (last) ship.add<Follows>(last);
        last = ship;
    }
    world.system<Position>("Move").each([](Position& position) { position.x += 0.5f; });
    world.system<Position>("TurnBack").each([](Position& position) {
        if (position.x > 400) position.x -= 800;
    });

    chunkscope::flecs::WorldOwner owner(world);
    chunkscope::Probe probe("flecs example");
    probe.show(owner);
    using Clock = std::chrono::steady_clock;
    const auto end = Clock::now() + std::chrono::seconds(argc > 1 ? std::atoi(argv[1]) : 1'000'000);
    while (Clock::now() < end) {
        if (probe.tick()) world.progress();
        std::this_thread::sleep_for(std::chrono::microseconds(16'667));
    }
}
