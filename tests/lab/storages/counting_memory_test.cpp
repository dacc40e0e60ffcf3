#include "ecs/lab/storages/counting_memory.hpp"

#include "catch.hpp"

namespace counting_memory_test {

using ecs::lab::moved_by_removing_oldest;
using Removal = ecs::lab::StorageOptions::Removal;

TEST_CASE("Counting memory: what moves while always the oldest row goes, by both ways of removing", "[lab][lesson]") {
    for (const std::uint64_t rows : {1, 2, 3, 1'000, 100'000}) {
        const auto count = static_cast<std::uint32_t>(rows);
        CHECK(moved_by_removing_oldest(count, 8, Removal::Shift) == 8 * (rows * (rows - 1) / 2));
        CHECK(moved_by_removing_oldest(count, 8, Removal::SwapLast) ==
              8 * (rows / 2));  // then young ones stand in front
    }
    CHECK(moved_by_removing_oldest(100'000, 8, Removal::Shift) == 39'999'600'000);
}

}  // namespace counting_memory_test
