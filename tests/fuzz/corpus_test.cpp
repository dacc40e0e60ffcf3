// Every input that is kept, through the same functions as in the fuzzers: what was found once is a test from then on.
#include <filesystem>
#include <fstream>
#include <iterator>
#include <vector>

#include "catch.hpp"
#include "fuzz_targets.hpp"

namespace corpus_test {

namespace {

std::size_t replay(const std::filesystem::path& folder, void (*target)(std::span<const std::uint8_t>),
                   const char* extension = "") {
    std::size_t count = 0;
    for (const auto& entry : std::filesystem::directory_iterator(std::filesystem::path(FUZZ_CORPUS_DIR) / folder)) {
        if (*extension != 0 && entry.path().extension() != extension) continue;
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

TEST_CASE("Fuzzing: nothing that an editor sends writes without a right to, or holds up the program", "[link][fuzz]") {
    CHECK(replay("link_editor", test::fuzz_link_editor) >= 11);
    CHECK(replay(std::filesystem::path(TEST_DATA_DIR) / "link", test::fuzz_link_editor, ".editor") >= 1);
}

TEST_CASE("Fuzzing: what a program sends ends the connection, or is a world that is whole, recorded and saved",
          "[link][fuzz]") {
    CHECK(replay("link_program", test::fuzz_link_program) >= 7);
    CHECK(replay(std::filesystem::path(TEST_DATA_DIR) / "link", test::fuzz_link_program, ".program") >= 1);
}

}  // namespace corpus_test
