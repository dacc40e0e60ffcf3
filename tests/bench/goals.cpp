#include "goals.hpp"

#include <array>
#include <cstdio>

namespace bench {

namespace {

constexpr std::size_t hundred_thousand = 100'000, million = 1'000'000;

constexpr Goal goals[] = {
    {"iterate", hundred_thousand, GoalKind::Ratio, 1.05},
    {"iterate", million, GoalKind::Ratio, 1.05},
    {"iterate32", hundred_thousand, GoalKind::Ratio, 1.08},
    {"iterate32", million, GoalKind::Ratio, 1.08},
    {"frame7", hundred_thousand, GoalKind::Ratio, 1.05},
    {"create", hundred_thousand, GoalKind::Ratio, 1.5},
    {"create", million, GoalKind::Ratio, 1.5},
    {"create_batch", hundred_thousand, GoalKind::Ratio, 1.0},
    {"create_batch", million, GoalKind::Ratio, 1.0},
    {"add", hundred_thousand, GoalKind::Ratio, 3},
    {"add", million, GoalKind::Ratio, 3},
    {"add_batch", hundred_thousand, GoalKind::Ratio, 1.2},
    {"add_batch", million, GoalKind::Ratio, 1.2},
    {"remove", hundred_thousand, GoalKind::Ratio, 3},
    {"remove_batch", hundred_thousand, GoalKind::Ratio, 1.2},
    {"get", hundred_thousand, GoalKind::Ratio, 1.6},
    {"get", million, GoalKind::Ratio, 1.6},
    {"destroy", hundred_thousand, GoalKind::Ratio, 1.8},
    {"destroy", million, GoalKind::Ratio, 1.8},
    {"destroy_batch", hundred_thousand, GoalKind::Ratio, 1.5},
    {"destroy_batch", million, GoalKind::Ratio, 1.5},
    {"churn", hundred_thousand, GoalKind::Ratio, 2.2},
    {"bytes", million, GoalKind::Bytes, 48},

    {"iterate_untyped", hundred_thousand, GoalKind::Ratio, 1.5},
    {"iterate_untyped", million, GoalKind::Ratio, 1.5},
    {"create_untyped", hundred_thousand, GoalKind::Ratio, 1.5},
    {"create_untyped", million, GoalKind::Ratio, 1.5},
    {"add_untyped", hundred_thousand, GoalKind::Ratio, 3},
    {"add_untyped", million, GoalKind::Ratio, 3},
    {"get_untyped", hundred_thousand, GoalKind::Ratio, 1.6},
    {"get_untyped", million, GoalKind::Ratio, 1.6},
    {"query_compare", hundred_thousand, GoalKind::Ratio, 2},
    {"query_compare", million, GoalKind::Ratio, 2},
    {"query_collect", hundred_thousand, GoalKind::Ratio, 2},
    {"query_collect", million, GoalKind::Ratio, 2},
    {"doctor10k", 10'000, GoalKind::Nanoseconds, 1000},               // 10 ms, seldom
    {"archetypes10k", 10'000, GoalKind::Bytes, 1049},                 // 10 MiB
    {"undo_destroy", hundred_thousand, GoalKind::Nanoseconds, 3000},  // 0.3 s
    {"destroy_step", million, GoalKind::Nanoseconds, 1000},           // 1 s
    {"undo_step", million, GoalKind::Nanoseconds, 1000},
    {"redo_step", million, GoalKind::Nanoseconds, 1000},
    {"add_step", million, GoalKind::Nanoseconds, 500},
    {"remove_step", million, GoalKind::Nanoseconds, 500},
    {"undo_remove", million, GoalKind::Nanoseconds, 500},
    {"change_step", million, GoalKind::Nanoseconds, 3000},  // 3 s
    {"debugger_iterate", hundred_thousand, GoalKind::Ratio, 1.02},
    {"debugger_iterate", million, GoalKind::Ratio, 1.02},
    {"debugger_record", hundred_thousand, GoalKind::Ratio, 1.1},
    {"debugger_record", million, GoalKind::Ratio, 1.1},
    {"breakpoints", hundred_thousand, GoalKind::Ratio, 1.05},
    {"debugger_create", hundred_thousand, GoalKind::Ratio, 1.1},
    {"debugger_create", million, GoalKind::Ratio, 1.1},
    {"observers_idle", hundred_thousand, GoalKind::Ratio, 1.02},
    {"observers_idle", million, GoalKind::Ratio, 1.02},
    {"debugger_add", hundred_thousand, GoalKind::Ratio, 1.1},
    {"debugger_add", million, GoalKind::Ratio, 1.1},
    {"debugger_get", hundred_thousand, GoalKind::Ratio, 1.1},
    {"debugger_get", million, GoalKind::Ratio, 1.1},
    {"debugger_destroy", hundred_thousand, GoalKind::Ratio, 1.1},
    {"debugger_destroy", million, GoalKind::Ratio, 1.1},
    {"snapshot", million, GoalKind::Ratio, 1.5},
    {"snapshot_1pct", million, GoalKind::Ratio, 0.03},
    {"iterate_2threads", hundred_thousand, GoalKind::Ratio, 0.526},  // 1.9 times as fast
    {"iterate_2threads", million, GoalKind::Ratio, 0.526},
    {"record", hundred_thousand, GoalKind::Nanoseconds, 300'000},  // 0.3 ms a tick
    {"record_bytes", hundred_thousand, GoalKind::Ratio, 1},
    {"record_seek_ms", hundred_thousand, GoalKind::Ratio, 1},
    {"link_idle", hundred_thousand, GoalKind::Nanoseconds, 50},
    {"link_idle_bytes", hundred_thousand, GoalKind::Ratio, 1},
    {"link_all", 10'000, GoalKind::Nanoseconds, 200'000},
    {"link_1pct", hundred_thousand, GoalKind::Nanoseconds, 300'000},
    {"link_every_tick", hundred_thousand, GoalKind::Ratio, 1.01},
    {"link_behind", hundred_thousand, GoalKind::Ratio, 1},
    {"link_bytes", hundred_thousand, GoalKind::Ratio, 1},
    {"link_first_ms", million, GoalKind::Ratio, 1},
    {"link_whole_ms", million, GoalKind::Ratio, 1},
    {"link_worst_ms", million, GoalKind::Ratio, 1},
    {"mirror", hundred_thousand, GoalKind::Nanoseconds, 1'000'000},  // 1 ms a tick
    {"mirror_flecs", hundred_thousand, GoalKind::Nanoseconds, 1'000'000},
    {"save", million, GoalKind::Nanoseconds, 350},
    {"load", million, GoalKind::Nanoseconds, 400},
    {"timeline_record", 10'000, GoalKind::Ratio, 1.05},
    {"timeline_bytes", 10'000, GoalKind::Ratio, 1},
    {"timeline_seek_ms", 10'000, GoalKind::Ratio, 1},
    {"timeline_recent_ms", 10'000, GoalKind::Ratio, 1},
};

}  // namespace

std::span<const Goal> all_goals() { return goals; }

std::optional<Goal> goal_of(std::string_view row, std::size_t n) {
    for (const Goal& goal : goals)
        if (goal.row == row && goal.n == n) return goal;
    return std::nullopt;
}

bool met(const Goal& goal, const Measurement& measurement) {
    return (goal.kind == GoalKind::Ratio ? measurement.ratio.median : measurement.ecs.median) <= goal.at_most;
}

GoalCount count_goals(std::span<const Measurement> measurements) {
    GoalCount count;
    for (const Measurement& measurement : measurements)
        if (const auto goal = goal_of(measurement.row, measurement.n))
            ++(met(*goal, measurement) ? count.met : count.missed);
    return count;
}

std::string to_string(const Goal& goal) {
    constexpr std::array<const char*, 3> units{"", " ns", " bytes"};
    std::array<char, 48> text{};
    std::snprintf(text.data(), text.size(), "<= %g%s", goal.at_most, units[static_cast<std::size_t>(goal.kind)]);
    return text.data();
}

}  // namespace bench
