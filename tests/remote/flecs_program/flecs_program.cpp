// A program over flecs whose world other programs ask: entities come and go, move, and have parents, tags, pairs,
// prefabs and values of all kinds. Where a folder of flecs is given, the tests attach to it.
//
//     flecs_program PORT SECONDS ENTITIES [--stats]      0 seconds: until it is ended
//
// Compiled with CHUNKSCOPE_PROBE, it shows its world with a probe, too, under the name "flecs peer".
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <string>

#include <flecs.h>

#ifdef CHUNKSCOPE_PROBE
#include "chunkscope/flecs.hpp"
#include "chunkscope/probe.hpp"
#endif

struct Position {
    float x, y;
};
struct Velocity {
    float x, y;
};
struct Health {
    float value, max;
};
enum class Team { Red, Green, Blue };
struct Member {
    Team team;
};
struct Numbers {
    bool flag;
    int8_t small;
    uint8_t byte;
    int64_t wide;
    uint64_t widest;
    double exact;
    flecs::entity_t link;
};
struct Secret {
    char bytes[12];
};
struct Owes {
    float amount;
};
struct Player {};
struct Likes {};

int main(int argc, char** argv) {
    const int port = argc > 1 ? std::atoi(argv[1]) : 27750, seconds = argc > 2 ? std::atoi(argv[2]) : 0,
              count = argc > 3 ? std::atoi(argv[3]) : 100;
    flecs::world world;
    if (argc > 4 && std::strcmp(argv[4], "--stats") == 0) world.import <flecs::stats>();
    world.component<Position>().member<float>("x").member<float>("y");
    world.component<Velocity>().member<float>("x").member<float>("y");
    world.component<Health>().member<float>("value").member<float>("max");
    world.component<Team>().constant("Red", Team::Red).constant("Green", Team::Green).constant("Blue", Team::Blue);
    world.component<Member>().member<Team>("team");
    world.component<Numbers>()
        .member<bool>("flag")
        .member<int8_t>("small")
        .member<uint8_t>("byte")
        .member<int64_t>("wide")
        .member<uint64_t>("widest")
        .member<double>("exact")
        .member(ecs_id(ecs_entity_t), "link");
    world.component<Secret>();
    world.component<Owes>().member<float>("amount");
    world.component<Player>();
    world.component<Likes>();

    flecs::entity orc = world.prefab("OrcPrefab").set<Health>({80, 80}).set<Member>({Team::Red});
    flecs::entity hero = world.entity("Hero").add<Player>().set<Position>({1, 2}).set<Health>({100, 100});
    hero.set<Member>({Team::Blue}).set<Secret>({}).add<Likes>(orc);
    hero.set<Numbers>({true, -8, 250, -9007199254740993, 18446744073709551615u, 0.5, orc.id()});
    flecs::entity helmet = world.entity("Helmet").child_of(hero).set<Position>({0, 1});
    world.entity("Fea.ther").child_of(helmet);
    hero.set<Owes>(orc, {12.5f});
    world.entity("Orc1").is_a(orc).set<Position>({5, 5}).set<Velocity>({0.1f, 0});

    flecs::entity crowd = world.entity("Crowd");
    std::deque<flecs::entity> members;
    int born = 0;
    const auto spawn = [&] {
        flecs::entity each = world.entity().child_of(crowd);
        each.set<Position>({float(born), 0}).set<Velocity>({0, 0.01f});
        if (born++ % 3 == 0) each.set<Health>({10, 10});
        members.push_back(each);
    };
    for (int i = 0; i < count; ++i) spawn();

    world.system<Position, const Velocity>("Move").each([](Position& p, const Velocity& v) {
        p.x += v.x;
        p.y += v.y;
    });
    world.system<Health>("Rest").kind(flecs::PostUpdate).each([](Health&) {});

    ecs_entity_t rest = ecs_id(EcsRest);
    EcsRest options = {};
    options.port = static_cast<uint16_t>(port);
    options.ipaddr = const_cast<char*>("127.0.0.1");
    ecs_set_id(world, rest, rest, sizeof options, &options);
    world.set_target_fps(60);
#ifdef CHUNKSCOPE_PROBE
    chunkscope::flecs::WorldOwner owner(world);
    chunkscope::Probe probe("flecs peer");
    probe.show(owner);
#endif
    std::printf("listening on 127.0.0.1:%d\n", port);
    std::fflush(stdout);
    double time = 0;
    int frame = 0;
    while (world.progress() && (seconds == 0 || time < seconds)) {
        time += double(world.delta_time());
#ifdef CHUNKSCOPE_PROBE
        probe.tick_or_wait();
#endif
        // The crowd's oldest go, and others come.
        if (++frame % 15 == 0 && count > 0) {
            for (int i = 0; i < 3 && !members.empty(); ++i) {
                members.front().destruct();
                members.pop_front();
            }
            for (int i = 0; i < 3; ++i) spawn();
        }
    }
}
