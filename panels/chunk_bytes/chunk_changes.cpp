#include "panels/chunk_bytes/chunk_changes.hpp"

#include <algorithm>
#include <cstring>

#include "ecs/world/world.hpp"
#include "panels/base/format.hpp"
#include "panels/base/language.hpp"

namespace panels {

void ChunkChanges::look_at(const ecs::World& world, const ecs::Archetype& archetype, std::size_t chunk) {
    const ecs::Chunk& block = archetype.chunk(chunk);
    if (world_ != &world || block_ != &block || chunk_id_ != block.id || block_bytes_ != block.block_bytes ||
        world.tick() < tick_)
        return begin(world, archetype, chunk);
    const bool ticked = world.tick() != tick_;
    const std::uint64_t version = archetype.newest_version(chunk);
    if (!ticked && version == version_) return;
    if (ticked) {
        // The last seen bytes are the bytes before this tick.
        if (version_ != version_before_) bytes_before_ = bytes_;
        version_before_ = version_;
        tick_before_ = tick_;
        tick_ = world.tick();
    }
    compare(archetype, chunk);
    if (version != version_) {
        std::memcpy(bytes_.data(), &block, block_bytes_);
        version_ = version;
    }
}

void ChunkChanges::begin(const ecs::World& world, const ecs::Archetype& archetype, std::size_t chunk) {
    const ecs::Chunk& block = archetype.chunk(chunk);
    world_ = &world;
    block_ = &block;
    chunk_id_ = block.id;
    block_bytes_ = block.block_bytes;
    tick_ = tick_before_ = world.tick();
    version_ = version_before_ = archetype.newest_version(chunk);
    bytes_.resize(block_bytes_);
    std::memcpy(bytes_.data(), &block, block_bytes_);
    bytes_before_ = bytes_;
    ranges_.clear();
    byte_count_ = 0;
}

void ChunkChanges::compare(const ecs::Archetype& archetype, std::size_t chunk) {
    ranges_.clear();
    byte_count_ = 0;
    const ecs::Chunk& block = archetype.chunk(chunk);
    if (archetype.newest_version(chunk) <= version_before_) return;
    compare_bytes(block, {0, ecs::Chunk::header_bytes});
    for (int column = ecs::no_column; column < static_cast<int>(archetype.types().size()); ++column) {
        if (archetype.column_version(chunk, column) <= version_before_) continue;
        const ByteRange first = cell_bytes(archetype, column, 0);
        compare_bytes(block, {first.begin, cell_bytes(archetype, column, block.rows).begin});
    }
}

void ChunkChanges::compare_bytes(const ecs::Chunk& block, ByteRange range) {
    const std::byte* now = block.at(0);
    bytes_compared_ += range.end - range.begin;
    for (std::uint32_t byte = range.begin; byte < range.end; ++byte) {
        if (now[byte] == bytes_before_[byte]) continue;
        ++byte_count_;
        if (!ranges_.empty() && ranges_.back().end == byte)
            ++ranges_.back().end;
        else
            ranges_.push_back({byte, byte + 1});
    }
}

bool ChunkChanges::has(std::uint32_t byte) const {
    const auto after =
        std::upper_bound(ranges_.begin(), ranges_.end(), byte,
                         [](std::uint32_t other, const ByteRange& range) { return other < range.begin; });
    return after != ranges_.begin() && byte < std::prev(after)->end;
}

std::string ChunkChanges::sentence() const {
    const std::string bytes = byte_count_ == 0 ? tr("No byte") : format_count(byte_count_, "byte");
    if (ticks() > 0) {
        const std::string span =
            ticks() == 1 ? tr("the last tick") : phrase("the last {}", format_count(ticks(), "tick"));
        return phrase("{} changed in {}", bytes, span);
    }
    if (byte_count_ > 0) return phrase("{} edited, no tick ran", bytes);
    return tr("No tick ran since this chunk came into view");
}

}  // namespace panels
