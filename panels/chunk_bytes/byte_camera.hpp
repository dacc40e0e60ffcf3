// The ByteCamera holds zoom and position of the picture of a chunk, from the whole block to single bytes with their
// values. Zooming is smooth, and the byte under the pointer stays in place. It knows no world; its result is a
// BlockGrid.
#pragma once

#include "panels/base/style.hpp"
#include "panels/chunk_bytes/block_grid.hpp"

namespace panels {

class ByteCamera {
public:
    /// Sets the block and its canvas, the area of the screen to draw in; call it first in each frame. Another block
    /// size shows the whole block. Another canvas keeps the centre in the centre.
    void look_at(std::uint32_t block_bytes, const Area& canvas, const Style& style);

    /// Shows the whole block.
    void fit();
    /// Zooms in by notches of the mouse wheel (out when negative), around a place of the screen.
    void zoom(float notches, ImVec2 around);
    /// Moves the bytes under the canvas, as dragging does.
    void pan(ImVec2 by);
    /// Zooms in far enough for values, with this byte in the middle.
    void go_to(std::uint32_t byte);

    const BlockGrid& grid() const { return grid_; }
    const Area& canvas() const { return canvas_; }
    /// 0: the whole block; 1: maximum zoom.
    float level() const { return level_; }
    /// Width of a byte relative to that where the whole block is shown.
    float magnification() const { return grid_.byte_px / whole_.byte_px; }
    /// The bytes of the lines in view, over all strips in view: [first, second).
    ByteRange bytes_in_view() const;

private:
    /// A place of the content, independent of its size.
    struct Spot {
        std::uint32_t strip = 0;
        float in_gap = 0, in_strip = 0, down = 0;  // shares of gap, strip and height
    };
    Spot spot_at(ImVec2 place) const;
    void put(const Spot& spot, ImVec2 place);
    void update_grid();
    void keep_in_view();

    Area canvas_{};
    BlockGrid whole_, grid_;
    float nearest_byte_px_ = 1, nearest_line_px_ = 1, nearest_gap_px_ = 0;
    float level_ = 0;
};

}  // namespace panels
