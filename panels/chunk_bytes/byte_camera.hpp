// The ByteCamera decides how near a chunk is looked at, and where: from the whole block in the room there is to single
// bytes with their values. There is no step between: bytes grow smoothly, and the byte under the pointer stays there.
// It knows no world; what it says is a BlockGrid.
#pragma once

#include "panels/base/style.hpp"
#include "panels/chunk_bytes/block_grid.hpp"

namespace panels {

class ByteCamera {
public:
    /// Says what is looked at and where on the screen; call before anything else in each frame. Another size of block
    /// is shown as a whole; other room keeps what is in the middle in the middle.
    void look_at(std::uint32_t block_bytes, const Area& view, const Style& style);

    /// The whole block.
    void fit();
    /// Nearer by so many notches of the mouse wheel (farther when negative), around a place of the screen.
    void zoom(float notches, ImVec2 around);
    /// Moves the bytes under the view, as dragging does.
    void pan(ImVec2 by);
    /// Near enough for values, with this byte in the middle.
    void go_to(std::uint32_t byte);

    const BlockGrid& grid() const { return grid_; }
    const Area& view() const { return view_; }
    /// 0: the whole block; 1: as near as can be.
    float level() const { return level_; }
    /// How much wider a byte is than when the whole block is shown.
    float magnification() const { return grid_.byte_px / whole_.byte_px; }
    /// Bytes whose lines are in view, of all strips that are: first and one behind the last.
    ByteRange bytes_in_view() const;

private:
    /// A place of the content that stays the same at any size.
    struct Spot {
        std::uint32_t strip = 0;
        float in_gap = 0, in_strip = 0, down = 0;  // shares of gap, strip and height
    };
    Spot spot_at(ImVec2 place) const;
    void put(const Spot& spot, ImVec2 place);
    void update_grid();
    void keep_in_view();

    Area view_{};
    BlockGrid whole_, grid_;
    float nearest_byte_px_ = 1, nearest_line_px_ = 1, nearest_gap_px_ = 0;
    float level_ = 0;
};

}  // namespace panels
