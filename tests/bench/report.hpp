// Prints measurements: as a table for people, or as one JSON object a line.
#pragma once

#include <vector>

#include "runner.hpp"

namespace bench {

void print_json(const Measurement& measurement);

/// Machine, compiler and flags, and the titles of the columns.
void print_heading();
void print_line(const Measurement& measurement);
/// How many goals were met.
void print_summary(const std::vector<Measurement>& measurements);

}  // namespace bench
