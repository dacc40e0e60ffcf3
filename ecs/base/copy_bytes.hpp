// Copies a few bytes whose number is known only at run time. The usual sizes of components are inlined, as two copies
// that overlap.
#pragma once

#include <cstddef>
#include <cstring>

namespace ecs {

namespace detail {

// Copies any size from `Bytes` to twice `Bytes`.
template <std::size_t Bytes>
void copy_ends(void* to, const void* from, std::size_t size) {
    struct Block {
        std::byte bytes[Bytes];
    };
    Block first, last;
    std::memcpy(&first, from, Bytes);
    std::memcpy(&last, static_cast<const std::byte*>(from) + (size - Bytes), Bytes);
    std::memcpy(to, &first, Bytes);
    std::memcpy(static_cast<std::byte*>(to) + (size - Bytes), &last, Bytes);
}

}  // namespace detail

inline void copy_bytes(void* to, const void* from, std::size_t size) {
    if (size == 12) {  // three floats: copied apart, because a wide load of floats just written would have to wait
        std::memcpy(to, from, 8);
        std::memcpy(static_cast<std::byte*>(to) + 8, static_cast<const std::byte*>(from) + 8, 4);
        return;
    }
    if (size - 8 <= 8) return detail::copy_ends<8>(to, from, size);
    if (size - 4 <= 4) return detail::copy_ends<4>(to, from, size);
    if (size - 16 <= 16) return detail::copy_ends<16>(to, from, size);
    std::memcpy(to, from, size);
}

}  // namespace ecs
