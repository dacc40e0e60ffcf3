#include "ecs/base/large_array.hpp"

#include <algorithm>
#include <new>

#ifdef __linux__
#include <sys/mman.h>
#endif

namespace ecs {

namespace {

std::align_val_t alignment(std::size_t bytes, std::size_t align) {
    return std::align_val_t{
        std::max({align, alignof(std::max_align_t), bytes >= huge_page_bytes ? huge_page_bytes : 1})};
}

}  // namespace

void* take_large_memory(std::size_t bytes, std::size_t align) {
    void* memory = ::operator new(bytes, alignment(bytes, align));
#ifdef MADV_HUGEPAGE
    // Only a hint: if the system has no huge pages, small ones serve.
    if (bytes >= huge_page_bytes) static_cast<void>(madvise(memory, bytes, MADV_HUGEPAGE));
#endif
    return memory;
}

void give_large_memory(void* memory, std::size_t bytes, std::size_t align) noexcept {
    ::operator delete(memory, alignment(bytes, align));
}

}  // namespace ecs
