// A program over EnTT without any user interface, that the editor can look into:
//
//     chunkscope attach "EnTT example"
//
// Compiled with CHUNKSCOPE_PROBE. Ends at Ctrl+C, or after as many seconds as its argument says.
#include <chrono>
#include <cstdlib>
#include <string>
#include <thread>

#include "chunkscope/entt.hpp"
#include "chunkscope/probe.hpp"

namespace {

struct Position {
    float x = 0, y = 0;
};
struct Ship {
    std::string name;
    entt::entity follows = entt::null;
};

}  // namespace

int main(int argc, char** argv) {
    using chunkscope::entt::field;
    entt::registry registry;
    entt::entity last = entt::null;
    for (int i = 0; i < 20; ++i) {
        const entt::entity ship = registry.create();
        registry.emplace<Position>(ship, static_cast<float>(20 * i), 100.0f);
        registry.emplace<Ship>(ship, "Ship " + std::to_string(i), last);
        last = ship;
    }
    chunkscope::entt::RegistryOwner owner(registry);
    owner.component<Position>("Position", field("x", &Position::x), field("y", &Position::y));
    owner.component<Ship>("Ship", field("name", &Ship::name), field("follows", &Ship::follows));
    owner.names(&Ship::name);

    chunkscope::Probe probe("EnTT example");
    probe.show(owner);
    using Clock = std::chrono::steady_clock;
    const auto end = Clock::now() + std::chrono::seconds(argc > 1 ? std::atoi(argv[1]) : 1'000'000);
    while (Clock::now() < end) {
        if (probe.tick()) {
            {
                CHUNKSCOPE_ZONE("move");
                for (auto [ship, position] : registry.view<Position>().each()) position.x += 0.5f;
            }
            {
                CHUNKSCOPE_ZONE("turn back");
                for (auto [ship, position] : registry.view<Position>().each())
                    if (position.x > 400) position.x -= 800;
            }
        }
        std::this_thread::sleep_for(std::chrono::microseconds(16'667));
    }
}
