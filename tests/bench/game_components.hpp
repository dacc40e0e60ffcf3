// The components of the worlds in which the benches of a Host play.
#pragma once

#include <cstdint>

#include "ecs/world/world.hpp"

struct Place {
    float x = 0, y = 0;
};
struct Speed {
    float x = 1, y = 0;
};
struct Health {
    float hp = 100;
};
struct Armor {
    std::int32_t plates = 4;
};
struct Asleep {};

inline void add_game_types(ecs::TypeRegistry& types) {
    types.add<Place>("Place").field("x", &Place::x).field("y", &Place::y);
    types.add<Speed>("Speed").field("x", &Speed::x).field("y", &Speed::y);
    types.add<Health>("Health").field("hp", &Health::hp);
    types.add<Armor>("Armor").field("plates", &Armor::plates);
    types.add<Asleep>("Asleep");
}
