// The BlockPool hands out the 64-byte aligned blocks that chunks live in, in powers of two from 256 B up.
//
// Blocks of one size are cut from slabs. A slab whose blocks have all come back is given back too, except one a size,
// so that a world that breathes does not allocate on every breath. Small worlds have small slabs; from 768 KiB on
// slabs are huge pages (see large_array.hpp).
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

    /// Raw memory of `bytes` (a power of two, at least 256), aligned to `align` (a power of two, at least 64) or more.
    /// Throws std::bad_alloc and changes nothing when there is none.
    void* take(std::size_t bytes, std::size_t align = 64);
    void give_back(void* block, std::size_t bytes, std::size_t align = 64) noexcept;

    /// While one lives, slabs whose blocks have all come back stay: what was taken and given back can be taken again
    /// without fail.
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
    /// Bytes taken from the system, slabs that are partly or wholly free included.
    std::size_t bytes_reserved() const { return bytes_reserved_; }
    /// Bytes of the slabs that gather() would give back.
    std::size_t bytes_scattered() const;

    /// Moves blocks out of slabs that the others of their size have room for, and gives these slabs back. Calls `move`
    /// for each such block, which must move what is in it. Should memory run out, nothing has happened.
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
    /// Slabs with blocks in use that the fuller ones of their size have room for.
    static std::vector<std::byte*> surplus_slabs(const SizeClass& size);
    static void empty_slab(SizeClass& size, std::byte* surplus, const std::function<void(void*, void*)>& move) noexcept;

    std::vector<std::unique_ptr<SizeClass>> classes_;
    std::size_t bytes_in_use_ = 0;
    std::size_t bytes_reserved_ = 0;
    std::size_t holds_ = 0, in_use_before_hold_ = 0;
};

}  // namespace ecs
