#include "ecs/snapshot/running_hash.hpp"

#include <algorithm>
#include <utility>

#include "ecs/snapshot/column_hash.hpp"

namespace ecs {

RunningHash::RunningHash(const World& world) : world_(world) {}
RunningHash::~RunningHash() = default;

std::uint64_t RunningHash::now() {
    for (auto id = static_cast<ComponentId>(hashes_.size()); id < world_.types().size(); ++id) {
        hashes_.push_back(std::make_unique<ColumnHash>(world_.types()[id]));
        // What does not go back in time would make every replay another one.
        if (!world_.types()[id].copyable()) hashes_.back()->leave_values_out();
    }
    known_.resize(std::max(known_.size(), world_.archetype_count()));
    std::uint64_t hash = mixed_hash(world_.entity_count() + hash_step);
    for (ArchetypeId id = 0; id < world_.archetype_count(); ++id) {
        const Archetype& archetype = world_.archetype(id);
        std::vector<KnownChunk>& chunks = known_[id];
        if (chunks.size() < archetype.chunk_count()) chunks.resize(archetype.chunk_count());
        for (std::size_t position = 0; position < archetype.chunk_count(); ++position) {
            const Chunk& chunk = archetype.chunk(position);
            KnownChunk& known = chunks[position];
            const bool other = std::exchange(known.chunk, &chunk) != &chunk;
            known.columns.resize(archetype.types().size() + 1);
            const std::span<const Entity> entities = chunk.entities();
            for (int column = no_column; column < static_cast<int>(archetype.types().size()); ++column) {
                KnownColumn& sum = known.columns[static_cast<std::size_t>(column + 1)];
                const std::uint64_t version = archetype.column_version(position, column);
                if (other || sum.version != version) {
                    sum = {version, 0};
                    if (column == no_column) {
                        for (const Entity entity : entities) sum.sum += mixed_hash(entity.bits() + hash_step);
                    } else {
                        const auto at = static_cast<std::size_t>(column);
                        const ComponentType& type = *archetype.types()[at];
                        const auto add = [&](std::size_t row, std::uint64_t value) {
                            sum.sum += mixed_hash(value ^ (entities[row].bits() * hash_step));
                        };
                        const std::byte* const values =
                            type.is_tag() ? nullptr : chunk.at(archetype.layout().offsets[at]);
                        hashes_[archetype.components()[at]]->each(values, type.size, entities.size(), add);
                    }
                }
                hash += sum.sum;
            }
        }
    }
    return mixed_hash(hash);
}

}  // namespace ecs
