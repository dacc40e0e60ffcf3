// Where the bytes of a block stand on the screen: a BlockGrid wraps them into lines, at true proportions; runs_of says
// which of them belong together, from the archetype's own layout. Both ways (byte to place, place to byte) are exact.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "ecs/describe.hpp"
#include "panels/patterns.hpp"

namespace panels {

/// Neighbouring bytes of one role and column: what ecs::describe says row by row, merged.
struct ChunkRun {
    std::uint32_t begin = 0, end = 0;
    ecs::ByteRole role = ecs::ByteRole::Unused;
    int column = ecs::no_column;  // as ByteSpan has it

    friend bool operator==(const ChunkRun&, const ChunkRun&) = default;
};
/// They tile the block; padding inside of components counts to their column.
std::vector<ChunkRun> runs_of(const ecs::Archetype& archetype, std::size_t chunk_position);

/// Bytes of one row in one column (no_column: the entity column); empty for tags.
struct ByteRange {
    std::uint32_t begin = 0, end = 0;
};
ByteRange cell_bytes(const ecs::Archetype& archetype, int column, std::uint32_t row);

struct BlockGrid {
    std::uint32_t block_bytes = 0, bytes_per_line = 1;
    ImVec2 origin;
    float byte_px = 1, line_px = 1;

    /// As many bytes a line as make lines at least `line_px_min` high in the room there is, but not more than 1024.
    static BlockGrid fit(std::uint32_t block_bytes, ImVec2 origin, ImVec2 room, float line_px_min, float byte_px_max);

    std::uint32_t line_count() const { return (block_bytes + bytes_per_line - 1) / bytes_per_line; }
    ImVec2 size() const {
        return {byte_px * static_cast<float>(bytes_per_line), line_px * static_cast<float>(line_count())};
    }
    /// The byte that is drawn at this place of the screen.
    std::optional<std::uint32_t> byte_at(ImVec2 place) const;
    /// Upper left corner of a byte.
    ImVec2 place_of(std::uint32_t byte) const;

    /// What [begin, end) covers: the end of a line, whole lines, and the start of a line, as far as there are any.
    struct Areas {
        std::array<Area, 3> areas;
        int count = 0;
        const Area* begin() const { return areas.data(); }
        const Area* end() const { return areas.data() + count; }
    };
    Areas areas_of(std::uint32_t begin, std::uint32_t end) const;
};

}  // namespace panels
