// chunkscope_bench: every row is a benchmark of Google Benchmark, in which one iteration is one repetition of the ECS
// and its floor. Unless its own report is asked for, the results go to our table.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>

#include "comparison.hpp"
#include "goals.hpp"
#include "options.hpp"
#include "report.hpp"
#if BENCH_LINK
#include "link_looker.hpp"
#endif
#include "runner.hpp"

namespace {

using namespace bench;

struct Results {
    std::vector<Measurement> measurements;
    std::vector<std::string> problems;
};

std::size_t repetitions(const Options& options, std::size_t n) {
    if (options.repetitions != 0) return options.repetitions;
    if (options.quick) return 2;
    return n >= 1'000'000 ? 9 : 15;
}

void run(benchmark::State& state, const Row& row, std::size_t n, const Options& options, Results& results) {
    Runner runner(row, n, options.quick);
    for ([[maybe_unused]] auto _ : state) state.SetIterationTime(runner.repeat());
    const Measurement measurement = runner.result();
    state.counters["ns"] = measurement.ecs.median;
    state.counters["floor_ns"] = measurement.floor.median;
    state.counters["ratio"] = measurement.ratio.median;
    if (runner.problem()) {
        results.problems.push_back(*runner.problem());
        state.SkipWithError(runner.problem()->c_str());
        return;
    }
    results.measurements.push_back(measurement);
    if (options.google) return;
    if (options.json)
        print_json(measurement);
    else
        print_line(measurement);
}

void register_rows(const Options& options, Results& results) {
    for (const Row& row : all_rows()) {
        if (!options.rows.empty() &&
            std::find(options.rows.begin(), options.rows.end(), row.name) == options.rows.end())
            continue;
        const std::vector<std::size_t> sizes =
            options.sizes.empty() ? std::vector<std::size_t>(row.sizes.begin(), row.sizes.end()) : options.sizes;
        for (const std::size_t n : sizes) {
            if (n > row.largest) continue;
            const std::string name = std::string(row.name) + "/" + std::to_string(n);
            const auto body = [&row, n, &options, &results](benchmark::State& state) {
                run(state, row, n, options, results);
            };
            benchmark::RegisterBenchmark(name.c_str(), body)
                ->UseManualTime()
                ->Unit(benchmark::kNanosecond)
                ->Iterations(static_cast<benchmark::IterationCount>(repetitions(options, n)));
        }
    }
}

/// Our lines are printed as soon as a row is measured, so nothing is left to report.
class Silence : public benchmark::BenchmarkReporter {
public:
    bool ReportContext(const Context&) override { return true; }
    void ReportRuns(const std::vector<Run>&) override {}
};

void print_rows() {
    for (const Row& row : all_rows())
        std::printf("%-18.*s %.*s\n", static_cast<int>(row.name.size()), row.name.data(),
                    static_cast<int>(row.description.size()), row.description.data());
}

/// `program` is kept by Google Benchmark, which prints it in reports.
bool initialize_google(char* program, Options& options) {
    std::vector<char*> arguments{program};
    for (std::string& argument : options.for_google) arguments.push_back(argument.data());
    auto count = static_cast<int>(arguments.size());
    benchmark::Initialize(&count, arguments.data());
    return !benchmark::ReportUnrecognizedArguments(count, arguments.data());
}

}  // namespace

int main(int argc, char** argv) {
#if BENCH_LINK
    bool is_looker = false;
    if (const int code = look_if_told(argc, argv, is_looker); is_looker) return code;
#endif
    Options options = parse_options({argv + 1, static_cast<std::size_t>(argc - 1)});
    if (!options.problem.empty()) {
        std::fprintf(stderr, "%s\n", options.problem.c_str());
        return 2;
    }
    if (options.help) return std::fputs(help_text, stdout), 0;
    if (options.list) return print_rows(), 0;
    if (!initialize_google(argv[0], options)) return 2;

    Results results;
    register_rows(options, results);
    if (options.google) {
        benchmark::RunSpecifiedBenchmarks();
    } else {
        if (!options.json) print_heading();
        Silence silence;
        benchmark::RunSpecifiedBenchmarks(&silence);
    }
    for (const std::string& problem : results.problems) std::fprintf(stderr, "%s\n", problem.c_str());
    if (!options.json && !options.google) print_summary(results.measurements);
    if (!results.problems.empty()) return 1;
    return options.check && count_goals(results.measurements).missed != 0 ? 1 : 0;
}
