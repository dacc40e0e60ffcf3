// A Comparison is one row of the table at one size: the same work done by the ECS and by its floor. The runner measures
// the two in turns and compares what they end up with.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace bench {

/// What is read before and after run(): the thread's CPU time, the clock on the wall, or the bytes allocated. Ticks are
/// only counted by a figure.
enum class Meter : std::uint8_t { CpuTime, WallTime, Memory, Ticks };

struct Side {
    std::function<void()> prepare;          // before every round, not measured; may be empty
    std::function<void()> run;              // measured
    std::function<std::uint64_t()> digest;  // what came out, after a repetition; both sides must agree
    std::function<double()> figure = {};    // instead of run: what was measured, in seconds, bytes or ticks
};

struct Comparison {
    Side ecs, floor;
    double operations = 1;   // of one run; what is measured is divided by it
    std::size_t rounds = 1;  // prepare and run so often in one repetition
    Meter meter = Meter::CpuTime;
    double bytes = 0;  // that one run reads or writes, where MB/s say something
};

/// A row of the table: its name, what it does, the sizes it is measured at, and how to set it up.
struct Row {
    std::string_view name;
    std::string_view description;
    std::span<const std::size_t> sizes;
    Comparison (*make)(std::size_t n);
    std::size_t largest = 10'000'000;  // n that it can do
};

/// In the order of the table.
const std::vector<Row>& all_rows();

/// How often to repeat an operation on n entities so that about `entities` are worked on.
inline std::size_t repeats(std::size_t n, std::size_t entities) { return n >= entities ? 1 : entities / n; }

/// 0 … n-1 in an order that is the same in every run.
std::vector<std::uint32_t> shuffled(std::size_t n);

}  // namespace bench
