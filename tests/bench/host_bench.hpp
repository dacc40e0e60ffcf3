// The rows of chunkscope_panels_bench about a Host: what it adds to a frame of a program.
#pragma once

#include <cstddef>

namespace host_bench {

/// Prints them. Each row measures `frames` frames of a program with that many entities, without its ticks.
void print_rows(std::size_t entities, std::size_t frames);

}  // namespace host_bench
