#include "ecs/lab/bench/bench_statistics.hpp"

#include <algorithm>

#include "ecs/base/language.hpp"

namespace ecs::lab {

std::size_t left_out_at_each_end(std::size_t count) {
    // The interval reaches from the (k + 1)st value to the (k + 1)st from the end. It misses the median when k or
    // fewer values lie on one side of the median; each value does so with probability 1/2.
    double outcomes = 1;  // that exactly k do, of 2^count; kept as a fraction
    for (std::size_t i = 0; i < count; ++i) outcomes /= 2;
    double outside = 0;
    for (std::size_t k = 0; 2 * k < count; ++k) {
        outside += 2 * outcomes;
        if (outside > 0.05) return k == 0 ? 0 : k - 1;
        outcomes *= static_cast<double>(count - k) / static_cast<double>(k + 1);
    }
    return 0;
}

Spread spread_of(std::vector<double> values) {
    if (values.empty()) return {};
    std::sort(values.begin(), values.end());
    const std::size_t count = values.size(), out = left_out_at_each_end(count);
    const double median = count % 2 != 0 ? values[count / 2] : (values[count / 2 - 1] + values[count / 2]) / 2;
    return {values.front(), median, values.back(), values[out], values[count - 1 - out]};
}

bool overlap(const Spread& a, const Spread& b) { return a.low <= b.high && b.low <= a.high; }

Ranking rank(std::span<const Spread> spreads) {
    if (spreads.empty()) return {};
    const auto by_median = [](const Spread& a, const Spread& b) { return a.median < b.median; };
    const auto best =
        static_cast<std::size_t>(std::min_element(spreads.begin(), spreads.end(), by_median) - spreads.begin());
    Ranking ranking;
    for (std::size_t i = 0; i < spreads.size(); ++i)
        if (i != best && overlap(spreads[best], spreads[i])) ranking.tied.push_back(i);
    if (ranking.tied.empty())
        ranking.winner = best;
    else
        ranking.tied.insert(ranking.tied.begin(), best);
    return ranking;
}

std::string verdict_of(const Ranking& ranking, std::span<const std::string> names) {
    if (ranking.winner) {
        if (names.size() < 2) return phrase("Nothing but {} was measured", names[*ranking.winner]);
        return phrase("{} took the least time, and no other interval overlaps", names[*ranking.winner]);
    }
    if (ranking.tied.empty()) return tr("Nothing was measured");
    if (ranking.tied.size() == 2)
        return phrase("No winner: the intervals of {} and {} overlap", names[ranking.tied[0]], names[ranking.tied[1]]);
    std::string others;
    for (std::size_t i = 1; i < ranking.tied.size(); ++i) {
        if (i > 1) others += i + 1 == ranking.tied.size() ? tr(" and ") : tr(", ");
        others += names[ranking.tied[i]];
    }
    return phrase("No winner: the interval of {} overlaps with those of {}", names[ranking.tied[0]], others);
}

}  // namespace ecs::lab
