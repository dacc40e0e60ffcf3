// Queries of one storage of the lab over the entities of the pattern, or single operations on them, for
// compare_lines.py and compare_cache.py.
//
//     lab_oracle run STORAGE MODE COUNT [QUERY]          does queries untraced, each between two writes to `marker`;
//                                                        QUERY is the one that callgrind watches
//     lab_oracle lines STORAGE MODE COUNT                prints the cache lines that the trace counts for each
//     lab_oracle operate STORAGE MODE COUNT              as `run`, but create, add, set, remove, get and destroy
//     lab_oracle operation-lines STORAGE MODE COUNT      as `lines` for those
//     lab_oracle cache STORAGE MODE COUNT BYTES WAYS     prints the accesses that the trace noted, and what the
//                                                        simulated cache says of them
//
// The arena's own addresses are the same in all; `run` prints where its blocks lie in truth.
#include <atomic>
#include <charconv>
#include <cinttypes>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ecs/base/random.hpp"
#include "ecs/lab/memory/cache_simulation.hpp"
#include "ecs/lab/scenario/scenario_run.hpp"
#include "lab/support/lab_scenarios.hpp"

#if __has_include(<valgrind/callgrind.h>)
#include <valgrind/callgrind.h>
#else
#define CALLGRIND_START_INSTRUMENTATION
#define CALLGRIND_STOP_INSTRUMENTATION
#define CALLGRIND_DUMP_STATS_AT(name)
#endif

using namespace ecs::lab;

namespace {

/// What somebody who watches this program's memory sees when the query begins (1) and when it is over (2).
volatile std::uint64_t marker = 0;

void mark(std::uint64_t value) {
    std::atomic_signal_fence(std::memory_order_seq_cst);
    marker = value;
    std::atomic_signal_fence(std::memory_order_seq_cst);
}

[[noreturn]] void stop(const std::string& why) {
    std::fprintf(stderr, "lab_oracle: %s\n", why.c_str());
    std::exit(2);
}

std::uint64_t number(std::string_view text) {
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size()) stop("no number: " + std::string(text));
    return value;
}

constexpr std::string_view query_names[]{"one", "two", "three"};

/// The entities of the pattern, and the queries: of one, two (which writes) and three types.
Scenario scenario_of(std::uint64_t count) {
    using namespace lab_test;
    Scenario scenario = pattern(count);
    ScenarioStep two = scenario.steps.back();
    two.text = "two";
    scenario.steps.back() = {EachStep{{health}, {}, 1}, "one", 0};
    scenario.steps.push_back(two);
    scenario.steps.push_back({EachStep{{position, velocity, health}, {}, 1}, "three", 0});
    return scenario;
}

/// One operation on one entity of the pattern, whatever became of that one: some are refused, some go wrong.
ScenarioStep random_operation(ecs::Random& random, std::uint64_t& entities) {
    using namespace lab_test;
    const PlannedValue values[]{planned(position, Position{4, 5, 6}), planned(velocity, Velocity{7, 8, 9}),
                                planned(health, Health{50})};
    static constexpr const char* names[]{"Position", "Velocity", "Health"};
    const std::uint32_t kind = random.below(8), type = random.below(3);
    const std::uint64_t number = random.below(static_cast<std::uint32_t>(entities));
    const Which which{number, 1, 1};
    const std::string of = std::string(names[type]) + " of " + std::to_string(number);
    switch (kind) {
        case 0:
        case 1: {
            CreateStep create{1, {}};
            for (std::uint32_t i = 0; i <= type; ++i) create.values.push_back(values[i]);
            return {create, "create " + std::to_string(entities++) + " with " + std::to_string(type + 1), 0};
        }
        case 2:
        case 3:
            return {ValueStep{OperationKind::Add, which, values[type]}, "add " + of, 0};
        case 4:
            return {ValueStep{OperationKind::Set, which, values[type]}, "set " + of, 0};
        case 5:
            return {TypeStep{OperationKind::Remove, which, values[type].type}, "remove " + of, 0};
        case 6:
            return {TypeStep{OperationKind::Get, which, values[type].type}, "get " + of, 0};
        default:
            return {DestroyStep{which}, "destroy " + std::to_string(number), 0};
    }
}

/// The entities of the pattern, and so many operations.
Scenario operations_of(std::uint64_t count) {
    constexpr int operations = 80;
    Scenario scenario = lab_test::pattern(count);
    scenario.steps.pop_back();
    ecs::Random random(5);
    for (int i = 0; i < operations; ++i) scenario.steps.push_back(random_operation(random, scenario.entities));
    return scenario;
}

/// A block of the heap, and where it lies in truth.
struct RealBlock {
    Block block;
    std::uintptr_t real = 0;
};

void add_blocks(const Arena& arena, std::vector<RealBlock>& to) {
    for (const auto& [begin, block] : arena.blocks())
        if (block.kind == BlockKind::Heap) to.push_back({block, reinterpret_cast<std::uintptr_t>(arena.at(begin))});
}

void print(const std::vector<RealBlock>& blocks) {
    for (const auto& [block, real] : blocks)
        std::printf("block %" PRIx64 " %" PRIxPTR " %" PRIu64 " %.*s\n", block.begin, real, block.bytes,
                    static_cast<int>(block.what.size()), block.what.data());
}

void print_result(std::string_view name, const StepResult& result) {
    std::printf("query %.*s\nvisited %" PRIu64 "\n", static_cast<int>(name.size()), name.data(), result.visited);
    if (result.refused + result.bitten != 0)
        std::printf("refused %.*s %.*s\n", static_cast<int>(result.rule.size()), result.rule.data(),
                    static_cast<int>(result.why.size()), result.why.data());
}

