#include "panels/chunk_bytes/block_grid.hpp"

#include <algorithm>
#include <cmath>

namespace panels {

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

BlockGrid BlockGrid::whole(std::uint32_t block_bytes, ImVec2 room, float gap_px, float single_gap_px) {
    constexpr std::uint32_t strip_lines_min = 16;
    const auto with_strips = [&](std::uint32_t strips) {
        BlockGrid grid;
        grid.block_bytes = block_bytes;
        const std::uint32_t lines = grid.line_count();
        grid.lines_per_strip = std::max((lines + strips - 1) / strips, 1u);
        grid.gap_px = strips == 1 ? single_gap_px : gap_px;
        const float width = room.x / static_cast<float>(strips) - grid.gap_px;
        grid.byte_px = std::max(width, 1.0f) / static_cast<float>(cache_line_bytes);
        grid.line_px = std::max(room.y, 1.0f) / static_cast<float>(grid.lines_per_strip);
        return grid;
    };
    const auto smaller_side = [](const BlockGrid& grid) { return std::min(grid.byte_px, grid.line_px); };
    BlockGrid best = with_strips(1);
    for (std::uint32_t strips = 2; strips * strip_lines_min <= best.line_count(); strips *= 2) {
        const BlockGrid other = with_strips(strips);
        if (smaller_side(other) <= smaller_side(best)) break;
        best = other;
    }
    return best;
}

std::optional<std::uint32_t> BlockGrid::byte_at(ImVec2 place) const {
    const float y = (place.y - origin.y) / line_px, along = (place.x - origin.x) / pitch();
    if (y < 0 || y >= static_cast<float>(lines_per_strip) || along < 0 || along >= static_cast<float>(strip_count()))
        return std::nullopt;
    const auto strip = static_cast<std::uint32_t>(along);
    const float x = (place.x - strip_left(strip)) / byte_px;
    if (x < 0 || x >= static_cast<float>(bytes_per_line)) return std::nullopt;
    const std::uint32_t line = strip * lines_per_strip + static_cast<std::uint32_t>(y);
    const std::uint32_t byte = line * bytes_per_line + static_cast<std::uint32_t>(x);
    if (byte >= block_bytes) return std::nullopt;
    return byte;
}

ImVec2 BlockGrid::place_of(std::uint32_t byte) const {
    const std::uint32_t line = byte / bytes_per_line;
    return {strip_left(line / lines_per_strip) + static_cast<float>(byte % bytes_per_line) * byte_px,
            origin.y + static_cast<float>(line % lines_per_strip) * line_px};
}

BlockGrid::Areas BlockGrid::areas_in_strip(std::uint32_t begin, std::uint32_t end) const {
    Areas result;
    const std::uint32_t strip = begin / bytes_per_line / lines_per_strip, line_before = strip * lines_per_strip;
    const float left = strip_left(strip);
    const auto add = [&](std::uint32_t first_line, std::uint32_t last_line, std::uint32_t from, std::uint32_t to) {
        const auto x = [&](std::uint32_t in_line) { return left + static_cast<float>(in_line) * byte_px; };
        const auto y = [&](std::uint32_t line) { return origin.y + static_cast<float>(line - line_before) * line_px; };
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
