#include "ecs/lab/scenario/scenario.hpp"

#include <cstring>

#include "catch.hpp"
#include "lab/support/lab_types.hpp"

namespace scenario_test {

using namespace ecs::lab;

TEST_CASE("Scenario: fields are added one by one, in the type of each", "[lab][scenario]") {
    const ecs::ComponentType& position = *lab_test::types()[lab_test::position];
    const ecs::ComponentType& velocity = *lab_test::types()[lab_test::velocity];
    const ecs::ComponentType& small = *lab_test::types()[lab_test::small];
    REQUIRE(addable(position, velocity));
    CHECK_FALSE(addable(position, small));
    lab_test::Position value{1, 2, 3};
    const lab_test::Velocity by{10, 20, 30};
    add_fields(position, &value, velocity, &by, 0.5);
    CHECK(value == lab_test::Position{6, 12, 18});
    lab_test::Small level{250};
    const lab_test::Small ten{10};
    add_fields(small, &level, small, &ten, 1);
    CHECK(level.level == 4);  // a byte goes round
    add_fields(small, &level, small, &ten, 3);
    CHECK(level.level == 34);
    add_fields(small, &level, small, &ten, -2);
    CHECK(level.level == 14);
}

TEST_CASE("Scenario: ordering gives each field what the field of its number was", "[lab][scenario]") {
    const ecs::ComponentType& position = *lab_test::types()[lab_test::position];
    lab_test::Position value{1, 2, 3};
    order_fields(position, &value, {2, 0, 1});  // once round: the way back is another one
    CHECK(value == lab_test::Position{3, 1, 2});
}

TEST_CASE("Scenario: the i-th value is the base and i times the growth", "[lab][scenario]") {
    const lab_test::Health base{100}, growth{-2};
    PlannedValue value{lab_test::health, std::vector<std::byte>(4), std::vector<std::byte>(4), {}};
    std::memcpy(value.base.data(), &base, 4);
    std::memcpy(value.growth.data(), &growth, 4);
    lab_test::Health read;
    std::memcpy(&read, value_at(value, *lab_test::types()[lab_test::health], 30).data(), 4);
    CHECK(read.points == 40);
}

}  // namespace scenario_test
