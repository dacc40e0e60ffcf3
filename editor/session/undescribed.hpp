// Bytes of components that no field describes, when the code of a Game is replaced. The text of a world does not have
// them, so what is read from it has them as the new code makes them. Where both builds lay a type out in the same way
// and memcpy can copy it, the bytes are carried over; all else is reset, and said.
#pragma once

#include <string>
#include <vector>

#include "ecs/world/world.hpp"

namespace editor {

/// `to` has the entities and the described values of `from`. Returns a line for each type of which something was reset:
/// "Bag: 24 bytes that no field describes (8 to 31) are new in 3 entities".
std::vector<std::string> carry_undescribed(const ecs::World& from, ecs::World& to);

}  // namespace editor
