// An Arena is the memory of a lab storage. Its addresses are its own: they count up from first_address and are the
// same in every run and on every machine. So are pictures, traces and counts of cache lines:
//
//     0x1000      0x1040                  0x1100        address
//     | index     | Position column       | free  …     blocks: whole cache lines, 64-byte aligned
//
// Real memory backs the addresses in runs of one or more segments, with the same alignment: two bytes share a cache
// line of the machine exactly when they share one here. A block never crosses from one run into another. Free memory
// keeps its bytes until it is used again, as in any heap.
//
// A storage keeps nothing outside of its arena, not even a counter. The bytes of the arena are therefore the whole
// state of the storage; restoring them restores the storage.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ecs::lab {

using Address = std::uint64_t;  // 0 is none
inline constexpr Address first_address = 0x1000;
inline constexpr std::uint64_t line_bytes = 64, page_bytes = 4096;

/// `0x10C0`
std::string hex_text(Address address);
/// `0a ff 00`
std::string hex_text(std::span<const std::byte> bytes);

enum class BlockKind : std::uint8_t {
    Heap,     // counted: the blocks that the storage asked for
    Program,  // variables and globals of a program: heads of containers, counters. Never counted.
};

struct Block {
    Address begin = 0;
    std::uint64_t bytes = 0;  // a multiple of line_bytes
    BlockKind kind = BlockKind::Heap;
    std::string_view what;  // a literal: `Position values`

    Address end() const { return begin + bytes; }
    friend bool operator==(const Block&, const Block&) = default;
};

class Arena {
public:
    Arena() = default;
    Arena(const Arena&) = delete;
    Arena& operator=(const Arena&) = delete;

    /// Returns a new block of at least `bytes` (more than 0): the smallest free range that holds it, the first of
    /// equal ones. Memory that was never used is filled with 0xCD. `what` must be a literal. Throws std::bad_alloc.
    Address allocate(std::uint64_t bytes, std::string_view what, BlockKind kind = BlockKind::Heap);
    /// `begin` must be the start of a block.
    void release(Address begin);

    /// Real memory of an address. Valid as long as the arena, even after the block is released. Bytes of one block
    /// are contiguous.
    std::byte* at(Address address) const {
        const std::uint64_t offset = address - first_address;
        return segments_[offset >> segment_bits] + (offset & segment_mask);
    }

    const std::map<Address, Block>& blocks() const { return blocks_; }
    /// The block that holds this byte; null when none does.
    const Block* block_of(Address address) const;
    /// Bytes of the blocks on the heap. The next function counts these blocks.
    std::uint64_t allocated() const { return allocated_; }
    std::uint64_t heap_blocks() const { return heap_blocks_; }
    /// End of the addresses that have real memory.
    Address end() const { return first_address + (segments_.size() << segment_bits); }

    /// The live blocks with their bytes.
    struct Snapshot {
        std::vector<Block> blocks;
        std::vector<std::byte> bytes;  // of all blocks, one after another
        friend bool operator==(const Snapshot&, const Snapshot&) = default;
    };
    Snapshot snapshot() const;
    /// Restores a snapshot of this arena: afterwards the blocks are exactly those of the snapshot.
    void restore(const Snapshot& snapshot);

    /// Brings a released block back. Its range must be free.
    void allocate_at(const Block& block);

private:
    static constexpr unsigned segment_bits = 20;
    static constexpr std::uint64_t segment_mask = (std::uint64_t{1} << segment_bits) - 1;

    struct FreeRange {
        std::uint64_t bytes = 0;
        Address begin = 0;
        auto operator<=>(const FreeRange&) const = default;
    };
    struct AlignedDelete {
        void operator()(std::byte* memory) const;
    };

    void add_run(std::uint64_t bytes);
    void add_free(Address begin, std::uint64_t bytes);
    void remove_free(Address begin, std::uint64_t bytes);
    bool same_run(Address a, Address b) const;

    std::vector<std::byte*> segments_;   // start of each segment
    std::vector<std::uint32_t> run_of_;  // by segment
    std::vector<std::unique_ptr<std::byte, AlignedDelete>> runs_;
    std::map<Address, Block> blocks_;
    std::map<Address, std::uint64_t> free_by_address_;  // ranges of one run never touch
    std::set<FreeRange> free_by_size_;
    std::uint64_t allocated_ = 0, heap_blocks_ = 0;
};

}  // namespace ecs::lab
