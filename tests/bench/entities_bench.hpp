// The rows of chunkscope_panels_bench about the Entities panel: what a frame of it costs over a large world, grouped in
// each way, and how long a person waits for another grouping.
#pragma once

#include <cstddef>

namespace entities_bench {

/// A world with that many entities in 24 archetypes, of which every twentieth has a name.
void print_rows(std::size_t entities, std::size_t frames);

}  // namespace entities_bench
