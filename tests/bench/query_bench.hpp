// The rows of chunkscope_panels_bench about the Query panel: what a frame of it costs over a large world, and how long
// a person waits for the first rows and for another order.
#pragma once

#include <cstddef>

namespace query_bench {

/// A world with that many entities in 24 archetypes, of which all match.
void print_rows(std::size_t entities, std::size_t frames);

}  // namespace query_bench
