// A Scene fills a world and its schedule from a seed. The same name, count and seed give the same world.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "ecs/world/world.hpp"

namespace editor {

struct Scene {
    std::string_view name;
    std::string_view description;
    std::string_view keys;                      // hint for the viewport about the keys
    std::size_t default_count;                  // for runs without --count
    std::span<const std::string_view> systems;  // by name, in order; see systems.hpp
    /// Creates the entities. Types are registered and the world is empty.
    void (*fill)(ecs::World& world, std::size_t count, std::uint64_t seed);
    /// Registers types that only this scene has. Runs before `fill`, and before a file of the scene is read. Null:
    /// none.
    void (*register_types)(ecs::TypeRegistry& types) = nullptr;
};

/// Every scene, the default one first. To add a scene, write a file pair and one line in all_scenes.cpp.
std::span<const Scene> all_scenes();
/// Null when no scene has that name.
const Scene* find_scene(std::string_view name);

}  // namespace editor
