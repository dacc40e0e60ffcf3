#include "counted_memory.hpp"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <new>

namespace {

CountedMemory counts;

// The size stands in front of the memory, and how far in front the block begins.
struct Front {
    std::size_t bytes, distance;
};

void* give(std::size_t bytes, std::size_t align) {
    const std::size_t distance = std::max(align, sizeof(Front));
    void* const block = std::aligned_alloc(distance, (bytes + distance + distance - 1) / distance * distance);
    if (!block) throw std::bad_alloc();
    auto* const memory = static_cast<std::byte*>(block) + distance;
    const Front front{bytes, distance};
    std::memcpy(memory - sizeof front, &front, sizeof front);
    counts.live_bytes += bytes;
    counts.peak_bytes = std::max(counts.peak_bytes, counts.live_bytes);
    ++counts.allocations;
    return memory;
}

void* give_or_null(std::size_t bytes, std::size_t align) noexcept {
    try {
        return give(bytes, align);
    } catch (const std::bad_alloc&) {
        return nullptr;
    }
}

void take_back(void* memory) noexcept {
    if (!memory) return;
    Front front;
    std::memcpy(&front, static_cast<std::byte*>(memory) - sizeof front, sizeof front);
    counts.live_bytes -= front.bytes;
    std::free(static_cast<std::byte*>(memory) - front.distance);
}

}  // namespace

CountedMemory counted_memory() { return counts; }
void reset_peak() { counts.peak_bytes = counts.live_bytes; }

void* operator new(std::size_t bytes) { return give(bytes, alignof(std::max_align_t)); }
void* operator new[](std::size_t bytes) { return give(bytes, alignof(std::max_align_t)); }
void* operator new(std::size_t bytes, std::align_val_t align) { return give(bytes, static_cast<std::size_t>(align)); }
void* operator new[](std::size_t bytes, std::align_val_t align) { return give(bytes, static_cast<std::size_t>(align)); }
// The library's own would do, but the sanitizers bring others that do not call those above.
void* operator new(std::size_t bytes, const std::nothrow_t&) noexcept {
    return give_or_null(bytes, alignof(std::max_align_t));
}
void* operator new[](std::size_t bytes, const std::nothrow_t&) noexcept {
    return give_or_null(bytes, alignof(std::max_align_t));
}
void* operator new(std::size_t bytes, std::align_val_t align, const std::nothrow_t&) noexcept {
    return give_or_null(bytes, static_cast<std::size_t>(align));
}
void* operator new[](std::size_t bytes, std::align_val_t align, const std::nothrow_t&) noexcept {
    return give_or_null(bytes, static_cast<std::size_t>(align));
}
void operator delete(void* memory) noexcept { take_back(memory); }
void operator delete[](void* memory) noexcept { take_back(memory); }
void operator delete(void* memory, std::size_t) noexcept { take_back(memory); }
void operator delete[](void* memory, std::size_t) noexcept { take_back(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { take_back(memory); }
void operator delete[](void* memory, std::align_val_t) noexcept { take_back(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { take_back(memory); }
void operator delete[](void* memory, std::size_t, std::align_val_t) noexcept { take_back(memory); }