/// Callgrind, begun anew in one process, counts wrong; so it is told of a single query.
int run_untraced(const Scenario& scenario, StorageKind kind, Mode mode, std::string_view for_callgrind) {
    ScenarioRun run(scenario, kind, mode, {}, Tracing::None);
    run.step();
    std::printf("marker %" PRIxPTR "\n", reinterpret_cast<std::uintptr_t>(&marker));
    std::vector<RealBlock> blocks;
    add_blocks(run.arena(), blocks);
    print(blocks);
    std::fflush(stdout);
    for (const std::string_view name : query_names) {
        if (name == for_callgrind) CALLGRIND_START_INSTRUMENTATION;
        mark(1);
        run.step();
        mark(2);
        if (name == for_callgrind) CALLGRIND_DUMP_STATS_AT(name.data());
    }
    for (std::size_t i = 0; i < std::size(query_names); ++i) print_result(query_names[i], run.results()[i + 1]);
    return 0;
}

/// Blocks come and go with operations: each has those from before it and from after it.
int operate_untraced(const Scenario& scenario, StorageKind kind, Mode mode) {
    ScenarioRun run(scenario, kind, mode, {}, Tracing::None);
    run.storage().judges = false;
    run.step();
    std::printf("marker %" PRIxPTR "\n", reinterpret_cast<std::uintptr_t>(&marker));
    std::fflush(stdout);
    std::vector<std::vector<RealBlock>> blocks(scenario.steps.size());
    while (!run.finished()) {
        std::vector<RealBlock>& of_step = blocks[run.done()];
        add_blocks(run.arena(), of_step);
        mark(1);
        run.step();
        mark(2);
        add_blocks(run.arena(), of_step);
    }
    for (std::size_t i = 1; i < scenario.steps.size(); ++i) {
        print_result(scenario.steps[i].text, run.results()[i]);
        print(blocks[i]);
    }
    return 0;
}

int print_lines(const Scenario& scenario, StorageKind kind, Mode mode) {
    ScenarioRun run(scenario, kind, mode, {}, Tracing::Counts);
    run.storage().judges = false;
    run.step();
    while (!run.finished()) {
        const std::string& name = scenario.steps[run.done()].text;
        const StepResult& result = run.step();
        print_result(name, result);
        std::printf("lines %" PRIu64 "\n", result.work.lines);
        for (const LineTouch& touch : run.trace()->operations().back().touched)
            std::printf("line %" PRIx64 "\n", touch.line);
    }
    return 0;
}

int print_cache(const Scenario& scenario, StorageKind kind, Mode mode, const CacheShape& shape) {
    if (const std::string fault = fault_of(shape); !fault.empty()) stop(fault);
    ScenarioRun run(scenario, kind, mode, {}, Tracing::Events);
    run.run_to(scenario.steps.size());
    const Trace& trace = *run.trace();
    CacheSimulation cache(shape);
    for (std::size_t query = 0; query < std::size(query_names); ++query) {
        const std::size_t i = trace.operations().size() - std::size(query_names) + query;
        std::printf("query,%s\n", query_names[query].data());
        for_each_access(trace, i, [](Address at, std::uint64_t bytes, bool writes) {
            std::printf("access,%c,%" PRIx64 ",%" PRIu64 "\n", writes ? 'w' : 'r', at, bytes);
        });
        cache.run(trace, i);
    }
    std::printf("cache,%" PRIu64 ",%" PRIu64 ",%" PRIu64 "\n", cache.hits(), cache.misses(), cache.not_kept());
    for (const CachedLine& line : cache.lines())
        std::printf("line,%" PRIx64 ",%" PRIu64 ",%" PRIu64 "\n", line.line, line.hits, line.misses);
    return 0;
}

}  // namespace

int main(int argc, char** argv) {
    // In one piece: what watches the program writes in between.
    static char buffer[1 << 22];
    std::setvbuf(stdout, buffer, _IOFBF, sizeof buffer);
    const std::string usage =
        "wanted: run|lines|operate|operation-lines STORAGE MODE COUNT, run STORAGE MODE COUNT QUERY, or cache STORAGE "
        "MODE COUNT BYTES WAYS";
    const std::vector<std::string_view> words(argv + 1, argv + argc);
    if (words.size() < 4) stop(usage);
    const std::optional<StorageKind> kind = storage_kind_from(words[1]);
    if (!kind) stop("no storage " + std::string(words[1]));
    const Mode mode = words[2] == name_of(Mode::Faithful) ? Mode::Faithful : Mode::Repaired;
    if (words[2] != name_of(mode)) stop("no mode " + std::string(words[2]));
    const bool operates = words[0] == "operate" || words[0] == "operation-lines";
    const Scenario scenario = operates ? operations_of(number(words[3])) : scenario_of(number(words[3]));
    if (words[0] == "operate" && words.size() == 4) return operate_untraced(scenario, *kind, mode);
    if (words[0] == "operation-lines" && words.size() == 4) return print_lines(scenario, *kind, mode);
    if (words[0] == "run" && words.size() <= 5)
        return run_untraced(scenario, *kind, mode, words.size() == 5 ? words[4] : std::string_view{});
    if (words[0] == "lines" && words.size() == 4) return print_lines(scenario, *kind, mode);
    if (words[0] == "cache" && words.size() == 6)
        return print_cache(scenario, *kind, mode, {number(words[4]), number(words[5])});
    stop(usage);
}
