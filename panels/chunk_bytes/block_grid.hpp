// Places the bytes of a block on the screen: a BlockGrid wraps them into lines, at true proportions; runs_of() groups
// them by the archetype's own layout. Both directions (byte to place, place to byte) are exact.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "ecs/diagnose/describe.hpp"
#include "panels/base/patterns.hpp"

namespace panels {

/// Neighbouring bytes of one role and column: the spans of ecs::describe, merged over rows.
struct ChunkRun {
    std::uint32_t begin = 0, end = 0;
    ecs::ByteRole role = ecs::ByteRole::Unused;
    int column = ecs::no_column;  // as in ByteSpan

    friend bool operator==(const ChunkRun&, const ChunkRun&) = default;
};
/// The runs cover the block. Padding inside of components belongs to their column.
std::vector<ChunkRun> runs_of(const ecs::Archetype& archetype, std::size_t chunk_position);

/// The bytes of one row in one column (no_column: the entity column); empty for tags.
struct ByteRange {
    std::uint32_t begin = 0, end = 0;
};
ByteRange cell_bytes(const ecs::Archetype& archetype, int column, std::uint32_t row);

/// Lines of bytes in strips that lie side by side. With 64 bytes per line and 64 lines per strip, a line is a cache
/// line and a strip has 4 KiB.
struct BlockGrid {
    static constexpr std::uint32_t cache_line_bytes = 64;

    std::uint32_t block_bytes = 0, bytes_per_line = cache_line_bytes, lines_per_strip = 1;
    ImVec2 origin;  // of the gap before the first strip
    float byte_px = 1, line_px = 1, gap_px = 0;

    /// The whole block in `room`: one cache line per line, in the number of strips that makes bytes largest.
    static BlockGrid whole(std::uint32_t block_bytes, ImVec2 room, float gap_px, float single_gap_px);

    std::uint32_t line_count() const { return (block_bytes + bytes_per_line - 1) / bytes_per_line; }
    std::uint32_t strip_count() const { return (line_count() + lines_per_strip - 1) / lines_per_strip; }
    float strip_width() const { return byte_px * static_cast<float>(bytes_per_line); }
    float pitch() const { return gap_px + strip_width(); }
    /// Left edge of the bytes of a strip.
    float strip_left(std::uint32_t strip) const { return origin.x + static_cast<float>(strip) * pitch() + gap_px; }
    ImVec2 size() const {
        return {pitch() * static_cast<float>(strip_count()),
                line_px * static_cast<float>(std::min(lines_per_strip, line_count()))};
    }
    /// The byte drawn at this place of the screen.
    std::optional<std::uint32_t> byte_at(ImVec2 place) const;
    /// Upper left corner of a byte.
    ImVec2 place_of(std::uint32_t byte) const;

    /// Calls visit(area) for the areas of [begin, end) in each strip: the rest of a first line, whole lines, and the
    /// start of a last line.
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
