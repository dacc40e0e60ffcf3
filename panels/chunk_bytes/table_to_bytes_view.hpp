// The view from table to bytes: the rows of a chunk as a table, then as columns, then at the places of their bytes
// (see TableToBytes). A person plays, steps and scrubs it both ways. It starts paused; captions stand above the
// animation.
#pragma once

#include "panels/chunk_bytes/chunk_in_view.hpp"
#include "panels/chunk_bytes/table_to_bytes.hpp"
#include "panels/chunk_bytes/table_to_bytes_player.hpp"

namespace panels {

class TableToBytesView {
public:
    void show(const ChunkInView& in, const std::vector<ChunkRun>& runs, ChunkPointer& pointer);

    /// Position in the animation, 0 to 2.
    float t() const { return player_.t(); }
    bool moving() const { return player_.moving(); }
    /// Rows drawn in the last frame.
    std::uint32_t rows_drawn() const { return rows_drawn_; }

private:
    void draw_controls(const ChunkInView& in);
    void draw_replay(const ChunkInView& in, const std::vector<ChunkRun>& runs, ChunkPointer& pointer, ImVec2 size);
    void draw_block(const ChunkInView& in, const std::vector<ChunkRun>& runs, const TableToBytes& table_to_bytes) const;
    void draw_heads(const ChunkInView& in, const TableToBytes& table_to_bytes, float top) const;
    void draw_values(const ChunkInView& in, const TableToBytes& table_to_bytes) const;
    void point_at(const ChunkInView& in, const TableToBytes& table_to_bytes, ChunkPointer& pointer) const;

    TableToBytesPlayer player_;
    bool all_rows_ = false;
    std::uint32_t rows_drawn_ = 0;
    AreaBatch batch_;
};

}  // namespace panels
