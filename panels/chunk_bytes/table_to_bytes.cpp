#include "panels/chunk_bytes/table_to_bytes.hpp"
#include "panels/widgets/tween.hpp"

namespace panels {

namespace {

/// The part of a cell that some of its bytes take.
Area share_of(const Area& cell, ByteRange whole, ByteRange part) {
    const float each = cell.width() / static_cast<float>(whole.end - whole.begin);
    return {{cell.low.x + each * static_cast<float>(part.begin - whole.begin), cell.low.y},
            {cell.low.x + each * static_cast<float>(part.end - whole.begin), cell.high.y}};
}

/// Positions in the archetype of the columns with bytes, the entity column first.
std::vector<int> columns_with_bytes(const ecs::Archetype& archetype) {
    std::vector<int> columns{ecs::no_column};
    for (std::size_t c = 0; c < archetype.types().size(); ++c)
        if (!archetype.types()[c]->is_tag()) columns.push_back(static_cast<int>(c));
    return columns;
}

std::vector<std::uint32_t> bytes_of_values(const ecs::Archetype& archetype) {
    std::vector<std::uint32_t> bytes;
    for (const int column : columns_with_bytes(archetype)) {
        const ByteRange cell = cell_bytes(archetype, column, 0);
        bytes.push_back(cell.end - cell.begin);
    }
    return bytes;
}

}  // namespace

TableToBytes::TableToBytes(const ecs::Archetype& archetype, std::uint32_t rows, const Area& canvas, float row_px_max,
                           float gap_px)
    : TableToBytes(bytes_of_values(archetype), rows, archetype.layout().block_bytes, canvas, row_px_max, gap_px,
                   gap_px) {
    archetype_ = &archetype;
    columns_ = columns_with_bytes(archetype);
}

TableToBytes::TableToBytes(std::vector<std::uint32_t> value_bytes, std::uint32_t rows, std::uint32_t block_bytes,
                           const Area& canvas, float row_px_max, float gap_px, float line_gap_px)
    : rows_(rows), canvas_(canvas), value_bytes_(std::move(value_bytes)) {
    row_px_ = std::min(row_px_max, canvas.height() / static_cast<float>(std::max(rows, 1u)));
    grid_ = BlockGrid::whole(block_bytes, {canvas.width(), canvas.height()}, line_gap_px, line_gap_px);
    grid_.line_px = std::min(grid_.line_px, row_px_max);
    grid_.origin = canvas.low;

    // The room beside the gaps is divided by bytes, but every column stays visible.
    std::uint32_t row_bytes = 0;
    for (const std::uint32_t size : value_bytes_) row_bytes += size;
    const auto count = static_cast<float>(value_bytes_.size());
    const float gap = std::min(gap_px * 2, canvas.width() / (2 * count)), narrowest = canvas.width() / (8 * count);
    const float shared = canvas.width() - (gap + narrowest) * count;
    float left = canvas.low.x;
    for (const std::uint32_t size : value_bytes_) {
        column_left_.push_back(left);
        column_width_.push_back(narrowest + shared * static_cast<float>(size) / static_cast<float>(row_bytes));
        left += column_width_.back() + gap;
    }
}

Area TableToBytes::cell_in_table(std::size_t column, std::uint32_t row) const {
    const float width = canvas_.width() / static_cast<float>(value_bytes_.size());
    const ImVec2 low{canvas_.low.x + width * static_cast<float>(column),
                     canvas_.low.y + row_px_ * static_cast<float>(row)};
    return {low, {low.x + width, low.y + row_px_}};
}

Area TableToBytes::cell_in_columns(std::size_t column, std::uint32_t row) const {
    const ImVec2 low{column_left_[column], canvas_.low.y + row_px_ * static_cast<float>(row)};
    return {low, {low.x + column_width_[column], low.y + row_px_}};
}

Area TableToBytes::part_at(std::size_t column, std::uint32_t row, ByteRange cell, ByteRange part, float t) const {
    const Area apart = share_of(cell_in_columns(column, row), cell, part);
    if (t <= columns) {
        if (t == columns) return apart;
        return between(share_of(cell_in_table(column, row), cell, part), apart, eased(std::max(t, table)));
    }
    const ImVec2 low = grid_.place_of(part.begin);
    const Area there{low, {low.x + static_cast<float>(part.end - part.begin) * grid_.byte_px, low.y + grid_.line_px}};
    return t >= bytes ? there : between(apart, there, eased(t - columns));
}

std::optional<TableToBytes::Place> TableToBytes::value_at(ImVec2 place, float t) const {
    for (std::size_t column = 0; column < columns_.size(); ++column) {
        for (std::uint32_t row = 0; row < rows_; ++row) {
            bool here = false;
            each_part(column, row, t, [&](const Area& area, ByteRange) { here = here || area.contains(place); });
            if (here) return Place{column, row};
        }
    }
    return std::nullopt;
}

}  // namespace panels
