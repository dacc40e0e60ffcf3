// The tooltip of one byte of a chunk: its entity, its value, its hex digits, its place and whether it changed.
#pragma once

#include <array>
#include <string>

#include "panels/chunk_bytes/chunk_changes.hpp"
#include "panels/chunk_bytes/chunk_in_view.hpp"

namespace panels {

/// One number of the header of a block.
struct HeaderPart {
    const char* name = "";
    ByteRange bytes;
    std::string value;
};
std::array<HeaderPart, 8> header_parts(const ecs::Chunk& block);

/// The value that the bytes of a span form: `12.50 m`, `12v3`. Empty when the span has no value.
std::string value_of_span(const ChunkInView& in, const ecs::ByteSpan& span);

/// The content of a tooltip.
void byte_tooltip(const ChunkInView& in, const ChunkChanges& changes, const ecs::ByteSpan& span, std::uint32_t byte);

}  // namespace panels
