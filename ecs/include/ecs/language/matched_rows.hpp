// MatchedRows are what a query found in one chunk, one byte a row:
//
//     entities │ 12v3 │ 13v0 │ 14v0 │ ...
//     matched  │    0 │    1 │    0 │ ...   null: all of them match
//
// They point into the world and into the query, and hold until either is used again.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "ecs/base/entity.hpp"

namespace ecs {

struct MatchedRows {
    std::size_t archetype = 0, chunk = 0;  // position in TextQuery::archetypes(), and in it
    const Entity* entities = nullptr;
    const std::uint8_t* matched = nullptr;
    std::size_t rows = 0;

    /// Calls `visit(Entity)` for each match. Eight rows are passed over at once where none matches.
    template <class F>
    void each(F&& visit) const {
        std::size_t i = 0;
        for (; matched != nullptr && i + 8 <= rows; i += 8) {
            std::uint64_t eight = 0;
            std::memcpy(&eight, matched + i, sizeof eight);
            if constexpr (std::endian::native == std::endian::little) {
                for (; eight != 0; eight &= eight - 1)
                    visit(entities[i + static_cast<std::size_t>(std::countr_zero(eight)) / 8]);
            } else if (eight != 0) {
                for (std::size_t k = i; k < i + 8; ++k)
                    if (matched[k] != 0) visit(entities[k]);
            }
        }
        for (; i < rows; ++i)
            if (matched == nullptr || matched[i] != 0) visit(entities[i]);
    }
};

}  // namespace ecs
