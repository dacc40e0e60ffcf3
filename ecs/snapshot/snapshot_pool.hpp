// The content of snapshots, and the SnapshotPool that owns it. The content is copies of chunks, with reference
// counts, because snapshots share them. The memory of a copy is used again when its last snapshot is dropped. The
// store of a world and every snapshot hold the pool, so it lives as long as any of them.
#pragma once

#include <atomic>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "ecs/storage/block_pool.hpp"
#include "ecs/storage/chunk.hpp"
#include "ecs/storage/entity_index.hpp"
#include "ecs/types/type_registry.hpp"
#include "ecs/world/hierarchy.hpp"

namespace ecs {

class SnapshotPool;
struct SavedChunk;
using SharedType = std::shared_ptr<const ComponentType>;

/// Copies with blocks of one size, of any archetype, that wait to be used again.
struct SavedSize {
    std::size_t block_bytes = 0, align = 0;
    std::vector<SavedChunk*> free;
    std::size_t chunks = 0;  // ever made, so that `free` has room for all
};

/// One of the layouts that an archetype's chunks had.
struct SavedLayout {
    ChunkLayout layout;
    std::size_t end = 0;  // of the last column when all rows are in use
    SavedSize* size = nullptr;
};

/// The facts about an archetype that copies need. They do not refer to the world, which may be gone when the copies
/// are dropped.
struct SavedArchetype {
    std::vector<SharedType> types;
    std::vector<std::unique_ptr<SavedLayout>> layouts;
    std::size_t align = 64;      // of blocks
    bool trivial = true;         // all types
    std::vector<bool> left_out;  // by column: its memory is raw in copies, see left_out.hpp
    bool leaves_out = false;     // any column

    /// Whether copies hold values of this column.
    bool holds(std::size_t column) const { return !types[column]->is_tag() && !left_out[column]; }
};

/// A copy of the rows of one chunk, at the offsets that they have in the chunk.
struct SavedChunk {
    std::byte* block = nullptr;  // null after its memory was trimmed
    const SavedArchetype* archetype = nullptr;
    SavedLayout* layout = nullptr;
    std::uint32_t rows = 0;
    std::uint32_t references = 0;    // guarded by the pool, like all counts
    std::uint64_t stamp = 0;         // differs for each use of this memory; 0 when free
    std::uint64_t made_at_tick = 0;  // of the chunk, not of the copy

    const std::byte* at(std::size_t offset) const { return block + offset; }
    std::span<const Entity> entities() const {
        return {reinterpret_cast<const Entity*>(at(Chunk::header_bytes)), rows};
    }
};

/// A part that snapshots share as long as it does not change. Its memory is used again afterwards.
template <class T>
struct SavedPart {
    T value;
    std::uint32_t references = 0;
    std::uint64_t stamp = 0;
};
using SavedSlots = SavedPart<DeadSlots>;
using SavedTree = SavedPart<Families>;

struct SnapshotContent {
    struct ArchetypeState {
        const SavedArchetype* archetype = nullptr;
        SavedLayout* layout = nullptr;
        std::size_t first_chunk = 0, chunk_count = 0;  // in `chunks`
        std::size_t entity_count = 0;
    };

