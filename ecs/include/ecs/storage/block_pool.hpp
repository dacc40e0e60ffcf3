// The BlockPool hands out the 64-byte aligned blocks that chunks live in, in powers of two from 256 B up.
//
// Blocks of one size are cut from slabs. When all blocks of a slab have come back, the pool gives the slab back, but
// keeps one empty slab per size: a world whose size goes up and down then does not allocate each time. Small worlds
// have small slabs; from 768 KiB on slabs are huge pages (see large_array.hpp).
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <vector>

namespace ecs {

class BlockPool {
public:
    BlockPool() = default;
    ~BlockPool();
    BlockPool(const BlockPool&) = delete;
    BlockPool& operator=(const BlockPool&) = delete;

    /// Returns raw memory of `bytes` (a power of two, at least 256), aligned to at least `align` (a power of two, at
    /// least 64). When memory runs out, throws std::bad_alloc and changes nothing.
    void* take(std::size_t bytes, std::size_t align = 64);
    void give_back(void* block, std::size_t bytes, std::size_t align = 64) noexcept;

    /// As long as a Hold lives, empty slabs stay. Blocks that were taken and given back can then be taken again
    /// without failure.
    class Hold {
    public:
        explicit Hold(BlockPool& pool) : pool_(pool) {
            if (pool_.holds_++ == 0) pool_.in_use_before_hold_ = pool_.bytes_in_use_;
        }
        ~Hold() {
            if (--pool_.holds_ == 0) pool_.drop_surplus_slabs();
        }
        Hold(const Hold&) = delete;
        Hold& operator=(const Hold&) = delete;

    private:
        BlockPool& pool_;
    };

    std::size_t bytes_in_use() const { return bytes_in_use_; }
    /// Bytes taken from the system, with slabs that are partly or wholly free.
    std::size_t bytes_reserved() const { return bytes_reserved_; }
    /// Bytes of the slabs that gather() would give back.
    std::size_t bytes_scattered() const;

    /// Empties slabs whose blocks fit into other slabs of the same size, and gives these slabs back. Calls `move` for
    /// each block to be moved; `move` must move its content. When memory runs out, nothing has happened.
    void gather(const std::function<void(void* from, void* to)>& move);

private:
    struct Slab {
        std::byte* memory = nullptr;
        std::size_t bytes = 0;
        std::size_t used = 0;  // blocks
        std::vector<std::uint32_t> free;
    };
    struct SizeClass {
        std::size_t block_bytes = 0, align = 0;
        std::map<std::byte*, Slab> slabs;   // by address, to find the slab of a block
        std::vector<std::byte*> with_room;  // slabs that have a free block
        std::size_t empty_slabs = 0;
    };
    SizeClass& size_class(std::size_t bytes, std::size_t align);
    void add_slab(SizeClass& size);
    void drop_slab(SizeClass& size, std::map<std::byte*, Slab>::iterator slab) noexcept;
    void drop_surplus_slabs() noexcept;
    /// Slabs in use whose blocks fit into the fuller slabs of the same size.
    static std::vector<std::byte*> surplus_slabs(const SizeClass& size);
    static void empty_slab(SizeClass& size, std::byte* surplus, const std::function<void(void*, void*)>& move) noexcept;

    std::vector<std::unique_ptr<SizeClass>> classes_;
    std::size_t bytes_in_use_ = 0;
    std::size_t bytes_reserved_ = 0;
    std::size_t holds_ = 0, in_use_before_hold_ = 0;
};

}  // namespace ecs
