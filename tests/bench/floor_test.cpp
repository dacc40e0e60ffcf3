#include "floor.hpp"

#include <algorithm>
#include <vector>

#include "catch.hpp"
#include "comparison.hpp"

namespace floor_test {

using namespace bench;

namespace {

struct Filled {
    explicit Filled(std::size_t n) : floor(n, n), ids(n) {
        for (std::size_t i = 0; i < n; ++i) ids[i] = floor.create(position_of(i), velocity_of(i));
    }
    /// Every living id must lead to a row that has its values and its id; no row is left over.
    void check_rows() {
        std::size_t living = 0;
        for (std::size_t i = 0; i < ids.size(); ++i) {
            if (!floor.alive(ids[i])) continue;
            ++living;
            const std::uint32_t row = floor.row(ids[i]);
            REQUIRE(row < floor.moving().rows);
            CHECK(floor.moving().position[row].x == position_of(i).x);
            CHECK(floor.moving().velocity[row].z == velocity_of(i).z);
            CHECK(floor.moving().ids[row].index == ids[i].index);
        }
        CHECK(living == floor.moving().rows);
    }
    Floor floor;
    std::vector<FloorHandle> ids;
};

}  // namespace

TEST_CASE("Floor: destroying in a batch leaves what destroying one by one leaves", "[bench][floor]") {
    for (const std::size_t keep_every : {1000, 2, 3, 64, 65}) {
        Filled filled(500);
        std::vector<FloorHandle> doomed;
        for (const std::uint32_t i : shuffled(500))
            if (i % keep_every != 0) doomed.push_back(filled.ids[i]);
        std::vector<std::uint64_t> marks((500 + 63) / 64);
        filled.floor.destroy_many(doomed, marks);
        CHECK(filled.floor.moving().rows == 500 - doomed.size());
        for (const FloorHandle id : doomed) CHECK_FALSE(filled.floor.alive(id));
        CHECK(std::all_of(marks.begin(), marks.end(), [](std::uint64_t word) { return word == 0; }));
        filled.check_rows();
        filled.floor.destroy_many(doomed, marks);  // handles of the dead change nothing
        filled.check_rows();
    }
}

TEST_CASE("Floor: an id is reused with another generation, and the old handle stays dead", "[bench][floor]") {
    Filled filled(10);
    const FloorHandle old = filled.ids[4];
    CHECK(filled.floor.destroy(old));
    CHECK_FALSE(filled.floor.destroy(old));
    filled.ids[4] = filled.floor.create(position_of(4), velocity_of(4));
    CHECK(filled.ids[4].index == old.index);
    CHECK(filled.ids[4].generation == old.generation + 1);
    CHECK(filled.floor.position(old) == nullptr);
    filled.check_rows();
}

TEST_CASE("Floor: adding and removing keep the values, one by one and in a batch", "[bench][floor]") {
    Filled filled(100);
    AcceleratedTable& accelerated = filled.floor.accelerated();
    for (const std::uint32_t i : shuffled(100)) {
        REQUIRE(filled.floor.add(filled.ids[i], acceleration_of(i)));
        const std::uint32_t row = filled.floor.row(filled.ids[i]);
        CHECK(accelerated.position[row].x == position_of(i).x);
        CHECK(accelerated.acceleration[row].z == acceleration_of(i).z);
    }
    CHECK(filled.floor.moving().rows == 0);
    for (const FloorHandle id : filled.ids) REQUIRE(filled.floor.remove(id));
    filled.check_rows();
    filled.floor.add_to_all();
    CHECK(accelerated.rows == 100);
    CHECK(accelerated.acceleration[99].y == Acceleration{}.y);
    filled.floor.remove_from_all();
    CHECK(accelerated.rows == 0);
    filled.check_rows();
}

}  // namespace floor_test
