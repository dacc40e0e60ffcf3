#include "panels/base/panel.hpp"

#include <algorithm>
#include <chrono>

namespace panels {

void Panel::show(const Context& context) {
    const auto start = std::chrono::steady_clock::now();
    draw(context);
    const std::chrono::duration<double, std::micro> took = std::chrono::steady_clock::now() - start;

    ++times_shown_;
    last_cost_us_ = took.count();
    constexpr double smoothing_secs = 0.5;
    const double frame_secs = static_cast<double>(ImGui::GetIO().DeltaTime);
    const double share = mean_cost_us_ == 0 ? 1.0 : std::clamp(frame_secs / smoothing_secs, 0.0, 1.0);
    mean_cost_us_ += (last_cost_us_ - mean_cost_us_) * share;
}

}  // namespace panels
