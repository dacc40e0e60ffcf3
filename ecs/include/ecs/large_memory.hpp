// Memory for things that may become large: chunks and the entity index. From 2 MiB on it is aligned so that the system
// can back it with huge pages, and asks for them: the first touch of a page is most of what creating entities costs
// (1.3 µs per 4 KiB page, 0.3 µs for the same bytes of a huge one). It comes from operator new all the same.
#pragma once

#include <cstddef>

namespace ecs {

inline constexpr std::size_t huge_page_bytes = 2 * 1024 * 1024;

/// Throws std::bad_alloc when there is none.
void* take_large_memory(std::size_t bytes, std::size_t align);
/// With the same size and alignment.
void give_large_memory(void* memory, std::size_t bytes, std::size_t align) noexcept;

/// For std::vector.
template <class T>
struct LargeAllocator {
    using value_type = T;
    LargeAllocator() = default;
    template <class U>
    LargeAllocator(const LargeAllocator<U>&) {}

    T* allocate(std::size_t count) { return static_cast<T*>(take_large_memory(count * sizeof(T), alignof(T))); }
    void deallocate(T* memory, std::size_t count) noexcept { give_large_memory(memory, count * sizeof(T), alignof(T)); }
    friend bool operator==(const LargeAllocator&, const LargeAllocator&) { return true; }
};

}  // namespace ecs
