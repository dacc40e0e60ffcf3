// A game that calls a Probe. Its argument says whether it was compiled with one: "listens" or "closed".
#include <string_view>

#include "chunkscope/probe.hpp"
#include "ecs/ecs.hpp"

int main(int, char** argv) {
    ecs::World world;
    ecs::Schedule schedule(world);
    chunkscope::Probe probe("installed game", {.announced = false});
    probe.show(world, schedule);
    for (int i = 0; i < 10; ++i)
        if (probe.tick()) {
            CHUNKSCOPE_ZONE("the whole tick");
            schedule.tick();
        }
    probe.hide();
    const bool listens = probe.problem().empty() && probe.port() != 0 && !probe.token().empty();
    return world.tick() == 10 && listens == (std::string_view(argv[1]) == "listens") ? 0 : 1;
}
