// What the panels that stop, step and rewind cost a frame: 1,000 breakpoints, a step that changed every entity, a line
// of 30 minutes with as many marks as it keeps, a long history. The goal is 0.2 ms a frame.
#pragma once

#include <cstddef>

namespace stops_bench {

void print_rows(std::size_t entities, std::size_t frames);

}  // namespace stops_bench
