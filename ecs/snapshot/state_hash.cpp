#include "ecs/snapshot/state_hash.hpp"

#include <vector>

#include "ecs/snapshot/column_hash.hpp"

namespace ecs {

std::uint64_t state_hash(const World& world) {
    std::vector<ColumnHash> column_hashes;
    column_hashes.reserve(world.types().size());
    for (ComponentId id = 0; id < world.types().size(); ++id) column_hashes.emplace_back(world.types()[id]);

    std::uint64_t hash = mixed_hash(world.entity_count() + hash_step);
    std::vector<std::uint64_t> sums;  // one per row: entity and components, in an order that does not matter
    for (ArchetypeId a = 0; a < world.archetype_count(); ++a) {
        const Archetype& archetype = world.archetype(a);
        for (std::size_t c = 0; c < archetype.chunk_count(); ++c) {
            const std::span<const Entity> entities = archetype.chunk(c).entities();
            sums.clear();
            for (const Entity entity : entities) sums.push_back(mixed_hash(entity.bits() + hash_step));
            for (std::size_t column = 0; column < archetype.components().size(); ++column)
                column_hashes[archetype.components()[column]].each(
                    archetype.column_data(c, column), archetype.types()[column]->size, sums.size(),
                    [&](std::size_t row, std::uint64_t value) { sums[row] += value; });
            for (const std::uint64_t sum : sums) hash += mixed_hash(sum);
        }
    }
    return mixed_hash(hash);
}

}  // namespace ecs
