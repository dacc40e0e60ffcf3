// Describes each byte of a chunk; the storage itself gives the answer. Byte views, the `layout` subcommand and their
// tests draw exactly this. There is no second model of a chunk.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "ecs/storage/archetype.hpp"

namespace ecs {

enum class ByteRole : std::uint8_t {
    Header,
    Entity,   // the id of a row in use
    Field,    // a field of a row in use; the whole component when its type describes no fields
    Padding,  // between columns (no row), and inside the components of rows in use
    Unused,   // rows not in use, and the tail behind the last column
};
/// The word that `layout --json` prints: `header`, `entity`, `field`, `padding`, `unused`.
std::string_view name_of(ByteRole role);

/// One run of bytes with one role. All unused rows of a column are one span, whose row is the first of them. The
/// entity column, the header and the tail have `no_column`.
struct ByteSpan {
    std::uint32_t offset = 0;  // from the start of the block
    std::uint32_t size = 0;    // bytes, never 0
    ByteRole role = ByteRole::Unused;
    int column = no_column;  // position in Archetype::components(); set for padding and unused rows of a column, too
    int field = -1;          // position in ComponentType::fields
    std::int64_t row = -1;   // also set for unused rows; -1 for spans without a row

    friend bool operator==(const ByteSpan&, const ByteSpan&) = default;
};

/// The spans in order of their offsets; they cover the block without gap or overlap. An array or a nested struct is
/// one span. So is a component whose type describes no fields.
std::vector<ByteSpan> describe(const Archetype& archetype, std::size_t chunk_position);

/// The span of describe() that holds one byte. Does not build the list. `offset` must lie in the block.
ByteSpan describe_byte(const Archetype& archetype, std::size_t chunk_position, std::uint32_t offset);

}  // namespace ecs
