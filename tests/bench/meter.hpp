// Reads what a Comparison measures: seconds of this thread's CPU time, seconds on the wall, or bytes allocated at
// present.
#pragma once

#include <cstddef>

#include "comparison.hpp"

namespace bench {

/// Seconds, or bytes for Meter::Memory.
double read(Meter meter);

/// What reading twice with nothing in between says; taken off every measurement.
double cost_of_reading(Meter meter);

/// Bytes that operator new handed out and that were not given back, the allocator's rounding included.
std::size_t allocated_bytes();

/// Gives freed memory back to the system, so that what comes next pays for its pages like a program that just began.
void give_back_freed_memory();

}  // namespace bench
