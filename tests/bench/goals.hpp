// What each row must reach, as data: this is the one place that says so.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "runner.hpp"

namespace bench {

enum class GoalKind : std::uint8_t { Ratio, Nanoseconds, Bytes };

struct Goal {
    std::string_view row;
    std::size_t n;
    GoalKind kind;
    double at_most;
};

std::span<const Goal> all_goals();
std::optional<Goal> goal_of(std::string_view row, std::size_t n);
bool met(const Goal& goal, const Measurement& measurement);
struct GoalCount {
    std::size_t met = 0, missed = 0;
};
GoalCount count_goals(std::span<const Measurement> measurements);
/// "<= 1.05", "<= 48 bytes", "<= 350 ns".
std::string to_string(const Goal& goal);

}  // namespace bench
