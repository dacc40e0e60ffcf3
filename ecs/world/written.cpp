#include "ecs/world/written.hpp"

#include <algorithm>
#include <cstddef>
#include <span>

namespace ecs {

std::vector<ComponentId> written_since(const World& world, std::uint64_t version) {
    std::vector<ComponentId> written;
    if (world.version() == version) return written;
    std::vector<bool> known(world.types().size());
    for (ArchetypeId id = 0; id < world.archetype_count(); ++id) {
        const Archetype& archetype = world.archetype(id);
        const std::span<const ComponentId> components = archetype.components();
        for (std::size_t column = 0; column < components.size(); ++column)
            for (std::size_t chunk = 0; !known[components[column]] && chunk < archetype.chunk_count(); ++chunk)
                known[components[column]] = archetype.written_version(chunk, static_cast<int>(column)) > version;
    }
    for (ComponentId id = 0; id < known.size(); ++id)
        if (known[id]) written.push_back(id);
    return written;
}

}  // namespace ecs
