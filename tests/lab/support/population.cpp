#include "lab/support/population.hpp"

#include <vector>

#include "catch.hpp"
#include "lab/support/lab_types.hpp"

namespace lab_test {

void populate(ecs::lab::Storage& storage, int count) {
    for (int i = 0; i < count; ++i) {
        const auto number = static_cast<float>(i);
        const Position position_of_it{number, 0, 0};
        const Velocity velocity_of_it{0, number, 0};
        const Health health_of_it{number};
        std::vector<ecs::lab::Value> values;
        if (i / 10 % 3 != 0) values.push_back({position, &position_of_it});
        if (i / 10 % 4 != 0) values.push_back({velocity, &velocity_of_it});
        values.push_back({health, &health_of_it});
        REQUIRE(storage.create(values));
    }
}

}  // namespace lab_test
