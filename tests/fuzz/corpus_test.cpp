// Every input that is kept, through the same functions as in the fuzzers: what was found once is a test from then on.
#include <filesystem>
#include <fstream>
#include <iterator>
#include <vector>

#include "catch.hpp"
#include "fuzz_targets.hpp"

namespace corpus_test {

namespace {

std::size_t replay(const char* folder, void (*target)(std::span<const std::uint8_t>)) {
    std::size_t count = 0;
    for (const auto& entry : std::filesystem::directory_iterator(std::filesystem::path(FUZZ_CORPUS_DIR) / folder)) {
        std::ifstream file(entry.path(), std::ios::binary);
        const std::vector<char> bytes{std::istreambuf_iterator<char>(file), {}};
        INFO(entry.path().filename().string());
        CHECK_NOTHROW(target({reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()}));
        ++count;
    }
    return count;
}

}  // namespace

TEST_CASE("Fuzzing: every kept sequence of operations does what the model does", "[ecs][fuzz]") {
    CHECK(replay("operations", test::fuzz_operations) >= 12);
}

TEST_CASE("Fuzzing: every kept text of the language is an error with a place, or asks and changes a world",
          "[ecs][language][fuzz]") {
    CHECK(replay("language", test::fuzz_language) >= 20);
}

TEST_CASE("Fuzzing: every kept world file is an error or a world", "[editor][world_file][fuzz]") {
    CHECK(replay("world_file", test::fuzz_world_file) >= 20);
}

}  // namespace corpus_test
