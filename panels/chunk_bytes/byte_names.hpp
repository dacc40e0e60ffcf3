// The names of the columns beside the bytes of a chunk, each with a line to where its bytes lie: a legend that needs no
// search. For a chunk that is shown as one block, all of it in view.
#pragma once

#include <vector>

#include "panels/chunk_bytes/chunk_in_view.hpp"

namespace panels {

class ByteNames {
public:
    /// What it needs of the width, in pixels.
    static float width(const Style& style) { return style.px(148); }
    /// Whether the block is drawn as it needs it.
    static bool can_name(const BlockGrid& grid, const Area& canvas);

    /// Draws to the right of the block. Pointing at a name highlights its bytes.
    void show(const ChunkInView& in, const std::vector<ChunkRun>& runs, const BlockGrid& grid, const Area& canvas,
              ChunkPointer& pointer);

private:
    struct Name {
        ChunkRun run;
        std::string label, bytes;
        float low = 0, high = 0;  // of the bytes, on the screen
        float at = 0;             // middle of the label
    };
    void list_names(const ChunkInView& in, const std::vector<ChunkRun>& runs, const BlockGrid& grid);

    std::vector<Name> names_;
};

}  // namespace panels
