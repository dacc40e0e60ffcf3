// The statistics of repeated measurements: the median, its confidence, and whether one of several subjects is the
// fastest. They make no assumption on the distribution of times. Only the order counts, so a single disturbed
// repetition moves neither the median nor its interval.
// machine did something else moves neither the median nor its interval.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace ecs::lab {

/// The number of values to leave out at either end so that the interval of the rest holds the median with at least 95
/// % confidence, by the binomial distribution: 0 of 7, 1 of 9, 3 of 15. Below 6 values no interval does; then 0.
std::size_t left_out_at_each_end(std::size_t count);

struct Spread {
    double least = 0, median = 0, most = 0;
    double low = 0, high = 0;  // the interval: the range without the values left out at either end
    friend bool operator==(const Spread&, const Spread&) = default;
};
/// All zero when there are no values.
Spread spread_of(std::vector<double> values);

/// Whether the intervals have a value in common.
bool overlap(const Spread& a, const Spread& b);

/// The subject with the least time, if there is a clear one.
struct Ranking {
    std::optional<std::size_t> winner;  // The subject with the least time, if there is a clear one.
    std::vector<std::size_t> tied;      // if no winner: least median, then all that overlap with it
};
Ranking rank(std::span<const Spread> spreads);

/// The ranking as a sentence without a full stop: `002 is the fastest, its interval overlaps with no other`, `No
/// winner: the intervals of 002 and chunks overlap`.
std::string verdict_of(const Ranking& ranking, std::span<const std::string> names);

}  // namespace ecs::lab
