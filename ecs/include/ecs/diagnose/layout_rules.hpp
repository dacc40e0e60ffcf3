// Lays out chunks under other rules than the storage's own, for comparison: how many rows fit and where the columns
// lie. A row is an entity id and one value per column. All columns follow the header, one after another.
//
// LayoutRule::Ours equals lay_out_chunk() with columns in order of component ids; tests check it.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ecs/storage/chunk.hpp"

namespace ecs {

enum class LayoutRule : std::uint8_t {
    Ours,        // header of 64 bytes, columns start at multiples of max(16, alignof)
    Naive,       // block / row: no header, no alignment; the usual first estimate
    UnityAlign,  // header of 64 bytes, columns start at multiples of 64
    UnityCap,    // as UnityAlign, with at most 128 rows
};
inline constexpr std::array<LayoutRule, 4> layout_rules{LayoutRule::Ours, LayoutRule::Naive, LayoutRule::UnityAlign,
                                                        LayoutRule::UnityCap};
/// `ours`, `naive`, `unity-64`, `unity-128`
std::string_view name_of(LayoutRule rule);
/// One sentence on the rule.
std::string_view explanation_of(LayoutRule rule);

/// The numbers of a rule, or any others.
struct LayoutTerms {
    std::uint32_t header_bytes = 0;
    std::uint32_t id_bytes = 8;  // of an entity id; more than 0
    std::uint32_t align = 1;     // columns start at multiples of it; more than 0
    std::uint32_t rows_max = 0;  // upper limit of rows; 0: no limit
    bool align_of_type = false;  // columns also start at multiples of the type's alignment, if it is larger
    friend bool operator==(const LayoutTerms&, const LayoutTerms&) = default;
};
LayoutTerms terms_of(LayoutRule rule);

struct LayoutColumn {
    std::string name;
    std::uint32_t size = 0;  // bytes of a value; 0 is a tag, which has no column
    std::uint32_t align = 1;
};
/// The columns that these types need.
std::vector<LayoutColumn> columns_of(std::span<const ComponentType* const> types);

struct RuledLayout {
    /// A column of `capacity` rows: [begin, end), after `padding` bytes that hold nothing.
    struct Place {
        std::size_t column = 0;  // position among the requested columns; entity_ids for the ids
        std::uint32_t begin = 0, end = 0, padding = 0;
    };
    static constexpr std::size_t entity_ids = static_cast<std::size_t>(-1);

    LayoutRule rule = LayoutRule::Ours;  // meaningful only when a rule, not terms, made the layout
    LayoutTerms terms;
    std::uint32_t block_bytes = 0, header_bytes = 0;
    std::uint32_t row_bytes = 0;  // with the id
    std::uint32_t capacity = 0;   // rows
    std::vector<Place> places;    // in order of their offsets, without tags
    std::uint32_t padding = 0;    // sum of the bytes between columns
    std::uint32_t slack = 0;      // bytes behind the last column

    // Why no further row fits: the first column that would end behind the block, or the rule's cap.
    std::size_t full_column = entity_ids;
    std::uint64_t next_begin = 0, next_end = 0;  // where that column would lie with one row more
    bool capped = false;
    std::uint32_t uncapped_capacity = 0;
};

RuledLayout lay_out(LayoutRule rule, std::span<const LayoutColumn> columns,
                    std::uint32_t block_bytes = Chunk::full_bytes);
RuledLayout lay_out(const LayoutTerms& terms, std::span<const LayoutColumn> columns,
                    std::uint32_t block_bytes = Chunk::full_bytes);

/// `453 rows: Health would end at byte 16,388, 4 bytes behind the end of the block`
std::string why_no_more(const RuledLayout& layout, std::span<const LayoutColumn> columns);

}  // namespace ecs
