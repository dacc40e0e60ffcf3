// The world against a table of structs, over random operations. CHUNKSCOPE_MODEL_OPERATIONS in the environment asks for
// more than the default 100,000, CHUNKSCOPE_MODEL_SEED for another sequence: what a failure prints repeats it.
#include <algorithm>
#include <bit>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "catch.hpp"
#include "ecs/model/world_model.hpp"
#include "ecs/support/tracked.hpp"

namespace world_model_test {

using namespace test;

namespace {

constexpr std::uint64_t operations_a_world = 50'000;

std::uint64_t from_environment(const char* name, std::uint64_t otherwise) {
    const char* const text = std::getenv(name);
    return text ? std::strtoull(text, nullptr, 10) : otherwise;
}

// Small and large worlds, with few and with many kinds of components.
ModelOptions options_for(std::uint64_t seed) {
    ecs::Random random(seed * 977);
    ModelOptions options;
    constexpr std::size_t sizes[] = {1500, 40, 400, 3000};
    options.max_entities = sizes[seed % 4];
    options.tree = seed % 3 != 1;
    options.kinds = 0;
    const std::size_t kinds = seed % 5 == 0 ? kind_count : 3 + random.below(4);
    if (kinds == kind_count) options.kinds = ~0u;
    while (options.kinds != ~0u && std::popcount(options.kinds) < static_cast<int>(kinds))
        options.kinds |= 1u << random.below(kind_count);
    return options;
}

// Empty when all was well, else what was not.
std::string run(std::uint64_t seed, std::uint64_t operations, std::vector<std::uint64_t>& counts) {
    const TrackedScope scope;
    std::uint64_t operation = 0;
    try {
        RandomChoices choices(seed);
        WorldModel model(choices, options_for(seed));
        while (operation < operations) {
            ++operation;
            model.step();
            if (operation % 997 == 0) model.compare();
        }
        model.compare();
        counts.resize(model.counts().size());
        for (std::size_t i = 0; i < counts.size(); ++i) counts[i] += model.counts()[i].second;
    } catch (const std::exception& exception) {
        return "operation " + std::to_string(operation) + ": " + exception.what() +
               "\nrepeat with CHUNKSCOPE_MODEL_SEED=" + std::to_string(seed) +
               " CHUNKSCOPE_MODEL_OPERATIONS=" + std::to_string(operation);
    }
    if (!scope.clean()) return "values were left over or mishandled at the end, seed " + std::to_string(seed);
    return {};
}

}  // namespace

TEST_CASE("World: does what a table of structs does, over 100,000 random operations", "[ecs][world][model]") {
    const std::uint64_t asked = from_environment("CHUNKSCOPE_MODEL_OPERATIONS", 100'000);
    std::uint64_t seed = from_environment("CHUNKSCOPE_MODEL_SEED", 2024);
    std::vector<std::uint64_t> counts;
    for (std::uint64_t left = asked; left > 0; ++seed) {
        const std::uint64_t operations = std::min(left, operations_a_world);
        if (asked > 1'000'000) {  // a sanitizer ends the program without a word from us: the last line names the seed
            std::fprintf(stderr, "model: seed %llu, %llu of %llu operations\n", static_cast<unsigned long long>(seed),
                         static_cast<unsigned long long>(asked - left), static_cast<unsigned long long>(asked));
        }
        const std::string fault = run(seed, operations, counts);
        INFO(fault);
        REQUIRE(fault.empty());
        left -= operations;
    }
    if (asked >= 100'000)
        for (const std::uint64_t count : counts) CHECK(count > 100);  // no operation was left out
}

}  // namespace world_model_test
