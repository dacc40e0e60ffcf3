// Runs a Comparison: the ECS and its floor in turns, one repetition after the other, so that a machine that gets slower
// or faster meanwhile does so for both. What counts is the median, and the median of the ratios of neighbours.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "comparison.hpp"

namespace bench {

/// Lower quartile, median and upper quartile.
struct Spread {
    double low = 0, median = 0, high = 0;
};
Spread spread_of(std::vector<double> values);

struct Measurement {
    std::string row;
    std::size_t n = 0;
    Meter meter = Meter::CpuTime;
    Spread ecs, floor;  // nanoseconds an operation, or bytes for Meter::Memory
    Spread ratio;       // of the repetitions, each to its neighbour
    double megabytes_per_second = 0, floor_megabytes_per_second = 0;  // 0 where it says nothing
};

class Runner {
public:
    /// Sets up and warms up; quick runs every operation just once a repetition.
    Runner(const Row& row, std::size_t n, bool quick);

    /// One repetition of both sides; returns the seconds (or bytes) that the ECS took an operation.
    double repeat();
    /// Null while both sides agree; else one sentence.
    const std::optional<std::string>& problem() const { return problem_; }
    Measurement result() const;

private:
    double measure(const Side& side) const;

    std::string row_;
    std::size_t n_;
    Comparison comparison_;
    double cost_of_reading_;
    std::vector<double> ecs_, floor_, ratios_;
    std::optional<std::string> problem_;
};

}  // namespace bench
