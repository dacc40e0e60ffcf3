// What snapshots leave out: components whose values cannot be copied and that nobody cloned (ecs/types/clone.hpp). All
// else of a world goes back in time; such a component does not. restore() keeps the live value where the entity still
// has it, and gives a default value to an entity that comes back:
//
//     snapshot:  12v1 Position, Body      restored:  Position of then, Body of now
//                13v1 Position, Body                 Position of then, a default Body (13v1 had gone)
//
// A world that a snapshot made has default values there. Its type is a stand-in: nobody may compare or write them as if
// they were values of the world.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "ecs/world/world.hpp"

namespace ecs {

struct LeftOut {
    ComponentId component = no_component;
    std::size_t entities = 0;  // that have it
};

/// What a snapshot of the world would leave out now, by the ids of the types.
std::vector<LeftOut> left_out_of(const World& world);

/// Names such types for a person: "Body (3 entities), Texture (1 entity)". Empty: a snapshot leaves nothing out.
std::string left_out_text(const World& world);

/// Those that may have been written since the world had this version: "Body". Empty: none were.
std::string left_out_written_since(const World& world, std::uint64_t version);

/// Whether the type is one of a world that a snapshot made, and its values are default values.
bool is_stand_in(const ComponentType& type);

}  // namespace ecs
