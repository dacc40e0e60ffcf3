#include "panels/scene/scene_snap.hpp"

#include <algorithm>
#include <cmath>

namespace panels {

void SnapLines::clear() {
    boxes_.clear();
    vertical_.clear();
    horizontal_.clear();
}

void SnapLines::add(ecs::Entity entity, const SceneBox& box) {
    const std::size_t shape = boxes_.size();
    boxes_.push_back({entity, box});
    for (const float x : {box.low.x, box.middle().x, box.high.x}) vertical_.push_back({x, shape});
    for (const float y : {box.low.y, box.middle().y, box.high.y}) horizontal_.push_back({y, shape});
}

void SnapLines::sort() {
    const auto before = [](const Line& a, const Line& b) { return a.at < b.at; };
    std::sort(vertical_.begin(), vertical_.end(), before);
    std::sort(horizontal_.begin(), horizontal_.end(), before);
}

std::optional<SnapLines::Found> SnapLines::nearest(const std::vector<Line>& lines, std::span<const float> places,
                                                   float reach) const {
    std::optional<Found> best;
    for (const float place : places) {
        auto line = std::lower_bound(lines.begin(), lines.end(), place,
                                     [](const Line& each, float value) { return each.at < value; });
        // The one at or after the place, and the one before it.
        for (int side = 0; side < 2; ++side) {
            if (line != lines.end()) {
                const float by = line->at - place;
                if (std::abs(by) <= reach && (!best || std::abs(by) < std::abs(best->by)))
                    best = Found{by, {line->at, boxes_[line->shape].entity, boxes_[line->shape].box}};
            }
            if (line == lines.begin()) break;
            --line;
        }
    }
    return best;
}

double to_step(double value, double step) { return step > 0 ? std::round(value / step) * step : value; }

}  // namespace panels
