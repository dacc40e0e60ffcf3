#include "versions.hpp"

#include <cstring>

using namespace ecs;

namespace test {

namespace {

std::uint64_t hash_of(const void* data, std::size_t size) {
    const auto* bytes = static_cast<const std::byte*>(data);
    std::uint64_t hash = size;
    for (; size >= 8; size -= 8, bytes += 8) {
        std::uint64_t word;
        std::memcpy(&word, bytes, 8);
        hash = (hash ^ word) * 0x9e3779b97f4a7c15u;
        hash ^= hash >> 29;
    }
    std::uint64_t word = 0;
    std::memcpy(&word, bytes, size);
    return (hash ^ word) * 0x9e3779b97f4a7c15u;
}

}  // namespace

Versions::ChunkState Versions::state_of(const Archetype& archetype, std::size_t position) {
    const Chunk& chunk = archetype.chunk(position);
    ChunkState state{archetype.id(), chunk.rows, {}};
    state.columns.push_back({archetype.column_version(position, no_column),
                             hash_of(chunk.entities().data(), chunk.entities().size_bytes())});
    for (std::size_t column = 0; column < archetype.types().size(); ++column) {
        const std::byte* data = archetype.column_data(position, column);
        state.columns.push_back({archetype.column_version(position, static_cast<int>(column)),
                                 data ? hash_of(data, std::size_t{chunk.rows} * archetype.types()[column]->size) : 0});
    }
    return state;
}

Versions::Versions(const World& world) : clock_(world.version()), structure_(world.structure_version()) {
    for (ArchetypeId id = 0; id < world.archetype_count(); ++id) {
        const Archetype& archetype = world.archetype(id);
        for (std::size_t position = 0; position < archetype.chunk_count(); ++position) {
            const std::size_t chunk = archetype.chunk(position).id;
            if (chunk >= chunks_.size()) chunks_.resize(chunk + 1);
            chunks_[chunk] = state_of(archetype, position);
        }
    }
}

std::string Versions::fault(const World& world, const Effect& effect) const {
    const bool structural = effect.kind == Effect::Kind::Structure;
    if (world.version() < clock_) return "the world's clock went back";
    if (!structural && world.structure_version() != structure_)
        return "the structure version grew without a structural change";
    for (ArchetypeId id = 0; id < world.archetype_count(); ++id) {
        const Archetype& archetype = world.archetype(id);
        for (std::size_t position = 0; position < archetype.chunk_count(); ++position) {
            const ChunkState now = state_of(archetype, position);
            const ChunkState* before = nullptr;
            const std::size_t chunk = archetype.chunk(position).id;
            if (chunk < chunks_.size() && chunks_[chunk].archetype == id) before = &chunks_[chunk];
            if (!before && !structural) return "a chunk came without a structural change";
            for (std::size_t c = 0; c < now.columns.size(); ++c) {
                if (now.columns[c].version > world.version()) return "a column version is ahead of the world's clock";
                if (!before) {
                    if (now.rows > 0 && now.columns[c].version <= clock_) return "a new chunk has old column versions";
                    continue;
                }
                const bool grew = now.columns[c].version > before->columns[c].version;
                if (now.columns[c].version < before->columns[c].version) return "a column version went back";
                if (grew && now.columns[c].version <= clock_) return "a column version lies before the operation";
                if (now.columns[c].hash != before->columns[c].hash && !grew)
                    return "a column was written and its version did not grow";
                if (structural) continue;
                const bool written =
                    effect.kind == Effect::Kind::Write && c > 0 && archetype.components()[c - 1] == effect.component &&
                    world.location(effect.entity).archetype == id && world.location(effect.entity).chunk == position;
                if (grew != written)
                    return grew ? "the version of a column grew that was not written"
                                : "the version of a column that was written did not grow";
            }
        }
    }
    return {};
}

}  // namespace test
