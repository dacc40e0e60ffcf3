#include "ecs/lab/memory/cache_simulation.hpp"

#include "catch.hpp"
#include "ecs/lab/memory/memory.hpp"
#include "ecs/lab/scenario/scenario_run.hpp"
#include "lab/support/lab_scenarios.hpp"

namespace cache_simulation_test {

using namespace ecs::lab;

namespace {

/// Hit or miss of one access to each line, by its number: `H` and `M`.
std::string pattern_of(CacheSimulation& cache, const std::vector<std::uint64_t>& lines) {
    std::string pattern;
    for (const std::uint64_t line : lines) {
        const std::uint64_t hits = cache.hits();
        cache.access(first_address + line * line_bytes, 4);
        pattern += cache.hits() > hits ? 'H' : 'M';
    }
    return pattern;
}

}  // namespace

TEST_CASE("CacheSimulation: the line not used for longest makes room", "[lab][cache_simulation]") {
    // One set of two ways. 2 takes the place of 1, since 0 was used after it; then 1 that of 2, and 2 that of 0.
    CacheSimulation cache({128, 2});
    CHECK(pattern_of(cache, {0, 1, 0, 2, 0, 1, 2, 0}) == "MMHMHMMM");
    CHECK(cache.hits() == 2);
    CHECK(cache.misses() == 6);
    REQUIRE(cache.lines().size() == 3);
    CHECK(cache.lines()[0].line == first_address);
    CHECK(cache.lines()[0].hits == 2);
    CHECK(cache.lines()[0].misses == 2);
    CHECK(cache.lines()[1].line == first_address + 64);
    CHECK(cache.lines()[1].misses == 2);
    CHECK(cache.lines()[2].line == first_address + 128);
    CHECK(cache.lines()[2].misses == 2);
    CHECK(cache.lines()[2].hits == 0);
}

TEST_CASE("CacheSimulation: a line goes to the set of its address only", "[lab][cache_simulation]") {
    SECTION("direct mapped, lines that share a set push each other out while the rest is empty") {
        CacheSimulation cache({4 * 64, 1});
        CHECK(pattern_of(cache, {0, 4, 0, 4, 1, 5, 2, 2}) == "MMMMMMMH");
    }
    SECTION("with two ways both stay") {
        CacheSimulation cache({8 * 64, 2});
        CHECK(pattern_of(cache, {0, 4, 0, 4, 8, 0, 4}) == "MMHHMMM");
    }
    SECTION("with one set any two stay") {
        CacheSimulation cache({2 * 64, 2});
        CHECK(pattern_of(cache, {0, 5, 0, 5}) == "MMHH");
    }
    SECTION("the number of sets need not be a power of two") {
        // Three lines on, the set is the same.
        CacheSimulation cache({3 * 64, 1});
        CHECK(pattern_of(cache, {0, 1, 2, 0, 3, 0}) == "MMMHMM");
    }
}

TEST_CASE("CacheSimulation: a run over more than fits misses each time, one that fits only at first",
          "[lab][cache_simulation]") {
    CacheSimulation cache({4096, 4});
    for (int round = 0; round < 3; ++round) cache.access(first_address, 4096);
    CHECK(cache.misses() == 64);
    CHECK(cache.hits() == 128);
    CacheSimulation small({4096, 4});
    // 80 lines: each set of four ways is asked for five lines in turn, and has always just lost the next.
    for (int round = 0; round < 3; ++round) small.access(first_address, 5120);
    CHECK(small.misses() == 240);
    CHECK(small.hits() == 0);
}

TEST_CASE("CacheSimulation: an access that crosses lines counts for each", "[lab][cache_simulation]") {
    CacheSimulation cache({1024, 2});
    cache.access(first_address + 60, 8);
    CHECK(cache.misses() == 2);
    cache.access(first_address + 63, 1);
    CHECK(cache.hits() == 1);
    cache.access(first_address + 64, 64);
    CHECK(cache.hits() == 2);
    REQUIRE(cache.lines().size() == 2);
    CHECK(cache.lines()[0].hits == 1);
    CHECK(cache.lines()[1].hits == 1);
}

TEST_CASE("CacheSimulation: a shape that no cache has is refused in one sentence", "[lab][cache_simulation]") {
    CHECK(fault_of({32 * 1024, 8}).empty());
    CHECK(fault_of({192, 3}).empty());
    CHECK(fault_of({1024, 0}) == "a cache has at least one way");
    for (const CacheShape& shape : {CacheShape{0, 1}, CacheShape{1000, 1}, CacheShape{1024, 3}, CacheShape{64, 2}})
        CHECK(fault_of(shape) == "the bytes of a cache are a multiple of 64 times its ways");
}

TEST_CASE("CacheSimulation: of an operation it takes what touched the heap, in order", "[lab][cache_simulation]") {
    Arena arena;
    Trace trace(arena);
    const TracedMemory memory(arena, &trace);
    const Address program = memory.allocate(64, "head", BlockKind::Program);
    const Address first = memory.allocate(128, "first");
    memory.store<int>(first, 1);
    trace.begin_operation("moved");
    memory.load<int>(program);
    memory.store<int>(first + 64, 2);
    const Address second = memory.allocate(64, "second");
    memory.copy(second, first, 8);
    memory.release(second);
    memory.allocate(64, "head again", BlockKind::Program);  // where `second` was
    memory.store<int>(second, 3);
    trace.end_operation();

    struct Access {
        Address at;
        std::uint64_t bytes;
        bool writes;
    };
    std::vector<Access> accesses;
    for_each_access(trace, trace.operations().size() - 1, [&](Address at, std::uint64_t bytes, bool writes) {
        accesses.push_back({at, bytes, writes});
    });
    REQUIRE(arena.block_of(second)->what == "head again");
    REQUIRE(accesses.size() == 3);
    CHECK((accesses[0].at == first + 64 && accesses[0].bytes == 4 && accesses[0].writes));
    CHECK((accesses[1].at == first && accesses[1].bytes == 8 && !accesses[1].writes));
    CHECK((accesses[2].at == second && accesses[2].bytes == 8 && accesses[2].writes));
}

TEST_CASE("CacheSimulation: one that holds all misses each line of a query once", "[lab][cache_simulation]") {
    const Scenario scenario = lab_test::pattern(200);
    for (const StorageKind kind : storage_kinds) {
        CAPTURE(name_of(kind));
        ScenarioRun run(scenario, kind, Mode::Repaired, {}, Tracing::Events);
        run.run_to(scenario.steps.size());
        const std::size_t query = run.trace()->operations().size() - 1;
        const Trace::Operation& operation = run.trace()->operations()[query];
        CacheSimulation cache({1 << 20, 1 << 14});
        cache.run(*run.trace(), query);
        CHECK(cache.misses() == operation.work.lines);
        REQUIRE(cache.lines().size() == operation.touched.size());
        for (std::size_t i = 0; i < operation.touched.size(); ++i)
            CHECK(cache.lines()[i].line == operation.touched[i].line);
        CHECK(cache.not_kept() == 0);
        // Again: everything is there.
        const std::uint64_t accesses = cache.hits() + cache.misses();
        cache.run(*run.trace(), query);
        CHECK(cache.misses() == operation.work.lines);
        CHECK(cache.hits() == 2 * accesses - operation.work.lines);
    }
}

TEST_CASE("CacheSimulation: what the trace did not keep is said", "[lab][cache_simulation]") {
    Arena arena;
    Trace trace(arena);
    const TracedMemory memory(arena, &trace);
    const Address block = memory.allocate(64, "block");
    trace.begin_operation("many");
    for (std::size_t i = 0; i < Trace::kept_reads + 7; ++i) memory.load<int>(block);
    trace.end_operation();
    CacheSimulation cache({1024, 2});
    cache.run(trace, 1);
    CHECK(cache.not_kept() == 7);
    CHECK(cache.hits() == Trace::kept_reads - 1);
}

}  // namespace cache_simulation_test
