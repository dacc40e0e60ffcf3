// The rows of chunkscope_panels_bench about inspecting a large world: a million entities in 24 archetypes, in a tree of
// depth 6. Each panel of a Host costs at most 0.25 ms a frame, all of them at most 1 ms, and all that inspection keeps
// takes at most 120 bytes an entity. The first row is what it costs to walk one column of the same world.
#pragma once

#include <cstddef>

namespace million_bench {

void print_rows(std::size_t entities, std::size_t frames);

}  // namespace million_bench