    std::atomic<std::uint32_t> references{0};
    std::shared_ptr<SnapshotPool> pool;  // null while the content waits to be used again
    std::shared_ptr<const std::vector<SharedType>> types;
    std::vector<ArchetypeState> archetypes;  // by id
    std::vector<SavedChunk*> chunks;
    SavedSlots* slots = nullptr;
    SavedTree* tree = nullptr;
    std::size_t entity_count = 0;
    std::uint64_t tick = 0, structural_changes = 0;
};

/// Copies `rows` rows to raw memory. `to` and `from` have their columns at the offsets of `saved`. Returns the number
/// of bytes. When a component's copy throws, `to` is raw again.
enum class CopyWay : std::uint8_t { Cached, Streamed };
std::size_t copy_rows(const SavedArchetype& archetype, const SavedLayout& saved, std::byte* to, const std::byte* from,
                      std::uint32_t rows, CopyWay way);
/// How to copy `chunks` chunks: streamed when they do not fit into the caches of a core. After streamed copies, call
/// end_stream_copies().
CopyWay way_to_copy(std::size_t chunks);
void destroy_rows(const SavedArchetype& archetype, const SavedLayout& saved, std::byte* block,
                  std::uint32_t rows) noexcept;

/// Default values in the columns that copies leave out, for rows of a world with these types. When one throws, these
/// columns are raw.
using WorldTypes = std::span<const ComponentType* const>;
void construct_left_out(const SavedArchetype& archetype, const SavedLayout& saved, WorldTypes types, std::byte* block,
                        std::uint32_t rows);
void destroy_left_out(const SavedArchetype& archetype, const SavedLayout& saved, WorldTypes types, std::byte* block,
                      std::uint32_t rows) noexcept;

/// Not thread-safe, except recycle(), which takes the lock. Callers of the other functions hold the lock.
class SnapshotPool {
public:
    SnapshotPool() = default;
    ~SnapshotPool();
    SnapshotPool(const SnapshotPool&) = delete;
    SnapshotPool& operator=(const SnapshotPool&) = delete;

    std::mutex& lock() { return lock_; }

    SavedArchetype& add_archetype(std::vector<SharedType> types);
    SavedLayout& layout_of(SavedArchetype& archetype, const ChunkLayout& layout);

    /// Returns an empty block without references.
    SavedChunk* take_chunk(const SavedArchetype& archetype, SavedLayout& layout);
    /// Takes a block back whose rows are raw or absent.
    void give_back(SavedChunk* chunk) noexcept;
    SavedSlots* take_slots() { return slots_.take(next_stamp_); }
    SavedTree* take_tree() { return trees_.take(next_stamp_); }
    /// The content of this part becomes another one: nothing that equalled it does so any more.
    void renew(auto& part) { part.stamp = ++next_stamp_; }
    void give_back(SavedSlots* slots) noexcept { slots_.give_back(slots); }
    void give_back(SavedTree* tree) noexcept { trees_.give_back(tree); }

    SnapshotContent* take_content();
    /// Releases everything that the content holds.
    void drop(SnapshotContent* content) noexcept;
    /// As drop(), for the last snapshot of a content, from any thread.
    static void recycle(SnapshotContent* content) noexcept;

    void trim() noexcept;
    std::size_t bytes_in_use() const { return bytes_in_use_; }
    std::size_t bytes_reserved() const { return blocks_->bytes_reserved(); }

private:
    template <class T>
    class Parts {
    public:
        SavedPart<T>* take(std::uint64_t& next_stamp) {
            if (free_.empty()) {
                free_.reserve(parts_.size() + 1);
                parts_.emplace_back();
                free_.push_back(&parts_.back());
            }
            SavedPart<T>* part = free_.back();
            free_.pop_back();
            part->stamp = ++next_stamp;
            return part;
        }
        void give_back(SavedPart<T>* part) noexcept {
            part->stamp = 0;
            free_.push_back(part);
        }
        void trim() noexcept {
            for (SavedPart<T>* part : free_) part->value = {};
        }

    private:
        std::deque<SavedPart<T>> parts_;
        std::vector<SavedPart<T>*> free_;
    };

    std::mutex lock_;
    std::deque<SavedArchetype> archetypes_;
    std::deque<SavedSize> sizes_;
    std::optional<BlockPool> blocks_{std::in_place};
    std::deque<SavedChunk> chunks_;
    Parts<DeadSlots> slots_;
    Parts<Families> trees_;
    std::deque<SnapshotContent> contents_;
    std::vector<SnapshotContent*> free_contents_;
    std::uint64_t next_stamp_ = 0;
    std::size_t bytes_in_use_ = 0;
};

}  // namespace ecs
