// The legend of a chunk: what its colours and patterns mean, and of each column where it starts and how many bytes a
// row has. Pointing at an entry lights its bytes in the block.
#pragma once

#include <string>
#include <vector>

#include "panels/chunk_bytes/chunk_in_view.hpp"

namespace panels {

class ChunkLegend {
public:
    /// Draws into the rest of the present line, and one more where it is too short. `runs` are those of the chunk.
    void show(const ChunkInView& in, const std::vector<ChunkRun>& runs, ChunkPointer& pointer);

private:
    struct Entry {
        ChunkRun run;  // of no bytes for padding and unused: all of them
        std::string label, place;
    };

    void list_entries(const ChunkInView& in, const std::vector<ChunkRun>& runs);
    void draw_entry(const ChunkInView& in, const Entry& entry, float width, bool with_place,
                    ChunkPointer& pointer) const;

    std::vector<Entry> entries_;
};

}  // namespace panels
