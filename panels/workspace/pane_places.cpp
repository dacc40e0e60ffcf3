#include <algorithm>
#include <cmath>
#include <numeric>

#include "panels/workspace/pane_tree.hpp"

namespace panels {

namespace {

constexpr float small_width = 1280, large_width = 1920, small_height = 800, large_height = 1080;
/// What the menu bar and the status bar take of the window.
constexpr float bars_height = 56;

/// In units of scale 1, in a window of this width or height.
float wanted_size(const PaneSize& size, float window, bool along_row) {
    const float low = along_row ? small_width : small_height, high = along_row ? large_width : large_height;
    // Panes at the sides do not grow beyond what a wide screen gives them: the rest belongs to what has no size.
    const float share = std::clamp((window - low) / (high - low), 0.0f, along_row ? 1.0f : 4.0f);
    return size.small + (size.large - size.small) * share;
}

/// The least width or height of a pane with all its parts, in pixels.
float least_size(const Pane& pane, bool along_row, float gap, float scale) {
    if (!pane.divided()) return std::floor((along_row ? min_pane_width : min_pane_height) * scale);
    float least = 0;
    const bool adds = (pane.division == Pane::Division::Row) == along_row;
    for (const Pane& part : pane.parts) {
        const float own = least_size(part, along_row, gap, scale);
        least = adds ? least + own : std::max(least, own);
    }
    return adds ? least + gap * static_cast<float>(pane.parts.size() - 1) : least;
}

struct Layout {
    float gap, scale;
    ImVec2 window;  // in units of scale 1
    PaneTree::Places result = {};
    std::vector<std::size_t> path = {};

    /// Sizes of the parts in pixels; together with the gaps they fill `room` exactly.
    std::vector<float> sizes(const Pane& pane, float room, std::vector<float>& least) const {
        const bool row = pane.division == Pane::Division::Row;
        const std::size_t count = pane.parts.size();
        room = std::max(room - gap * static_cast<float>(count - 1), 0.0f);
        std::vector<float> sizes(count);
        least.assign(count, 0);
        std::size_t rest = 0;
        for (std::size_t i = 0; i < count; ++i) {
            const PaneSize& wanted = pane.parts[i].size;
            least[i] = least_size(pane.parts[i], row, gap, scale);
            sizes[i] = wanted.takes_the_rest()
                           ? least[i]
                           : std::max(wanted_size(wanted, row ? window.x : window.y, row) * scale, least[i]);
            rest += wanted.takes_the_rest() ? 1 : 0;
        }
        const float sum = std::accumulate(sizes.begin(), sizes.end(), 0.0f);
        const float sum_of_least = std::accumulate(least.begin(), least.end(), 0.0f);
        for (std::size_t i = 0; i < count; ++i) {
            if (sum_of_least > room)
                sizes[i] = room * least[i] / sum_of_least;
            else if (sum > room)
                sizes[i] -= (sum - room) * (sizes[i] - least[i]) / (sum - sum_of_least);
            else if (rest == 0)
                sizes[i] *= room / sum;
            else if (pane.parts[i].size.takes_the_rest())
                sizes[i] += (room - sum) / static_cast<float>(rest);
        }
        return sizes;
    }

    void place(const Pane& pane, const Area& area) {
        if (!pane.divided()) return result.panes.push_back({&pane, area});
        const bool row = pane.division == Pane::Division::Row;
        std::vector<float> least;
        const std::vector<float> size = sizes(pane, row ? area.width() : area.height(), least);
        const float start = row ? area.low.x : area.low.y, end = row ? area.high.x : area.high.y;
        float at = start;
        for (std::size_t i = 0; i < size.size(); ++i) {
            const bool last = i + 1 == size.size();
            const float low = std::min(std::floor(at), end);
            const float high = last ? end : std::clamp(std::floor(at + size[i]), low, end);
            path.push_back(i);
            place(pane.parts[i],
                  row ? Area{{low, area.low.y}, {high, area.high.y}} : Area{{area.low.x, low}, {area.high.x, high}});
            path.pop_back();
            at += size[i] + gap;
            if (last) return;
            const float next = std::min(high + gap, end);
            result.dividers.push_back({.area = row ? Area{{high, area.low.y}, {next, area.high.y}}
                                                   : Area{{area.low.x, high}, {area.high.x, next}},
                                       .upright = row,
                                       .path = path,
                                       .before = i,
                                       .first_px = size[i],
                                       .second_px = size[i + 1],
                                       .first_min_px = std::min(least[i], size[i]),
                                       .second_min_px = std::min(least[i + 1], size[i + 1])});
        }
    }
};

}  // namespace

PaneTree::Places PaneTree::places(const Area& whole, float gap, float scale) const {
    Layout layout{.gap = gap, .scale = scale, .window = {whole.width() / scale, whole.height() / scale + bars_height}};
    layout.place(root_, whole);
    return std::move(layout.result);
}

void PaneTree::drag(const Divider& divider, float px, float scale) {
    Pane* pane = &root_;
    for (const std::size_t number : divider.path) {
        if (number >= pane->parts.size()) return;
        pane = &pane->parts[number];
    }
    if (divider.before + 1 >= pane->parts.size()) return;
    Pane &first = pane->parts[divider.before], &second = pane->parts[divider.before + 1];
    const float both = divider.first_px + divider.second_px;
    const float wanted = std::clamp(divider.first_px + px, divider.first_min_px,
                                    std::max(both - divider.second_min_px, divider.first_min_px));
    const auto set = [&](Pane& part, float size) { part.size = {size / scale, size / scale}; };
    // What takes the rest goes on taking it, so that the window can grow.
    const bool second_takes_rest = second.size.takes_the_rest();
    if (!first.size.takes_the_rest() || second_takes_rest) set(first, wanted);
    if (!second_takes_rest) set(second, both - wanted);
}

}  // namespace panels
