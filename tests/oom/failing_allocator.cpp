#include "failing_allocator.hpp"

#include <atomic>
#include <cstdlib>
#include <new>

namespace {

thread_local std::size_t until_failure = 0;  // allocations, the failing one included; 0: none fails
thread_local bool all_fail_then = false;
thread_local bool has_failed = false;
std::atomic<std::ptrdiff_t> live{0};

void* allocate(std::size_t bytes, std::size_t align) noexcept {
    if (until_failure > 0 && --until_failure == 0) {
        has_failed = true;
        if (all_fail_then) until_failure = 1;
        return nullptr;
    }
    if (bytes == 0) bytes = 1;
    void* memory = align <= alignof(std::max_align_t) ? std::malloc(bytes)
                                                      : std::aligned_alloc(align, (bytes + align - 1) / align * align);
    if (memory) ++live;
    return memory;
}

void* allocate_or_throw(std::size_t bytes, std::size_t align) {
    if (void* memory = allocate(bytes, align)) return memory;
    throw std::bad_alloc();
}

void release(void* memory) noexcept {
    if (!memory) return;
    --live;
    std::free(memory);
}

constexpr std::size_t plain = alignof(std::max_align_t);
std::size_t number(std::align_val_t align) { return static_cast<std::size_t>(align); }

}  // namespace

namespace test {

AllocationsFail::AllocationsFail(std::size_t first, bool all_after) {
    has_failed = false;
    all_fail_then = all_after;
    until_failure = first;
}

AllocationsFail::~AllocationsFail() { until_failure = 0; }

bool AllocationsFail::happened() { return has_failed; }

std::ptrdiff_t live_allocations() { return live; }

}  // namespace test

void* operator new(std::size_t bytes) { return allocate_or_throw(bytes, plain); }
void* operator new[](std::size_t bytes) { return allocate_or_throw(bytes, plain); }
void* operator new(std::size_t bytes, std::align_val_t align) { return allocate_or_throw(bytes, number(align)); }
void* operator new[](std::size_t bytes, std::align_val_t align) { return allocate_or_throw(bytes, number(align)); }
void* operator new(std::size_t bytes, const std::nothrow_t&) noexcept { return allocate(bytes, plain); }
void* operator new[](std::size_t bytes, const std::nothrow_t&) noexcept { return allocate(bytes, plain); }
void* operator new(std::size_t bytes, std::align_val_t align, const std::nothrow_t&) noexcept {
    return allocate(bytes, number(align));
}
void* operator new[](std::size_t bytes, std::align_val_t align, const std::nothrow_t&) noexcept {
    return allocate(bytes, number(align));
}
void operator delete(void* memory) noexcept { release(memory); }
void operator delete[](void* memory) noexcept { release(memory); }
void operator delete(void* memory, std::size_t) noexcept { release(memory); }
void operator delete[](void* memory, std::size_t) noexcept { release(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { release(memory); }
void operator delete[](void* memory, std::align_val_t) noexcept { release(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { release(memory); }
void operator delete[](void* memory, std::size_t, std::align_val_t) noexcept { release(memory); }
void operator delete(void* memory, const std::nothrow_t&) noexcept { release(memory); }
void operator delete[](void* memory, const std::nothrow_t&) noexcept { release(memory); }
void operator delete(void* memory, std::align_val_t, const std::nothrow_t&) noexcept { release(memory); }
void operator delete[](void* memory, std::align_val_t, const std::nothrow_t&) noexcept { release(memory); }
