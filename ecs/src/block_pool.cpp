#include "ecs/block_pool.hpp"

#include <algorithm>
#include <new>

#include "ecs/large_array.hpp"

namespace ecs {

namespace {

constexpr std::size_t small_slab_bytes = 16 * 1024;  // of blocks smaller than that
constexpr std::size_t slab_bytes = 256 * 1024;
constexpr std::size_t large_from_bytes = 768 * 1024;  // in use, before slabs are huge pages

}  // namespace

BlockPool::~BlockPool() {
    for (const auto& size : classes_)
        for (const auto& [memory, slab] : size->slabs) give_large_memory(memory, slab.bytes, size->align);
}

BlockPool::SizeClass& BlockPool::size_class(std::size_t bytes, std::size_t align) {
    for (const auto& size : classes_)
        if (size->block_bytes == bytes && size->align == align) return *size;
    auto size = std::make_unique<SizeClass>();
    size->block_bytes = bytes;
    size->align = align;
    classes_.push_back(std::move(size));
    return *classes_.back();
}

void BlockPool::add_slab(SizeClass& size) {
    Slab slab;
    slab.bytes = size.block_bytes < small_slab_bytes ? small_slab_bytes
                 : bytes_in_use_ < large_from_bytes  ? slab_bytes
                                                     : huge_page_bytes;
    const std::size_t blocks = std::max<std::size_t>(1, slab.bytes / size.block_bytes);
    slab.bytes = blocks * size.block_bytes;
    slab.free.reserve(blocks);
    for (std::size_t i = blocks; i > 0; --i) slab.free.push_back(static_cast<std::uint32_t>(i - 1));
    // No give_back may ever have to allocate: each slab stands in `with_room` at most once.
    if (size.with_room.capacity() <= size.slabs.size()) size.with_room.reserve(2 * size.slabs.size() + 1);
    slab.memory = static_cast<std::byte*>(take_large_memory(slab.bytes, size.align));
    try {
        size.slabs.emplace(slab.memory, slab);
    } catch (...) {
        give_large_memory(slab.memory, slab.bytes, size.align);
        throw;
    }
    size.with_room.push_back(slab.memory);
    ++size.empty_slabs;
    bytes_reserved_ += slab.bytes;
}

void* BlockPool::take(std::size_t bytes, std::size_t align) {
    SizeClass& size = size_class(bytes, align);
    if (size.with_room.empty()) add_slab(size);
    Slab& slab = size.slabs.find(size.with_room.back())->second;
    if (slab.used++ == 0) --size.empty_slabs;
    const std::uint32_t block = slab.free.back();
    slab.free.pop_back();
    if (slab.free.empty()) size.with_room.pop_back();
    bytes_in_use_ += bytes;
    return slab.memory + std::size_t{block} * bytes;
}

void BlockPool::give_back(void* block, std::size_t bytes, std::size_t align) noexcept {
    SizeClass& size = size_class(bytes, align);
    auto* address = static_cast<std::byte*>(block);
    const auto found = std::prev(size.slabs.upper_bound(address));
    Slab& slab = found->second;
    if (slab.free.empty()) size.with_room.push_back(slab.memory);
    slab.free.push_back(static_cast<std::uint32_t>(static_cast<std::size_t>(address - slab.memory) / bytes));
    bytes_in_use_ -= bytes;
    if (--slab.used > 0) return;
    if (++size.empty_slabs == 1) return;  // kept against churn
    --size.empty_slabs;
    bytes_reserved_ -= slab.bytes;
    size.with_room.erase(std::find(size.with_room.begin(), size.with_room.end(), slab.memory));
    give_large_memory(slab.memory, slab.bytes, size.align);
    size.slabs.erase(found);
}

}  // namespace ecs
