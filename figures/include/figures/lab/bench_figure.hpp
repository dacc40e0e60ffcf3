// The results of the Storage Lab's bench, for slides: nanoseconds over numbers of entities, both logarithmic, with
// the interval of each median as a bar. These are the only figures with measured numbers: the same result gives the
// same bytes, another run does not.
// the same bytes, of another run they are not.
#pragma once

#include <string>

#include "ecs/lab/bench/bench.hpp"
#include "ecs/lab/bench/bench_machine.hpp"
#include "figures/drawing/drawing.hpp"

namespace figures::lab {

Drawing draw_bench(const ecs::lab::BenchResult& result, const ecs::lab::BenchMachine& machine);
/// One line per subject and size; every line has the machine.
std::string bench_csv(const ecs::lab::BenchResult& result, const ecs::lab::BenchMachine& machine);

}  // namespace figures::lab
