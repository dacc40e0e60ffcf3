// The Microscope shows a chunk byte by byte, from the whole block to single bytes with their hex digits and values.
// The wheel zooms around the pointer, dragging moves, a click selects the row, a double click edits the field. Places
// of bytes come from the ByteCamera, their roles from ecs::describe_byte, their contents from the block itself.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "panels/chunk_bytes/byte_camera.hpp"
#include "panels/chunk_bytes/chunk_changes.hpp"
#include "panels/chunk_bytes/chunk_in_view.hpp"
#include "panels/chunk_bytes/chunk_picture.hpp"
#include "panels/inspector/field_popup.hpp"

namespace panels {

/// How the lens highlights a cache line; other lines are dimmed.
struct LineLight {
    bool read = false, written = false;
};

class Microscope {
public:
    /// Draws into `size` of the remaining room. `runs` are those of the chunk. `lit` has one LineLight per 64 bytes;
    /// empty without a lens.
    void show(const ChunkInView& in, const std::vector<ChunkRun>& runs, ChunkPointer& pointer,
              std::span<const LineLight> lit, ImVec2 size);
    /// Shows the whole chunk again.
    void fit() { camera_.fit(); }

    const BlockGrid& grid() const { return camera_.grid(); }
    const ByteCamera& camera() const { return camera_; }
    const ChunkChanges& changes() const { return changes_; }
    /// How far all rows but the selected ones were dimmed in the last frame: 0 not at all, 1 to the panel's colour.
    float dimmed() const { return dimmed_; }
    /// The selected rows of the chunk, ascending.
    const std::vector<std::uint32_t>& selected_rows() const { return selected_rows_; }

private:
    void take_input(const ChunkInView& in);
    void draw_block(const ChunkInView& in, const std::vector<ChunkRun>& runs, const ChunkPointer& pointer);
    void draw_colors(const ChunkInView& in, const std::vector<ChunkRun>& runs);
    void draw_patterns(const ChunkInView& in, const std::vector<ChunkRun>& runs);
    void draw_details(const ChunkInView& in);
    void draw_span(const ChunkInView& in, const ecs::ByteSpan& span, ByteRange part);
    void draw_hex(const ChunkInView& in, ByteRange part, ImU32 color);
    void draw_changes(const Style& style);
    void draw_light(const Style& style, std::span<const LineLight> lit);
    void draw_line_marks(const ChunkInView& in);
    void draw_rulers(const ChunkInView& in);
    void find_selected_rows(const ChunkInView& in);
    void light_rows(const ChunkInView& in);
    void draw_rows(const ChunkInView& in, const ChunkPointer& pointer);
    void draw_row(const ChunkInView& in, std::uint32_t row, ImU32 color, float thickness);
    void draw_selected_row(const ChunkInView& in, std::uint32_t row);
    void draw_position(const ChunkInView& in, const std::vector<ChunkRun>& runs, const Area& area);
    void point_at(const ChunkInView& in, ChunkPointer& pointer, std::uint32_t byte);
    /// Calls visit(first byte, one behind the last) for the bytes in view of each line.
    template <class F>
    void each_line_in_view(F&& visit) const;

    ByteCamera camera_;
    ChunkChanges changes_;
    ChunkPicture picture_;
    float dimmed_ = 0;
    FieldPopup popup_;
    AreaBatch batch_;
    struct SelectedIn {
        const ecs::Archetype* archetype = nullptr;
        std::size_t chunk = 0, revision = 0;
        std::uint64_t structure = 0;
        friend bool operator==(const SelectedIn&, const SelectedIn&) = default;
    };
    SelectedIn selected_in_;
    std::vector<std::uint32_t> selected_rows_;  // of the chunk in view, ascending
    bool hovered_ = false, pressed_here_ = false, dragged_ = false;
};

}  // namespace panels
