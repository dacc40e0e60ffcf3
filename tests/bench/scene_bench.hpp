// The rows of chunkscope_panels_bench about the Scene panel: what it costs while nothing is dragged, and what a frame
// of a drag of 10,000 shapes costs, with the edits that the history carries out.
#pragma once

#include <cstddef>

namespace scene_bench {

/// Prints them, each over `frames` frames, in a world of 24 archetypes with that many entities.
void print_rows(std::size_t entities, std::size_t frames);

}  // namespace scene_bench
