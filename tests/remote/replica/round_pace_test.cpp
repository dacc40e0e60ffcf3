#include "remote/replica/round_pace.hpp"

#include "catch.hpp"
#include "remote/flecs/page_size.hpp"

namespace round_pace_test {

using remote::PageSize;
using remote::RoundPace;
using namespace std::chrono_literals;

TEST_CASE("Round pace: a small world is asked for ten times a second, a large one takes an eighth of the time",
          "[replica]") {
    const RoundPace::Clock::time_point begin{1h};
    RoundPace pace;
    CHECK(pace.due(begin));
    (void)pace.answered(0.03125);  // the wait of each answer, as of a request that says little
    const auto pause_after = [&](std::initializer_list<double> answers) {
        pace.begin(begin);
        for (const double secs : answers) (void)pace.answered_in_round(secs);
        pace.end();
        CHECK_FALSE(pace.due(begin));
        auto pause = 0ms;
        while (!pace.due(begin + pause)) pause += 1ms;
        return pause;
    };
    CHECK(pause_after({0.0390625}) == 100ms);
    CHECK(pause_after({0.15625}) == 1000ms);
    CHECK(pause_after({0.15625, 0.15625, 0.03125}) == 2000ms);
    CHECK(pause_after({60}) == 5000ms);
    pace.at_once();
    CHECK(pace.due(begin));
}

TEST_CASE("Round pace: an answer that is always slow is no wait", "[replica]") {
    RoundPace pace;
    CHECK(pace.answered_in_round(2) > 1.9);
}

TEST_CASE("Page size: it grows while answers are quick, and not over what is said in a moment", "[replica]") {
    PageSize size;
    CHECK(size.rows() == 1000);
    size.answered(1000, 100'000, 0.002);
    CHECK(size.rows() == 4000);
    size.answered(4000, 400'000, 0.008);
    CHECK(size.rows() == 16'000);
    size.answered(16'000, 1'600'000, 0.032);
    CHECK(size.rows() == PageSize::most);
    size.answered(20, 2'000, 0);  // the end of a round
    CHECK(size.rows() == PageSize::most);
    size.answered(20'000, 2'000'000, 0.4);  // the program is busy
    CHECK(size.rows() == 5000);
    size.answered(5000, 64u << 20, 0.01);  // large values
    CHECK(size.rows() == PageSize::least);
}

}  // namespace round_pace_test
