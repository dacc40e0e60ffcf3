// What a world file cannot hold: bytes of components that no field describes. Whoever saves a world says so before the
// file is written.
#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <vector>

#include "ecs/world/world.hpp"

namespace files {

/// A component type of living entities with bytes that stay out of a file.
struct LeftOut {
    std::string type;
    std::size_t bytes = 0;  // of each value; without what may be padding
    std::size_t entities = 0;
};

/// In the order of the names. With `told`, only types whose names are not in it yet; then they are.
std::vector<LeftOut> left_out_of_file(const ecs::World& world, std::set<std::string>* told = nullptr);
/// "Transform: 92 bytes of each value have no field and are not in the file (12 entities)".
std::string sentence_of(const LeftOut& left_out);

}  // namespace files
