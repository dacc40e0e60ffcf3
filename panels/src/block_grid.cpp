#include "panels/block_grid.hpp"

#include <algorithm>
#include <cmath>

namespace panels {

namespace {
constexpr std::uint32_t bytes_per_line_max = 1024;
}

std::vector<ChunkRun> runs_of(const ecs::Archetype& archetype, std::size_t chunk_position) {
    using ecs::ByteRole;
    const ecs::Chunk& chunk = archetype.chunk(chunk_position);
    const ecs::ChunkLayout& layout = archetype.layout();
    std::vector<ChunkRun> runs;
    std::uint32_t end = 0;
    const auto add = [&](std::uint32_t until, ByteRole role, int column) {
        if (until <= end) return;
        runs.push_back({end, until, role, column});
        end = until;
    };
    const auto add_column = [&](std::uint32_t begin, std::uint32_t row_bytes, ByteRole role, int column) {
        add(begin, ByteRole::Padding, column);
        add(begin + chunk.rows * row_bytes, role, column);
        add(begin + layout.capacity * row_bytes, ByteRole::Unused, column);
    };
    add(ecs::Chunk::header_bytes, ByteRole::Header, ecs::no_column);
    add_column(ecs::Chunk::header_bytes, sizeof(ecs::Entity), ByteRole::Entity, ecs::no_column);
    for (std::size_t column = 0; column < layout.offsets.size(); ++column)
        if (layout.offsets[column] != ecs::no_offset)
            add_column(layout.offsets[column], archetype.types()[column]->size, ByteRole::Field,
                       static_cast<int>(column));
    add(chunk.block_bytes, ByteRole::Unused, ecs::no_column);
    return runs;
}

ByteRange cell_bytes(const ecs::Archetype& archetype, int column, std::uint32_t row) {
    std::uint32_t begin = ecs::Chunk::header_bytes, size = sizeof(ecs::Entity);
    if (column != ecs::no_column) {
        begin = archetype.layout().offsets[static_cast<std::size_t>(column)];
        size = archetype.types()[static_cast<std::size_t>(column)]->size;
        if (begin == ecs::no_offset) return {};
    }
    return {begin + row * size, begin + (row + 1) * size};
}

BlockGrid BlockGrid::fit(std::uint32_t block_bytes, ImVec2 origin, ImVec2 room, float line_px_min, float byte_px_max) {
    BlockGrid grid;
    grid.block_bytes = block_bytes;
    grid.origin = origin;
    // A line holds four times as many bytes as there are lines: 256 of them for 16 KiB.
    grid.bytes_per_line = 16;
    while (grid.bytes_per_line * grid.bytes_per_line < block_bytes * 4) grid.bytes_per_line *= 2;
    grid.bytes_per_line = std::min(grid.bytes_per_line, bytes_per_line_max);
    const auto too_high = [&] { return static_cast<float>(grid.line_count()) * line_px_min > room.y; };
    while (too_high() && grid.bytes_per_line < bytes_per_line_max &&
           room.x >= static_cast<float>(grid.bytes_per_line))  // half a pixel a byte, at least
        grid.bytes_per_line *= 2;

    constexpr float line_px_max_share = 1.25f;  // of the widest byte: lines of a small block do not become towers
    const float fitting = std::floor(room.y / static_cast<float>(std::max(grid.line_count(), 1u)));
    grid.line_px = std::max(line_px_min, std::min(fitting, std::floor(byte_px_max * line_px_max_share)));
    grid.byte_px = std::clamp(room.x / static_cast<float>(grid.bytes_per_line), 0.25f, byte_px_max);
    return grid;
}

std::optional<std::uint32_t> BlockGrid::byte_at(ImVec2 place) const {
    const float x = (place.x - origin.x) / byte_px, y = (place.y - origin.y) / line_px;
    if (x < 0 || y < 0 || x >= static_cast<float>(bytes_per_line) || y >= static_cast<float>(line_count()))
        return std::nullopt;
    const std::uint32_t byte = static_cast<std::uint32_t>(y) * bytes_per_line + static_cast<std::uint32_t>(x);
    if (byte >= block_bytes) return std::nullopt;
    return byte;
}

ImVec2 BlockGrid::place_of(std::uint32_t byte) const {
    return {origin.x + static_cast<float>(byte % bytes_per_line) * byte_px,
            origin.y + static_cast<float>(byte / bytes_per_line) * line_px};
}

BlockGrid::Areas BlockGrid::areas_of(std::uint32_t begin, std::uint32_t end) const {
    Areas result;
    if (begin >= end) return result;
    const auto add = [&](std::uint32_t first_line, std::uint32_t last_line, std::uint32_t from, std::uint32_t to) {
        const auto x = [&](std::uint32_t in_line) { return origin.x + static_cast<float>(in_line) * byte_px; };
        const auto y = [&](std::uint32_t line) { return origin.y + static_cast<float>(line) * line_px; };
        result.areas[static_cast<std::size_t>(result.count++)] = {{x(from), y(first_line)}, {x(to), y(last_line + 1)}};
    };
    const std::uint32_t first = begin / bytes_per_line, last = (end - 1) / bytes_per_line;
    const std::uint32_t from = begin % bytes_per_line, to = (end - 1) % bytes_per_line + 1;
    if (first == last) {
        add(first, first, from, to);
        return result;
    }
    const bool starts_within = from != 0, ends_within = to != bytes_per_line;
    if (starts_within) add(first, first, from, bytes_per_line);
    const std::uint32_t whole_first = first + (starts_within ? 1 : 0);
    const std::uint32_t whole_end = last + (ends_within ? 0 : 1);
    if (whole_first < whole_end) add(whole_first, whole_end - 1, 0, bytes_per_line);
    if (ends_within) add(last, last, 0, to);
    return result;
}

}  // namespace panels
