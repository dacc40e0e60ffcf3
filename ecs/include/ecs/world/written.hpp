// Which components of a world were written, in any entity.
#pragma once

#include <cstdint>
#include <vector>

#include "ecs/world/world.hpp"

namespace ecs {

/// Those of which a value may have been written in place since the world had this version, each once. Rows that were
/// added, removed or moved do not count. Looks at the version of each column of each chunk, and not at values.
std::vector<ComponentId> written_since(const World& world, std::uint64_t version);

}  // namespace ecs
