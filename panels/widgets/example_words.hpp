// Words for hints that a person may type as they are: of components that this world has.
#pragma once

#include <string>

#include "ecs/world/world.hpp"

namespace panels {

struct ExampleWords {
    std::string component = "Enemy";
    std::string number = "Health.hp";  // a field with numbers
};

/// Those that entities have; as above where there are none, or where the world has these.
ExampleWords example_words(const ecs::World& world);

}  // namespace panels
