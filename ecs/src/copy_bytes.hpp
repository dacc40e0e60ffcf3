// Copies of a few bytes whose number is known only at run time: the sizes that components mostly have are inlined.
#pragma once

#include <cstddef>
#include <cstring>

namespace ecs {

inline void copy_bytes(void* to, const void* from, std::size_t size) {
    switch (size) {
        case 4:
            std::memcpy(to, from, 4);
            return;
        case 8:
            std::memcpy(to, from, 8);
            return;
        case 12:
            std::memcpy(to, from, 12);
            return;
        case 16:
            std::memcpy(to, from, 16);
            return;
        case 24:
            std::memcpy(to, from, 24);
            return;
        case 32:
            std::memcpy(to, from, 32);
            return;
        default:
            std::memcpy(to, from, size);
    }
}

}  // namespace ecs
