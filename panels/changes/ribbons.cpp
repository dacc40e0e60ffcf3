#include "panels/changes/ribbons.hpp"

#include <algorithm>
#include <map>
#include <numeric>

namespace panels {

namespace {

enum class End { Left, Right };

std::uint64_t id_at(const RibbonWay& way, End end) { return end == End::Left ? way.from : way.to; }

/// The bars of one side, heaviest first.
std::vector<std::uint64_t> bars_of(std::span<const RibbonWay> ways, End end) {
    std::map<std::uint64_t, double> weights;
    for (const RibbonWay& way : ways) weights[id_at(way, end)] += way.weight;
    std::vector<std::uint64_t> bars;
    for (const auto& [id, weight] : weights) bars.push_back(id);
    std::stable_sort(bars.begin(), bars.end(), [&](auto a, auto b) { return weights[a] > weights[b]; });
    return bars;
}

std::map<std::uint64_t, std::size_t> places_of(const std::vector<std::uint64_t>& bars) {
    std::map<std::uint64_t, std::size_t> places;
    for (std::size_t i = 0; i < bars.size(); ++i) places[bars[i]] = i;
    return places;
}

/// Sorts the bars of one side by the mean place of what they are joined to: the barycenter method of Sugiyama, Tagawa
/// and Toda (1981).
void sort_by_other_side(std::vector<std::uint64_t>& bars, const std::vector<std::uint64_t>& other,
                        std::span<const RibbonWay> ways, End end) {
    const auto places = places_of(other);
    std::map<std::uint64_t, std::pair<double, double>> sums;  // of places times weight, and of weights
    for (const RibbonWay& way : ways) {
        auto& [places_sum, weight_sum] = sums[id_at(way, end)];
        places_sum +=
            way.weight * static_cast<double>(places.at(id_at(way, end == End::Left ? End::Right : End::Left)));
        weight_sum += way.weight;
    }
    std::stable_sort(bars.begin(), bars.end(),
                     [&](auto a, auto b) { return sums[a].first / sums[a].second < sums[b].first / sums[b].second; });
}

}  // namespace

RibbonLayout lay_out_ribbons(std::span<const RibbonWay> ways, const RibbonSizes& sizes) {
    RibbonLayout layout;
    if (ways.empty()) return layout;
    std::vector<std::uint64_t> left = bars_of(ways, End::Left), right = bars_of(ways, End::Right);
    constexpr int sweeps = 4;
    for (int i = 0; i < sweeps; ++i) {
        sort_by_other_side(right, left, ways, End::Right);
        sort_by_other_side(left, right, ways, End::Left);
    }

    for (const RibbonWay& way : ways)
        if (way.last) {
            std::stable_partition(left.begin(), left.end(), [&](auto id) { return id != way.from; });
            std::stable_partition(right.begin(), right.end(), [&](auto id) { return id != way.to; });
        }

    // What is left of the room beside the names decides how thick ribbons can be.
    const double weights = std::accumulate(ways.begin(), ways.end(), 0.0,
                                           [](double sum, const RibbonWay& way) { return sum + way.weight; });
    const auto names = sizes.below * static_cast<float>(std::max(left.size(), right.size()));
    const float fits = static_cast<float>(std::max(0.0, double{sizes.height - names}) / weights);
    const float per_weight = std::min(sizes.per_weight, fits);
    const auto thickness = [&](const RibbonWay& way) {
        return std::max(sizes.least, per_weight * static_cast<float>(way.weight));
    };

    layout.ribbons.resize(ways.size());
    const auto place = [&](const std::vector<std::uint64_t>& bars, const std::vector<std::uint64_t>& other, End end) {
        const auto places = places_of(other);
        std::vector<RibbonBar> placed;
        float y = 0;
        for (const std::uint64_t id : bars) {
            RibbonBar bar{id, y, y};
            std::vector<std::size_t> here;
            for (std::size_t i = 0; i < ways.size(); ++i)
                if (id_at(ways[i], end) == id) here.push_back(i);
            std::stable_sort(here.begin(), here.end(), [&](std::size_t a, std::size_t b) {
                const End far = end == End::Left ? End::Right : End::Left;
                return places.at(id_at(ways[a], far)) < places.at(id_at(ways[b], far));
            });
            for (const std::size_t i : here) {
                Ribbon& ribbon = layout.ribbons[i];
                (end == End::Left ? ribbon.left_low : ribbon.right_low) = bar.high;
                bar.high += thickness(ways[i]);
                (end == End::Left ? ribbon.left_high : ribbon.right_high) = bar.high;
            }
            y = bar.high + sizes.below;
            placed.push_back(bar);
        }
        layout.height = std::max(layout.height, y);
        return placed;
    };
    layout.left = place(left, right, End::Left);
    layout.right = place(right, left, End::Right);
    return layout;
}

std::size_t crossings_of(const RibbonLayout& layout) {
    std::size_t crossings = 0;
    const auto& all = layout.ribbons;
    for (std::size_t i = 0; i < all.size(); ++i)
        for (std::size_t k = i + 1; k < all.size(); ++k)
            crossings += (all[i].left_low < all[k].left_low) != (all[i].right_low < all[k].right_low);
    return crossings;
}

}  // namespace panels
