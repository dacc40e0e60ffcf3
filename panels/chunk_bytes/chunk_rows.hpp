// The rows of one chunk in order, with the values of their components. A click selects the entity; a double click on
// a value edits it. The cost depends on the visible rows only.
#pragma once

#include "panels/chunk_bytes/chunk_in_view.hpp"
#include "panels/inspector/field_popup.hpp"

namespace panels {

class ChunkRows {
public:
    void show(const ChunkInView& in, ChunkPointer& pointer, ImVec2 size);

private:
    void set_up_columns(const ChunkInView& in);
    void scroll_to_selected(const ChunkInView& in, float row_px);
    void draw_row(const ChunkInView& in, ChunkPointer& pointer, std::uint32_t row, float row_px);

    FieldPopup popup_;
    std::vector<int> columns_;  // listed columns of the archetype
    std::size_t revision_seen_ = 0;
    const ecs::Chunk* chunk_seen_ = nullptr;
};

}  // namespace panels
