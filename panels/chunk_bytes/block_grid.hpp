// Where the bytes of a block stand on the screen: a BlockGrid wraps them into lines, at true proportions; runs_of says
// which of them belong together, from the archetype's own layout. Both ways (byte to place, place to byte) are exact.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "ecs/diagnose/describe.hpp"
#include "panels/base/patterns.hpp"

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

/// Lines of bytes in strips that stand side by side. At 64 bytes a line and 64 lines a strip, each line is one cache
/// line and each strip 4 KiB.
struct BlockGrid {
    static constexpr std::uint32_t cache_line_bytes = 64;

    std::uint32_t block_bytes = 0, bytes_per_line = cache_line_bytes, lines_per_strip = 1;
    ImVec2 origin;  // of the gap before the first strip
    float byte_px = 1, line_px = 1, gap_px = 0;

    /// The whole block in `room`, each line one cache line, in as many strips as let its bytes be largest.
    static BlockGrid whole(std::uint32_t block_bytes, ImVec2 room, float gap_px, float single_gap_px);

    std::uint32_t line_count() const { return (block_bytes + bytes_per_line - 1) / bytes_per_line; }
    std::uint32_t strip_count() const { return (line_count() + lines_per_strip - 1) / lines_per_strip; }
    float strip_width() const { return byte_px * static_cast<float>(bytes_per_line); }
    float pitch() const { return gap_px + strip_width(); }
    /// Where the bytes of a strip begin.
    float strip_left(std::uint32_t strip) const { return origin.x + static_cast<float>(strip) * pitch() + gap_px; }
    ImVec2 size() const {
        return {pitch() * static_cast<float>(strip_count()),
                line_px * static_cast<float>(std::min(lines_per_strip, line_count()))};
    }
    /// The byte that is drawn at this place of the screen.
    std::optional<std::uint32_t> byte_at(ImVec2 place) const;
    /// Upper left corner of a byte.
    ImVec2 place_of(std::uint32_t byte) const;

    /// Calls visit(area) for what [begin, end) covers: in each strip the end of a line, whole lines, and the start of
    /// a line, as far as there are any.
    template <class F>
    void each_area(std::uint32_t begin, std::uint32_t end, F&& visit) const {
        const std::uint32_t strip_bytes = bytes_per_line * lines_per_strip;
        while (begin < end) {
            const std::uint32_t stop = std::min(end, (begin / strip_bytes + 1) * strip_bytes);
            for (const Area& area : areas_in_strip(begin, stop)) visit(area);
            begin = stop;
        }
    }

private:
    struct Areas {
        std::array<Area, 3> areas;
        int count = 0;
        const Area* begin() const { return areas.data(); }
        const Area* end() const { return areas.data() + count; }
    };
    Areas areas_in_strip(std::uint32_t begin, std::uint32_t end) const;
};

}  // namespace panels
