// The command line of the benchmark.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace bench {

struct Options {
    std::vector<std::string> rows;   // empty: all
    std::vector<std::size_t> sizes;  // empty: those of each row
    std::size_t repetitions = 0;     // 0: by size, at least 9
    bool json = false, quick = false, check = false, help = false, list = false;
    bool google = false;                  // Google Benchmark reports, not we
    std::vector<std::string> for_google;  // --benchmark_*
    std::string problem;                  // one sentence; empty when all is well
};

Options parse_options(std::span<const char* const> arguments);

extern const char* const help_text;

}  // namespace bench
