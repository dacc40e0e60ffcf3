#include "ecs/storage/block_pool.hpp"

#include <algorithm>
#include <new>

#include "ecs/base/large_array.hpp"

namespace ecs {

namespace {

constexpr std::size_t small_slab_bytes = 16 * 1024;  // for blocks smaller than this
constexpr std::size_t slab_bytes = 256 * 1024;
constexpr std::size_t large_from_bytes = 768 * 1024;  // bytes in use from which slabs are huge pages

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
    // Memory taken during a Hold mostly goes back: a large slab for it would stay nearly empty.
    const std::size_t in_use = holds_ > 0 ? in_use_before_hold_ : bytes_in_use_;
    Slab slab;
    slab.bytes = size.block_bytes < small_slab_bytes ? small_slab_bytes
                 : in_use < large_from_bytes         ? slab_bytes
                                                     : huge_page_bytes;
    const std::size_t blocks = std::max<std::size_t>(1, slab.bytes / size.block_bytes);
    slab.bytes = blocks * size.block_bytes;
    slab.free.reserve(blocks);
    for (std::size_t i = blocks; i > 0; --i) slab.free.push_back(static_cast<std::uint32_t>(i - 1));
    // give_back must never allocate: each slab stands in `with_room` at most once.
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
    if (++size.empty_slabs == 1 || holds_ > 0) return;  // one empty slab is kept, against repeated allocation
    drop_slab(size, found);
}

void BlockPool::drop_slab(SizeClass& size, std::map<std::byte*, Slab>::iterator slab) noexcept {
    const auto& [memory, dropped] = *slab;
    --size.empty_slabs;
    bytes_reserved_ -= dropped.bytes;
    size.with_room.erase(std::find(size.with_room.begin(), size.with_room.end(), memory));
    give_large_memory(memory, dropped.bytes, size.align);
    size.slabs.erase(slab);
}

void BlockPool::drop_surplus_slabs() noexcept {
    for (const auto& size : classes_) {
        for (auto slab = size->slabs.begin(); slab != size->slabs.end() && size->empty_slabs > 1;) {
            const auto next = std::next(slab);
            if (slab->second.used == 0) drop_slab(*size, slab);
            slab = next;
        }
    }
}

std::vector<std::byte*> BlockPool::surplus_slabs(const SizeClass& size) {
    std::vector<const Slab*> slabs;
    std::size_t used = 0;
    for (const auto& [memory, slab] : size.slabs) {
        if (slab.used > 0) slabs.push_back(&slab);
        used += slab.used;
    }
    std::stable_sort(slabs.begin(), slabs.end(), [](const Slab* a, const Slab* b) { return a->used > b->used; });
    std::vector<std::byte*> surplus;
    std::size_t room = 0;
    for (const Slab* slab : slabs) {
        if (room >= used) surplus.push_back(slab->memory);
        room += slab->used + slab->free.size();
    }
    return surplus;
}

std::size_t BlockPool::bytes_scattered() const {
    std::size_t bytes = 0;
    for (const auto& size : classes_)
        for (std::byte* memory : surplus_slabs(*size)) bytes += size->slabs.find(memory)->second.bytes;
    return bytes;
}

// The slabs that stay are the last ones in with_room, and have room for all blocks of the others.
void BlockPool::empty_slab(SizeClass& size, std::byte* surplus,
                           const std::function<void(void*, void*)>& move) noexcept {
    Slab& slab = size.slabs.find(surplus)->second;
    const auto blocks = static_cast<std::uint32_t>(slab.used + slab.free.size());
    std::sort(slab.free.begin(), slab.free.end());
    auto next_free = slab.free.begin();
    for (std::uint32_t block = 0; block < blocks; ++block) {
        if (next_free != slab.free.end() && *next_free == block) {
            ++next_free;
            continue;
        }
        Slab& target = size.slabs.find(size.with_room.back())->second;
        if (target.used++ == 0) --size.empty_slabs;
        move(slab.memory + std::size_t{block} * size.block_bytes,
             target.memory + std::size_t{target.free.back()} * size.block_bytes);
        target.free.pop_back();
        if (target.free.empty()) size.with_room.pop_back();
    }
    give_large_memory(slab.memory, slab.bytes, size.align);
    size.slabs.erase(surplus);
}

void BlockPool::gather(const std::function<void(void*, void*)>& move) {
    std::vector<std::vector<std::byte*>> surplus;
    surplus.reserve(classes_.size());
    for (const auto& size : classes_) surplus.push_back(surplus_slabs(*size));
    for (std::size_t c = 0; c < classes_.size(); ++c) {
        SizeClass& size = *classes_[c];
        std::vector<std::byte*>& leaving = surplus[c];
        if (leaving.empty()) continue;
        // The fullest slab last, because take() takes from there. An empty slab stays as it is, against repeated
        // allocation.
        std::erase_if(size.with_room, [&](std::byte* memory) {
            return std::find(leaving.begin(), leaving.end(), memory) != leaving.end();
        });
        std::sort(size.with_room.begin(), size.with_room.end(), [&](std::byte* a, std::byte* b) {
            return size.slabs.find(a)->second.used < size.slabs.find(b)->second.used;
        });
        for (std::byte* memory : leaving) {
            bytes_reserved_ -= size.slabs.find(memory)->second.bytes;
            empty_slab(size, memory, move);
        }
    }
}

}  // namespace ecs
