// The bodies of join_loop.hpp, for the two sources that instantiate them.
#pragma once

#include "ecs/lab/bench/join_loop.hpp"

namespace ecs::lab {

template <Vectoriser vectoriser>
std::uint64_t add_columns(float* to, const float* from, std::uint64_t rows) {
    for (std::uint64_t i = 0; i < 3 * rows; ++i) to[i] += from[i];
    return rows;
}

template <Vectoriser vectoriser>
std::uint64_t add_options(std::byte* to, const std::byte* from, std::uint64_t length) {
    constexpr std::size_t stride = 16, tag_bytes = 4;
    std::uint64_t visited = 0;
    for (std::uint64_t i = 0; i < length; ++i, to += stride, from += stride) {
        if (*to == std::byte{0} || *from == std::byte{0}) continue;
        auto* const value = reinterpret_cast<float*>(to + tag_bytes);
        const auto* const more = reinterpret_cast<const float*>(from + tag_bytes);
        for (int k = 0; k < 3; ++k) value[k] += more[k];
        ++visited;
    }
    return visited;
}

}  // namespace ecs::lab
