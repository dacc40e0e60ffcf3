// Serves a world as docs/serve.md says, and answers what has come: nothing.
#include <cstdio>

#include <ecs/ecs.hpp>
#include <remote/serve/world_server.hpp>

int main() {
    ecs::World world;
    ecs::Schedule schedule(world);
    auto server = remote::WorldServer::start({});
    if (!server) {
        std::fprintf(stderr, "%s\n", server.error().c_str());
        return 1;
    }
    schedule.tick(world);
    return (*server)->serve({world, schedule, {}}) == 0 ? 0 : 1;
}
