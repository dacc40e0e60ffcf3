// The program of the recorded connections (tests/data/link), which the fuzzers of the link play with, too.
#pragma once

#include <cstdint>
#include <string>

#include "ecs/ecs.hpp"
#include "probe/run/probe.hpp"

namespace test::recorded_program {

struct Health {
    std::int32_t hp = 100;
};
struct Place {
    float x = 0, y = 0;
};
struct Label {
    std::string text;
};
struct Target {
    ecs::Entity entity;
};
struct Frozen {};

/// The program of the recordings. It shows two worlds.
struct Program {
    ecs::World world, other;
    ecs::Schedule schedule{world};
    probe::Probe probe;

    explicit Program(bool read_only = false)
        : probe("recorded", {.announced = false, .share = 0, .read_only = read_only}) {
        for (ecs::World* const each : {&other, &world}) {
            ecs::TypeRegistry& types = each->types();
            types.add<Health>("Health").field("hp", &Health::hp, {.max = 100});
            types.add<Place>("Place").field("x", &Place::x).field("y", &Place::y);
            types.add<Label>("Label").field("text", &Label::text);
            types.add<Target>("Target").field("entity", &Target::entity);
            types.add<Frozen>("Frozen");
        }
        other.create(ecs::Name{"Of another world"}, Health{1});
        const ecs::Entity hero = world.create(ecs::Name{"Hero"}, Health{50}, Place{}, Label{"the first"});
        world.create(ecs::Name{"Enemy"}, Health{20}, Place{5, 5}, Target{hero});
        world.create(ecs::Name{"Doomed"}, Health{3});
        world.create(ecs::Name{"Ice"}, Place{}, Frozen{});
        schedule.system<Place>("Move", [](Place& place) { place.x += 1; });
        probe.show("other", other);
        probe.show("main", world, schedule);
    }
    void run() {
        if (probe.tick()) schedule.tick();
    }
};

}  // namespace test::recorded_program
