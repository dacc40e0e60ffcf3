// The ChunkView looks into one chunk: its bytes through the Microscope, and beside them the rows in order. Pointing at
// one of them points at the same row in the other. What is drawn comes from the archetype's layout and ecs::describe.
#pragma once

#include "panels/chunk_legend.hpp"
#include "panels/chunk_rows.hpp"
#include "panels/microscope.hpp"

namespace panels {

class ChunkView {
public:
    /// Draws the chunk into the room that is left. The chunk must exist.
    void show(const Context& context, const ecs::Archetype& archetype, std::size_t chunk);

    /// As drawn last.
    const BlockGrid& grid() const { return microscope_.grid(); }
    const Microscope& microscope() const { return microscope_; }

private:
    void draw_bar(const ChunkInView& in);

    std::vector<ChunkRun> runs_;
    ChunkPointer pointer_;
    ChunkLegend legend_;
    Microscope microscope_;
    ChunkRows rows_;
};

}  // namespace panels
