// A Mirror keeps the location of every entity by reading a journal and nothing else: if the records of what happened
// leave anything out, or say anything that did not happen, its map goes wrong.
#pragma once

#include <string>
#include <unordered_map>

#include "ecs/world/world.hpp"

namespace test {

class Mirror {
public:
    /// Starts from what is there now, and attaches its journal to the world until it goes.
    explicit Mirror(ecs::World& world);
    ~Mirror() { world_.observe(nullptr); }
    Mirror(const Mirror&) = delete;
    Mirror& operator=(const Mirror&) = delete;

    /// Reads what was recorded since. Must be called before more happens than a journal keeps.
    void catch_up();
    /// Where the map differs from the world, or what record did not fit the ones before it; empty when all is well.
    std::string fault();

private:
    void look_again();
    void follow(const ecs::StructuralChange& change);
    void note(bool holds, const char* what);

    ecs::World& world_;
    ecs::Journal journal_;
    std::uint64_t read_ = 0;
    std::unordered_map<ecs::Entity, ecs::Location> locations_;
    std::unordered_map<std::uint64_t, std::uint32_t> chunks_;  // chunks of each archetype
    std::string fault_;
};

}  // namespace test
