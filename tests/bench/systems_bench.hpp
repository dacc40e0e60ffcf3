// What the panels about systems cost with 300 of them, against their goal: at most 0.2 ms a frame.
#pragma once

#include <cstddef>

namespace systems_bench {

void print_rows(std::size_t entities, std::size_t frames);

}  // namespace systems_bench
