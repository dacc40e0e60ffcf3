#include "ecs/lab/bench/bench_statistics.hpp"

#include "catch.hpp"
#include "ecs/base/language.hpp"
#include "ecs/lab/bench/bench.hpp"

namespace bench_statistics_test {

using namespace ecs::lab;

TEST_CASE("Bench statistics: an interval leaves out as many as the binomial distribution allows", "[lab][bench]") {
    // 2 * (C(n,0) + … + C(n,k)) / 2^n <= 5 %, worked out by hand.
    struct Row {
        std::size_t count, left_out;
    };
    for (const Row& row : {Row{0, 0}, Row{1, 0}, Row{5, 0}, Row{6, 0}, Row{7, 0}, Row{8, 0}, Row{9, 1}, Row{11, 1},
                           Row{12, 2}, Row{15, 3}, Row{25, 7}, Row{101, 40}}) {
        CAPTURE(row.count);
        CHECK(left_out_at_each_end(row.count) == row.left_out);
    }
}

TEST_CASE("Bench statistics: median and interval of values in any order", "[lab][bench]") {
    const Spread seven = spread_of({9, 1, 4, 2, 100, 3, 5});
    CHECK(seven == Spread{1, 4, 100, 1, 100});  // seven are too few to leave any out
    const Spread nine = spread_of({9, 1, 4, 2, 100, 3, 5, 7, 6});
    CHECK(nine == Spread{1, 5, 100, 2, 9});
    CHECK(spread_of({4, 1, 3, 2}).median == 2.5);
    CHECK(spread_of({}) == Spread{});
    CHECK(spread_of({3}) == Spread{3, 3, 3, 3, 3});
}

TEST_CASE("Bench statistics: one repetition that was disturbed moves neither median nor interval", "[lab][bench]") {
    std::vector<double> calm{10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24};
    std::vector<double> disturbed = calm;
    disturbed.back() = 5000;
    CHECK(spread_of(calm).median == spread_of(disturbed).median);
    CHECK(spread_of(calm).high == spread_of(disturbed).high);
    CHECK(spread_of(disturbed).most == 5000);
}

TEST_CASE("Bench statistics: there is a winner only when its interval overlaps with no other", "[lab][bench]") {
    const auto spread = [](double low, double median, double high) { return Spread{low, median, high, low, high}; };
    const std::vector<std::string> names{"Hash index", "Columns", "Chunks"};
    const std::vector<Spread> apart{spread(30, 31, 32), spread(10, 11, 12), spread(13, 14, 15)};
    CHECK(rank(apart).winner == 1u);
    CHECK(verdict_of(rank(apart), names) == "Columns took the least time, and no other interval overlaps");

    const std::vector<Spread> touching{spread(30, 31, 32), spread(10, 11, 13), spread(13, 14, 15)};
    CHECK_FALSE(rank(touching).winner);
    CHECK(rank(touching).tied == std::vector<std::size_t>{1, 2});
    CHECK(verdict_of(rank(touching), names) == "No winner: the intervals of Columns and Chunks overlap");

    const std::vector<Spread> wide{spread(9, 31, 32), spread(10, 11, 13), spread(13, 14, 15)};
    CHECK(verdict_of(rank(wide), names) ==
          "No winner: the interval of Columns overlaps with those of Hash index and Chunks");

    CHECK_FALSE(rank({}).winner);
    CHECK(verdict_of(rank({}), {}) == "Nothing was measured");
    const std::vector<Spread> alone{spread(1, 2, 3)};
    CHECK(verdict_of(rank(alone), std::vector<std::string>{"Objects"}) == "Nothing but Objects was measured");
    CHECK(overlap(spread(1, 2, 3), spread(3, 4, 5)));
    CHECK(overlap(spread(1, 2, 9), spread(3, 4, 5)));
    CHECK_FALSE(overlap(spread(1, 2, 3), spread(3.5, 4, 5)));
}

TEST_CASE("Bench statistics: verdicts and titles are said in the language that is spoken", "[lab][bench][language]") {
    const ecs::Catalog catalog("pi", "Pirate",
                               {{"No winner: the intervals of {} and {} overlap", "{1} and {0} be tied"},
                                {"Columns", "Masts"},
                                {"shifting", "swaying"},
                                {"{} archetypes", "{} crews"}});
    const std::vector<Spread> touching{Spread{1, 2, 4, 1, 4}, Spread{3, 4, 5, 3, 5}};
    const std::vector<std::string> names{"Masts", "Chunks"};
    ecs::speak(&catalog);
    const std::string verdict = verdict_of(rank(touching), names);
    const std::string title = shown_words("Columns, shifting, 16 archetypes"), plain = shown_words("Objects");
    ecs::speak(nullptr);
    CHECK(verdict == "Chunks and Masts be tied");
    CHECK(title == "Masts, swaying, 16 crews");
    CHECK(plain == "Objects");
    CHECK(shown_words("Columns, shifting, 16 archetypes") == "Columns, shifting, 16 archetypes");
    CHECK(shown_words("").empty());
}

}  // namespace bench_statistics_test
