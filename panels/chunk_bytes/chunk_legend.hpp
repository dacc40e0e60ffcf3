// The legend of a chunk: the meaning of colours and patterns, and the start and the bytes per row of each column.
// Pointing at an entry highlights its bytes in the block.
#pragma once

#include <string>
#include <vector>

#include "panels/chunk_bytes/chunk_in_view.hpp"

namespace panels {

/// What a part of the block is for, for a person.
std::string explanation_of_run(const ChunkInView& in, const ChunkRun& run);

class ChunkLegend {
public:
    /// Draws into the rest of the present line, and into one more line if that is too short. `runs` are those of the
    /// chunk; `dimmed` says how the picture shows columns.
    void show(const ChunkInView& in, const std::vector<ChunkRun>& runs, ChunkPointer& pointer, float dimmed);

private:
    struct Entry {
        ChunkRun run;  // without bytes for padding and unused, which means all of them
        std::string label, place;
    };

    void list_entries(const ChunkInView& in, const std::vector<ChunkRun>& runs);
    void draw_entry(const ChunkInView& in, const Entry& entry, float width, bool with_place,
                    ChunkPointer& pointer) const;

    std::vector<Entry> entries_;
    float dimmed_ = 0;
};

}  // namespace panels
