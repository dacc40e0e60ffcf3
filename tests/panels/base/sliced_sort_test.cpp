#include "panels/base/sliced_sort.hpp"

#include <algorithm>

#include "catch.hpp"
#include "ecs/base/random.hpp"

namespace sliced_sort_test {

using panels::SlicedSort;

namespace {

struct Item {
    int key = 0, order = 0;
    friend bool operator==(const Item&, const Item&) = default;
};
bool by_key(const Item& a, const Item& b) { return a.key < b.key; }

std::vector<Item> some_items(std::size_t count, int keys) {
    ecs::Random random;
    std::vector<Item> items;
    for (std::size_t i = 0; i < count; ++i)
        items.push_back({static_cast<int>(random.next() % static_cast<std::uint64_t>(keys)), static_cast<int>(i)});
    return items;
}

}  // namespace

TEST_CASE("Sliced sort: it gives what std::stable_sort gives, however it is sliced", "[panels][sliced_sort]") {
    for (const std::size_t count : {0u, 1u, 2u, 3u, 17u, 1000u}) {
        for (const std::size_t slice : {1u, 7u, 100'000u}) {
            std::vector<Item> items = some_items(count, 20);
            SlicedSort<Item> sort;
            sort.start(items);
            while (!sort.done()) sort.step(by_key, slice);
            std::stable_sort(items.begin(), items.end(), by_key);
            CHECK(sort.take() == items);
        }
    }
}

TEST_CASE("Sliced sort: a step never takes more than its budget", "[panels][sliced_sort]") {
    SlicedSort<Item> sort;
    sort.start(some_items(10'000, 1'000'000));
    std::size_t compared = 0, steps = 0;
    while (!sort.done()) {
        compared = 0;
        CHECK(sort.step([&](const Item& a, const Item& b) { return ++compared, by_key(a, b); }, 500) <= 500);
        CHECK(compared <= 500);
        ++steps;
    }
    CHECK(steps > 100);
    CHECK(steps < 2000);
}

TEST_CASE("Sliced sort: what is in order already takes one pass", "[panels][sliced_sort]") {
    std::vector<Item> items = some_items(10'000, 1'000'000);
    std::stable_sort(items.begin(), items.end(), by_key);
    SlicedSort<Item> sort;
    sort.start(items);
    sort.step(by_key, 10'001);
    CHECK(sort.done());
}

}  // namespace sliced_sort_test
