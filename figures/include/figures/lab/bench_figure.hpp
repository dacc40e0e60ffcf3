// What the bench of the Storage Lab measured, for slides: nanoseconds over numbers of entities, both logarithmic, with
// the interval of each median as a bar. The only figures here whose numbers are measured: of the same result they are
// the same bytes, of another run they are not.
#pragma once

#include <string>

#include "ecs/lab/bench/bench.hpp"
#include "ecs/lab/bench/bench_machine.hpp"
#include "figures/drawing/drawing.hpp"

namespace figures::lab {

Drawing draw_bench(const ecs::lab::BenchResult& result, const ecs::lab::BenchMachine& machine);
/// A line a subject and size; the machine stands in every line.
std::string bench_csv(const ecs::lab::BenchResult& result, const ecs::lab::BenchMachine& machine);

}  // namespace figures::lab
