#include "runner.hpp"

#include <memory>

#include "catch.hpp"

namespace runner_test {

using namespace bench;

namespace {

std::string calls;
std::uint64_t floor_digest = 1;

Comparison recording(std::size_t) {
    Comparison comparison;
    comparison.rounds = 2;
    comparison.ecs = {[] { calls += 'p'; }, [] { calls += 'E'; }, [] { return std::uint64_t{1}; }};
    comparison.floor = {{}, [] { calls += 'F'; }, [] { return floor_digest; }};
    return comparison;
}

std::unique_ptr<char[]> allocated;

Comparison allocating(std::size_t n) {
    Comparison comparison;
    comparison.meter = Meter::Memory;
    comparison.operations = static_cast<double>(n);
    comparison.ecs = {[] { allocated.reset(); }, [n] { allocated = std::make_unique<char[]>(n * 1024); },
                      [] { return 0ull; }};
    comparison.floor = {[] { allocated.reset(); }, [n] { allocated = std::make_unique<char[]>(n * 512); },
                        [] { return 0ull; }};
    return comparison;
}

}  // namespace

TEST_CASE("Runner: the ECS and the floor take turns, and so does who goes first", "[bench][runner]") {
    calls.clear();
    floor_digest = 1;
    Runner runner({"recording", "", {}, recording}, 10, false);
    calls.clear();  // the warm-up
    runner.repeat();
    runner.repeat();
    CHECK(calls == "pEpEFFFFpEpE");
    CHECK_FALSE(runner.problem());
}

TEST_CASE("Runner: sides that end up with different values are told", "[bench][runner]") {
    floor_digest = 2;
    Runner runner({"recording", "", {}, recording}, 10, true);
    runner.repeat();
    REQUIRE(runner.problem());
    CHECK(*runner.problem() == "recording at 10: the ECS and the floor end up with different values");
}

TEST_CASE("Runner: memory is what operator new handed out and did not get back", "[bench][runner]") {
    Runner runner({"allocating", "", {}, allocating}, 100, true);
    for (int i = 0; i < 3; ++i) runner.repeat();
    const Measurement measurement = runner.result();
    CHECK(measurement.ecs.median >= 1024);
    CHECK(measurement.ecs.median < 1025);
    CHECK(measurement.ratio.median > 1.99);
    CHECK(measurement.ratio.median < 2.01);
}

TEST_CASE("Runner: a spread is the quartiles and the median between them", "[bench][runner]") {
    const Spread odd = spread_of({5, 1, 3, 2, 4});
    CHECK(odd.low == 2);
    CHECK(odd.median == 3);
    CHECK(odd.high == 4);
    CHECK(spread_of({1, 2}).median == 1.5);
    CHECK(spread_of({}).median == 0);
}

}  // namespace runner_test
