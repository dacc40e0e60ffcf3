// A Mirror keeps the location of every entity by listening to a world and nothing else: if the records of what
// happened leave anything out, or say anything that did not happen, its map goes wrong.
#pragma once

#include <string>
#include <unordered_map>

#include "ecs/world.hpp"

namespace test {

class Mirror : public ecs::WorldObserver {
public:
    /// Starts from what is there now.
    explicit Mirror(const ecs::World& world);

    void on_change(const ecs::StructuralChange& change) override;
    /// Where the map differs from the world, or what record did not fit the ones before it; empty when all is well.
    std::string fault(const ecs::World& world) const;

private:
    void note(bool holds, const char* what);

    std::unordered_map<ecs::Entity, ecs::Location> locations_;
    std::unordered_map<std::uint64_t, std::uint32_t> chunks_;  // chunks of each archetype
    std::string fault_;
};

}  // namespace test
