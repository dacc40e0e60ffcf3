// The animation of values from a table to the bytes of their block. The place of each value is a function of `t`
// only; it does not depend on earlier frames.
//
//     t = 0  a table: a row is an entity, a column a component, all columns have the same width
//     t = 1  columns apart: each as wide as its values have bytes
//     t = 2  each column at its byte offset, wrapped into lines by a BlockGrid
//
// A value whose bytes wrap into another line at t = 2 is drawn in parts; before, the parts lie side by side.
#pragma once

#include <algorithm>
#include <optional>
#include <vector>

#include "panels/chunk_bytes/block_grid.hpp"

namespace panels {

class TableToBytes {
public:
    static constexpr float table = 0, columns = 1, bytes = 2;

    /// For the first `rows` rows of a chunk, drawn within `canvas`. Rows are at most `row_px_max` high.
    TableToBytes(const ecs::Archetype& archetype, std::uint32_t rows, const Area& canvas, float row_px_max,
                 float gap_px);
    /// For any values: `value_bytes` has one size per column. The target block has `block_bytes` bytes, with
    /// `line_gap_px` before each line. each_part() gets the place of a value in it.
    TableToBytes(std::vector<std::uint32_t> value_bytes, std::uint32_t rows, std::uint32_t block_bytes,
                 const Area& canvas, float row_px_max, float gap_px, float line_gap_px);

    /// Positions in the archetype of the columns with bytes, the entity column first.
    const std::vector<int>& columns_shown() const { return columns_; }
    std::size_t column_count() const { return value_bytes_.size(); }
    std::uint32_t rows() const { return rows_; }
    float row_px() const { return row_px_; }
    /// The places of the bytes at t = 2.
    const BlockGrid& grid() const { return grid_; }

    /// The cell of a value in the table. The next function is for the columns that came apart.
    Area cell_in_table(std::size_t column, std::uint32_t row) const;
    Area cell_in_columns(std::size_t column, std::uint32_t row) const;
    /// Calls visit(area, bytes) for each part of a value; `bytes` are those of the block.
    template <class F>
    void each_part(std::size_t column, std::uint32_t row, float t, F&& visit) const {
        each_part(column, row, cell_bytes(*archetype_, columns_[column], row), t, visit);
    }
    /// The same for a value at these bytes.
    template <class F>
    void each_part(std::size_t column, std::uint32_t row, ByteRange cell, float t, F&& visit) const {
        for (std::uint32_t begin = cell.begin; begin < cell.end;) {
            const std::uint32_t line_end = (begin / grid_.bytes_per_line + 1) * grid_.bytes_per_line;
            const ByteRange part{begin, std::min(cell.end, line_end)};
            visit(part_at(column, row, cell, part, t), part);
            begin = part.end;
        }
    }
    /// The value drawn at a place of the screen: position in columns_shown(), and row.
    struct Place {
        std::size_t column = 0;
        std::uint32_t row = 0;
    };
    std::optional<Place> value_at(ImVec2 place, float t) const;

private:
    Area part_at(std::size_t column, std::uint32_t row, ByteRange cell, ByteRange part, float t) const;

    const ecs::Archetype* archetype_ = nullptr;  // null: for any values
    std::uint32_t rows_;
    Area canvas_;
    std::vector<int> columns_;
    std::vector<std::uint32_t> value_bytes_;         // by column
    std::vector<float> column_left_, column_width_;  // at t = 1
    float row_px_ = 1;
    BlockGrid grid_;
};

}  // namespace panels
