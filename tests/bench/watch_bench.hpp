// The rows of chunkscope_panels_bench about watches: 1,000 pins cost at most 1 ms a frame, with their tick.
#pragma once

#include <cstddef>

namespace watch_bench {

/// Prints them. Each row measures `frames` frames over a world with that many entities.
void print_rows(std::size_t entities, std::size_t frames);

}  // namespace watch_bench
