#include "meter.hpp"

#if defined(__APPLE__)
#include <malloc/malloc.h>
#else
#include <malloc.h>
#endif

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <ctime>
#include <new>

namespace {

// Counted for the whole program: a relaxed addition an allocation, which both sides of a row pay alike.
std::atomic<std::size_t> live_bytes{0};

/// What the allocator really set aside, its rounding included.
std::size_t size_of(void* memory) {
#if defined(__APPLE__)
    return malloc_size(memory);
#else
    return malloc_usable_size(memory);
#endif
}

void* counted(void* memory) {
    if (!memory) throw std::bad_alloc();
    live_bytes.fetch_add(size_of(memory), std::memory_order_relaxed);
    return memory;
}

void give_back(void* memory) noexcept {
    if (!memory) return;
    live_bytes.fetch_sub(size_of(memory), std::memory_order_relaxed);
    std::free(memory);
}

void* allocate(std::size_t size) noexcept { return std::malloc(std::max<std::size_t>(size, 1)); }

}  // namespace

// All that programs call are here: memory of one that was left to the library would not be taken from `live_bytes`, and
// a sanitizer would find it given back by the wrong hand.
void* operator new(std::size_t size) { return counted(allocate(size)); }
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
    void* const memory = allocate(size);
    return memory ? counted(memory) : nullptr;
}
void* operator new(std::size_t size, std::align_val_t alignment) {
    const auto align = static_cast<std::size_t>(alignment);
    return counted(std::aligned_alloc(align, (std::max<std::size_t>(size, 1) + align - 1) / align * align));
}
void* operator new[](std::size_t size) { return operator new(size); }
void* operator new[](std::size_t size, const std::nothrow_t& none) noexcept { return operator new(size, none); }
void operator delete[](void* memory) noexcept { give_back(memory); }
void operator delete[](void* memory, std::size_t) noexcept { give_back(memory); }
void operator delete(void* memory) noexcept { give_back(memory); }
void operator delete(void* memory, std::size_t) noexcept { give_back(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { give_back(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { give_back(memory); }

namespace bench {

std::size_t allocated_bytes() { return live_bytes.load(std::memory_order_relaxed); }

double read(Meter meter) {
    switch (meter) {
        case Meter::CpuTime: {
            std::timespec now{};
            clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
            return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
        }
        case Meter::WallTime:
            return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
        case Meter::Memory:
            return static_cast<double>(allocated_bytes());
        case Meter::Ticks:
            break;
    }
    return 0;
}

void give_back_freed_memory() {
#if defined(__GLIBC__)
    malloc_trim(0);
#endif
}

double cost_of_reading(Meter meter) {
    std::array<double, 101> costs{};
    for (double& cost : costs) {
        const double before = read(meter);
        cost = read(meter) - before;
    }
    std::nth_element(costs.begin(), costs.begin() + costs.size() / 2, costs.end());
    return costs[costs.size() / 2];
}

}  // namespace bench
