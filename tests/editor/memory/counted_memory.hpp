// Counts what operator new gives out in this program.
#pragma once

#include <cstddef>

struct CountedMemory {
    std::size_t live_bytes = 0;   // given out and not given back
    std::size_t peak_bytes = 0;   // most of these since reset_peak()
    std::size_t allocations = 0;  // so far
};

CountedMemory counted_memory();
void reset_peak();
