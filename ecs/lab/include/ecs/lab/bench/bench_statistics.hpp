// What repetitions of a measurement say: a middle and how sure it is, and whether one of several is the fastest.
// Nothing is supposed about how times are distributed: only their order counts, so that one repetition during which the
// machine did something else moves neither the median nor its interval.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace ecs::lab {

/// How many values at either end an interval leaves out that holds the median with at least 95 % all the same, by the
/// binomial distribution: 0 of 7, 1 of 9, 3 of 15. Below 6 no interval does, and it leaves out none.
std::size_t left_out_at_each_end(std::size_t count);

struct Spread {
    double least = 0, median = 0, most = 0;
    double low = 0, high = 0;  // the interval: the values left when those at either end are left out
    friend bool operator==(const Spread&, const Spread&) = default;
};
/// All zero when there are no values.
Spread spread_of(std::vector<double> values);

/// Whether the intervals have a value in common.
bool overlap(const Spread& a, const Spread& b);

/// Who needs the least, if that can be said.
struct Ranking {
    std::optional<std::size_t> winner;  // its interval overlaps with no other
    std::vector<std::size_t> tied;      // without a winner: the least median, then all whose interval overlaps with its
};
Ranking rank(std::span<const Spread> spreads);

/// The ranking as a sentence without a full stop: `002 is the fastest, its interval overlaps with no other`, `No
/// winner: the intervals of 002 and chunks overlap`.
std::string verdict_of(const Ranking& ranking, std::span<const std::string> names);

}  // namespace ecs::lab
