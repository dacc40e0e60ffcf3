// The result of the Storage Lab's bench for slides: nanoseconds over numbers of entities, both logarithmic, with the
// interval of each median as a bar. No other figures have measured numbers. The same result gives the same bytes;
// another run of the bench does not.
#pragma once

#include <string>

#include "ecs/lab/bench/bench.hpp"
#include "ecs/lab/bench/bench_machine.hpp"
#include "figures/drawing/drawing.hpp"

namespace figures::lab {

Drawing draw_bench(const ecs::lab::BenchResult& result, const ecs::lab::BenchMachine& machine);
/// One line for each subject and size; each line names the machine.
std::string bench_csv(const ecs::lab::BenchResult& result, const ecs::lab::BenchMachine& machine);

}  // namespace figures::lab
