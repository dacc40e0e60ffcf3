#include "ecs/snapshot/snapshot_pool.hpp"

#include <algorithm>
#include <cstring>

#include "ecs/base/stream_copy.hpp"

namespace ecs {

namespace {

// Makes room for one more item, so that counted items can always be put back.
template <class T>
void make_room_for(std::vector<T>& list, std::size_t count) {
    if (list.capacity() < count) list.reserve(std::max<std::size_t>(8, 2 * count));
}

}  // namespace

CopyWay way_to_copy(std::size_t chunks) {
    constexpr std::size_t cache_bytes = 2 * 1024 * 1024;
    return chunks * Chunk::full_bytes > cache_bytes ? CopyWay::Streamed : CopyWay::Cached;
}

std::size_t copy_rows(const SavedArchetype& archetype, const SavedLayout& saved, std::byte* to, const std::byte* from,
                      std::uint32_t rows, CopyWay way) {
    if (rows == 0) return 0;
    constexpr std::size_t first = Chunk::header_bytes;
    if (archetype.trivial && rows == saved.layout.capacity) {
        if (way == CopyWay::Streamed)
            stream_copy(to + first, from + first, saved.end - first);
        else
            std::memcpy(to + first, from + first, saved.end - first);
        return saved.end - first;
    }
    std::size_t bytes = rows * sizeof(Entity);
    std::memcpy(to + first, from + first, bytes);
    std::size_t column = 0;
    try {
        for (; column < archetype.types.size(); ++column) {
            const ComponentType& type = *archetype.types[column];
            if (archetype.left_out[column]) continue;
            const std::uint32_t offset = saved.layout.offsets[column];
            copy_values(type, to + offset, from + offset, rows);
            bytes += std::size_t{rows} * type.size;
        }
    } catch (...) {
        while (column-- > 0)
            if (archetype.holds(column))
                destroy_values(*archetype.types[column], to + saved.layout.offsets[column], rows);
        throw;
    }
    return bytes;
}

void destroy_rows(const SavedArchetype& archetype, const SavedLayout& saved, std::byte* block,
                  std::uint32_t rows) noexcept {
    if (archetype.trivial) return;
    for (std::size_t column = 0; column < archetype.types.size(); ++column)
        if (archetype.holds(column))
            destroy_values(*archetype.types[column], block + saved.layout.offsets[column], rows);
}

void construct_left_out(const SavedArchetype& archetype, const SavedLayout& saved, WorldTypes types, std::byte* block,
                        std::uint32_t rows) {
    if (!archetype.leaves_out) return;
    std::size_t column = 0;
    try {
        for (; column < types.size(); ++column)
            if (archetype.left_out[column])
                construct_values(*types[column], block + saved.layout.offsets[column], rows);
    } catch (...) {
        while (column-- > 0)
            if (archetype.left_out[column]) destroy_values(*types[column], block + saved.layout.offsets[column], rows);
        throw;
    }
}

void destroy_left_out(const SavedArchetype& archetype, const SavedLayout& saved, WorldTypes types, std::byte* block,
                      std::uint32_t rows) noexcept {
    if (!archetype.leaves_out) return;
    for (std::size_t column = 0; column < types.size(); ++column)
        if (archetype.left_out[column]) destroy_values(*types[column], block + saved.layout.offsets[column], rows);
}

SnapshotPool::~SnapshotPool() { trim(); }

SavedArchetype& SnapshotPool::add_archetype(std::vector<SharedType> types) {
    SavedArchetype& saved = archetypes_.emplace_back();
    for (const SharedType& type : types) {
        if (!type->is_tag()) saved.align = std::max<std::size_t>(saved.align, type->align);
        saved.trivial = saved.trivial && type->trivial;
        saved.left_out.push_back(!type->copyable() && !type->is_tag());
        saved.leaves_out = saved.leaves_out || saved.left_out.back();
    }
    saved.types = std::move(types);
    return saved;
}

SavedLayout& SnapshotPool::layout_of(SavedArchetype& archetype, const ChunkLayout& layout) {
    for (const auto& known : archetype.layouts)
        if (known->layout.block_bytes == layout.block_bytes) return *known;
    auto added = std::make_unique<SavedLayout>();
    added->layout = layout;
    added->end = Chunk::header_bytes + layout.capacity * sizeof(Entity);
    for (std::size_t column = 0; column < archetype.types.size(); ++column)
        if (!archetype.types[column]->is_tag())
            added->end = layout.offsets[column] + std::size_t{layout.capacity} * archetype.types[column]->size;
    const auto same = [&](const SavedSize& size) {
        return size.block_bytes == layout.block_bytes && size.align == archetype.align;
    };
    const auto found = std::find_if(sizes_.begin(), sizes_.end(), same);
    added->size = found != sizes_.end() ? &*found : &sizes_.emplace_back();
    added->size->block_bytes = layout.block_bytes;
    added->size->align = archetype.align;
    archetype.layouts.push_back(std::move(added));
    return *archetype.layouts.back();
}

SavedChunk* SnapshotPool::take_chunk(const SavedArchetype& archetype, SavedLayout& layout) {
    SavedSize& size = *layout.size;
    if (size.free.empty()) {
        make_room_for(size.free, size.chunks + 1);
        size.free.push_back(&chunks_.emplace_back());
        ++size.chunks;
    }
    SavedChunk* chunk = size.free.back();
    if (!chunk->block) chunk->block = static_cast<std::byte*>(blocks_->take(size.block_bytes, size.align));
    size.free.pop_back();
    chunk->archetype = &archetype;
    chunk->layout = &layout;
    chunk->stamp = ++next_stamp_;
    bytes_in_use_ += size.block_bytes;
    return chunk;
}

void SnapshotPool::give_back(SavedChunk* chunk) noexcept {
    SavedSize& size = *chunk->layout->size;
    chunk->stamp = 0;
    size.free.push_back(chunk);
    bytes_in_use_ -= size.block_bytes;
}

SnapshotContent* SnapshotPool::take_content() {
    if (free_contents_.empty()) {
        make_room_for(free_contents_, contents_.size() + 1);
        free_contents_.push_back(&contents_.emplace_back());
    }
    SnapshotContent* content = free_contents_.back();
    free_contents_.pop_back();
    return content;
}

void SnapshotPool::drop(SnapshotContent* content) noexcept {
    // Backwards, because the last block given back is the first one used again: neighbours stay neighbours.
    for (auto each = content->chunks.rbegin(); each != content->chunks.rend(); ++each) {
        SavedChunk* chunk = *each;
        if (--chunk->references > 0) continue;
        destroy_rows(*chunk->archetype, *chunk->layout, chunk->block, chunk->rows);
        give_back(chunk);
    }
    if (content->slots && --content->slots->references == 0) slots_.give_back(content->slots);
    if (content->tree && --content->tree->references == 0) trees_.give_back(content->tree);
    content->slots = nullptr;
    content->tree = nullptr;
    content->types.reset();
    content->archetypes.clear();
    content->chunks.clear();
    free_contents_.push_back(content);
}

void SnapshotPool::recycle(SnapshotContent* content) noexcept {
    const std::shared_ptr<SnapshotPool> pool = std::move(content->pool);  // keeps the pool until the lock is released
    const std::lock_guard guard(pool->lock_);
    pool->drop(content);
}

void SnapshotPool::trim() noexcept {
    for (const SavedSize& size : sizes_)
        for (SavedChunk* chunk : size.free) {
            if (!chunk->block) continue;
            blocks_->give_back(chunk->block, size.block_bytes, size.align);
            chunk->block = nullptr;
        }
    if (bytes_in_use_ == 0) blocks_.emplace();  // it keeps an empty slab of each size
    slots_.trim();
    trees_.trim();
    for (SnapshotContent* content : free_contents_) {
        content->archetypes = {};
        content->chunks = {};
    }
}

}  // namespace ecs
