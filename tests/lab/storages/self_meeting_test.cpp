#include "ecs/lab/storages/self_meeting.hpp"

#include "catch.hpp"

namespace self_meeting_test {

using namespace ecs::lab;

TEST_CASE("Self meeting: the article's pass lets b and c meet themselves where they stood before", "[lab][lesson]") {
    CHECK(self_met(Mode::Faithful) == "b c");
    const std::vector<PairMoment> moments = pairs_met(Mode::Faithful);
    REQUIRE(moments.size() == 3);
    CHECK(moments[0].slots == std::vector<std::string>{"b", "b", "c"});
    CHECK(moments[0].position == 0);
    CHECK(moments[0].is_self());
    CHECK(moments[1].first == "b");
    CHECK(moments[1].second == "c");
    CHECK(moments[2].slots == std::vector<std::string>{"b", "c", "c"});
    CHECK(moments[2].is_self());
}

TEST_CASE("Self meeting: repaired, the list is compacted first, and only b and c meet", "[lab][lesson]") {
    CHECK(self_met(Mode::Repaired) == "none");
    const std::vector<PairMoment> moments = pairs_met(Mode::Repaired);
    REQUIRE(moments.size() == 1);
    CHECK(moments[0].slots == std::vector<std::string>{"b", "c"});
    CHECK(moments[0].first == "b");
    CHECK(moments[0].second == "c");
}

}  // namespace self_meeting_test
