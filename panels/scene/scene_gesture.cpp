#include "panels/scene/scene_gesture.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

namespace panels {

namespace {

constexpr double degrees_a_radian = 180 / std::numbers::pi;
constexpr double smallest_factor = 0.001, largest_factor = 1000;

double angle_of(ecs::Vec2 from, ecs::Vec2 to) {
    return std::atan2(static_cast<double>(to.y - from.y), static_cast<double>(to.x - from.x)) * degrees_a_radian;
}

double distance_of(ecs::Vec2 a, ecs::Vec2 b) {
    return std::hypot(static_cast<double>(b.x - a.x), static_cast<double>(b.y - a.y));
}

}  // namespace

SceneGesture::SceneGesture(GestureKind kind, Placements placements, ecs::Vec2 mouse, ecs::Vec2 pivot,
                           std::optional<SceneBox> held)
    : kind_(kind), placements_(std::move(placements)), from_(mouse), pivot_(pivot), held_(held) {
    last_mouse_angle_ = angle_of(pivot_, mouse);
    changes_.resize(placements_.all().size());
}

bool SceneGesture::update(const GestureInput& input) {
    const double before[] = {dx_, dy_, turn_, factor_};
    guide_x_.reset();
    guide_y_.reset();
    on_grid_ = false;
    switch (kind_) {
        case GestureKind::Move:
            move(input);
            break;
        case GestureKind::Rotate:
            turn(input);
            break;
        case GestureKind::Scale:
            size(input);
            break;
    }
    const double after[] = {dx_, dy_, turn_, factor_};
    if (std::equal(std::begin(before), std::end(before), std::begin(after))) return false;
    ever_moved_ = true;
    fill_changes();
    return true;
}

void SceneGesture::move(const GestureInput& input) {
    dx_ = axis == MoveAxis::Y ? 0 : static_cast<double>(input.mouse.x - from_.x);
    dy_ = axis == MoveAxis::X ? 0 : static_cast<double>(input.mouse.y - from_.y);
    const bool typed = input.typed[0] || input.typed[1];
    if (typed) {
        // One number along the only axis; of two axes, what was not typed stays.
        const double first = input.typed[0].value_or(0), second = input.typed[1].value_or(0);
        dx_ = axis == MoveAxis::Y ? 0 : first;
        dy_ = axis == MoveAxis::Y ? first : axis == MoveAxis::X ? 0 : second;
        return;
    }
    if (!input.snaps) return;
    // The edges and the middle of what is held, else only the pivot.
    const SceneBox box = held_.value_or(SceneBox{pivot_, pivot_});
    const auto moved = [](float at, double by) { return at + static_cast<float>(by); };
    const auto settle = [&](double& by, float low, float middle, float high, bool across) {
        const float places[] = {moved(low, by), moved(middle, by), moved(high, by)};
        const auto found = across ? lines_.nearest_x(places, input.reach) : lines_.nearest_y(places, input.reach);
        if (found) {
            by += static_cast<double>(found->by);
            (across ? guide_x_ : guide_y_) = found->guide;
            return;
        }
        const double from = static_cast<double>(middle);
        by = to_step(from + by, static_cast<double>(input.steps.grid)) - from;
        on_grid_ = true;
    };
    if (axis != MoveAxis::Y) settle(dx_, box.low.x, box.middle().x, box.high.x, true);
    if (axis != MoveAxis::X) settle(dy_, box.low.y, box.middle().y, box.high.y, false);
}

void SceneGesture::turn(const GestureInput& input) {
    const double angle = angle_of(pivot_, input.mouse);
    double step = angle - last_mouse_angle_;
    step -= 360 * std::round(step / 360);
    last_mouse_angle_ = angle;
    turned_by_mouse_ += step;
    turn_ = turned_by_mouse_;
    if (input.typed[0]) {
        turn_ = *input.typed[0];
    } else if (input.snaps) {
        // What is turned ends at a multiple, not only the way: a single thing shows a round angle.
        const double start = placements_.all().size() == 1 ? placements_.all().front().angle : 0;
        turn_ = to_step(start + turn_, static_cast<double>(input.steps.angle)) - start;
        on_grid_ = true;
    }
}

void SceneGesture::size(const GestureInput& input) {
    const double start = distance_of(pivot_, from_);
    factor_ = start > 0 ? distance_of(pivot_, input.mouse) / start : 1;
    if (input.typed[0]) {
        factor_ = *input.typed[0];
    } else if (input.snaps) {
        factor_ = std::max(to_step(factor_, static_cast<double>(input.steps.factor)),
                           static_cast<double>(input.steps.factor));
        on_grid_ = true;
    }
    factor_ = std::clamp(factor_, smallest_factor, largest_factor);
}

void SceneGesture::fill_changes() {
    const std::span<const Placement> all = placements_.all();
    if (kind_ == GestureKind::Move) {
        std::fill(changes_.begin(), changes_.end(), PlaceChange{.x = dx_, .y = dy_});
        return;
    }
    const double radians = turn_ / degrees_a_radian, c = std::cos(radians), s = std::sin(radians);
    const double pivot_x = static_cast<double>(pivot_.x), pivot_y = static_cast<double>(pivot_.y);
    for (std::size_t i = 0; i < all.size(); ++i) {
        const double x = all[i].x - pivot_x, y = all[i].y - pivot_y;
        changes_[i] = {
            .x = factor_ * (c * x - s * y) - x, .y = factor_ * (s * x + c * y) - y, .turn = turn_, .factor = factor_};
        // A thing that turns around itself must not drift by rounding.
        if (x == 0 && y == 0) changes_[i].x = changes_[i].y = 0;
    }
}

std::vector<ecs::Edit> SceneGesture::edits() const {
    return placements_.edits(changes_, kind_ == GestureKind::Rotate, kind_ == GestureKind::Scale);
}

std::vector<ecs::Edit> SceneGesture::edits_back() const {
    const std::vector<PlaceChange> none(changes_.size());
    return placements_.edits(none, kind_ == GestureKind::Rotate, kind_ == GestureKind::Scale);
}

ecs::Vec2 SceneGesture::pivot_now() const {
    return {pivot_.x + static_cast<float>(dx_), pivot_.y + static_cast<float>(dy_)};
}

}  // namespace panels
