// The rows of chunkscope_panels_bench about the Inspector and the Systems panel: why an entity is in a system or not,
// who refers to it, and frozen values.
#pragma once

#include <cstddef>

namespace inspector_bench {

/// Prints them, each over `frames` frames, in a world of 24 archetypes with that many entities.
void print_rows(std::size_t entities, std::size_t frames);

}  // namespace inspector_bench
