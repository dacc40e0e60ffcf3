// What each byte of a chunk is, as the storage itself says it. Byte views, the `layout` command and their tests draw
// exactly this; there is no second model of a chunk anywhere.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "ecs/storage/archetype.hpp"

namespace ecs {

enum class ByteRole : std::uint8_t {
    Header,
    Entity,   // the id of a row in use
    Field,    // a field of a row in use; a whole component when its type describes no fields
    Padding,  // between columns (no row), and inside the components of rows in use
    Unused,   // rows not in use, and the tail behind the last column
};
/// The word that `layout --json` prints: `header`, `entity`, `field`, `padding`, `unused`.
std::string_view name_of(ByteRole role);

/// The rows of a column that are not in use are one span, whose row is the first of them. The entity column is
/// `no_column`, as are header and tail.
struct ByteSpan {
    std::uint32_t offset = 0;  // from the start of the block
    std::uint32_t size = 0;    // bytes, never 0
    ByteRole role = ByteRole::Unused;
    int column = no_column;  // position in Archetype::components(); also of the padding and unused rows of a column
    int field = -1;          // position in ComponentType::fields
    std::int64_t row = -1;   // in use or not; -1 where it does not apply

    friend bool operator==(const ByteSpan&, const ByteSpan&) = default;
};

/// Spans in the order of their offsets; they tile the block without gap or overlap. An array or nested struct is one
/// span, as is the whole component when its type describes no fields.
std::vector<ByteSpan> describe(const Archetype& archetype, std::size_t chunk_position);

/// The span of describe() that holds one byte, found without building the list. `offset` must lie in the block.
ByteSpan describe_byte(const Archetype& archetype, std::size_t chunk_position, std::uint32_t offset);

}  // namespace ecs
