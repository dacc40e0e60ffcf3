// A Scene fills a world and its schedule from a seed. The same name, count and seed give the same world.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "ecs/world/world.hpp"

namespace editor {

struct Scene {
    std::string name;
    std::string description = {};
    std::string keys = {};                  // hint for the viewport about the keys
    std::size_t default_count = 0;          // for runs without --count
    std::string selected_first = {};        // name of the entity that is selected at first; empty: as the Game says
    std::vector<std::string> systems = {};  // by name, in order; see Game::systems
    /// Creates the entities. Types are registered and the world is empty. Empty: there are none.
    std::function<void(ecs::World& world, std::size_t count, std::uint64_t seed)> fill = {};
    /// Registers types that only this scene has. Runs before `fill`, and before a file of the scene is read. May be
    /// empty.
    std::function<void(ecs::TypeRegistry& types)> register_types = {};
};

}  // namespace editor
