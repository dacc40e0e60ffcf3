#include "ecs/base/zeroed_array.hpp"

#include <cstdint>
#include <new>

#include "ecs/base/large_array.hpp"

#ifdef __linux__
#include <sys/mman.h>
#endif

namespace ecs {

namespace {

constexpr std::size_t page_bytes = 4096;

bool is_zero(const std::byte* bytes, std::size_t count) {
    return count == 0 || (bytes[0] == std::byte{0} && std::memcmp(bytes, bytes + 1, count - 1) == 0);
}

/// Calls visit(offset, bytes) for pieces that end at the page boundaries of `from`.
template <class Visit>
void each_page(const void* from, std::size_t bytes, Visit&& visit) {
    std::size_t ahead = page_bytes - reinterpret_cast<std::uintptr_t>(from) % page_bytes;
    for (std::size_t at = 0; at < bytes; ahead = page_bytes) {
        const std::size_t piece = std::min(ahead, bytes - at);
        visit(at, piece);
        at += piece;
    }
}

#ifdef __linux__

std::size_t mapped_bytes(std::size_t bytes) {
    return (bytes + huge_page_bytes - 1) / huge_page_bytes * huge_page_bytes;
}

/// Aligned so that the system can back the memory with huge pages.
void* map_zeros(std::size_t bytes, Filling filling) {
    const std::size_t wanted = mapped_bytes(bytes), more = wanted + huge_page_bytes;
    void* const mapped =
        mmap(nullptr, more, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (mapped == MAP_FAILED) throw std::bad_alloc();
    auto* const first = static_cast<std::byte*>(mapped);
    const std::size_t before =
        (huge_page_bytes - reinterpret_cast<std::uintptr_t>(first) % huge_page_bytes) % huge_page_bytes;
    if (before > 0) munmap(first, before);
    munmap(first + before + wanted, huge_page_bytes - before);
    // Only hints. A sparse table must not pay a huge page for each lone entry.
    static_cast<void>(madvise(first + before, wanted, filling == Filling::Dense ? MADV_HUGEPAGE : MADV_NOHUGEPAGE));
    return first + before;
}

#endif

}  // namespace

void* take_zeroed_memory(std::size_t bytes, [[maybe_unused]] Filling filling) {
#ifdef __linux__
    if (bytes >= huge_page_bytes) return map_zeros(bytes, filling);
#endif
    void* const memory = ::operator new(bytes);
    std::memset(memory, 0, bytes);
    return memory;
}

void give_zeroed_memory(void* memory, [[maybe_unused]] std::size_t bytes) noexcept {
#ifdef __linux__
    if (bytes >= huge_page_bytes) {
        munmap(memory, mapped_bytes(bytes));
        return;
    }
#endif
    ::operator delete(memory);
}

void copy_over_zeros(void* to, const void* from, std::size_t bytes) noexcept {
    auto* const target = static_cast<std::byte*>(to);
    const auto* const source = static_cast<const std::byte*>(from);
    each_page(from, bytes, [&](std::size_t at, std::size_t piece) {
        if (!is_zero(source + at, piece)) std::memcpy(target + at, source + at, piece);
    });
}

void write_zeros(void* to, std::size_t bytes) noexcept {
    auto* const target = static_cast<std::byte*>(to);
    each_page(to, bytes, [&](std::size_t at, std::size_t piece) {
        if (!is_zero(target + at, piece)) std::memset(target + at, 0, piece);
    });
}

std::size_t bytes_beside_zeros(const void* memory, std::size_t bytes) noexcept {
    const auto* const from = static_cast<const std::byte*>(memory);
    std::size_t sum = 0;
    each_page(memory, bytes, [&](std::size_t at, std::size_t piece) {
        if (!is_zero(from + at, piece)) sum += piece;
    });
    return sum;
}

std::size_t zeros_at(const void* memory, std::size_t bytes) noexcept {
    const auto* const from = static_cast<const std::byte*>(memory);
    std::size_t at = 0;
    while (at < bytes && is_zero(from + at, std::min(page_bytes, bytes - at))) at += std::min(page_bytes, bytes - at);
    while (at < bytes && from[at] == std::byte{0}) ++at;
    return at;
}

}  // namespace ecs
