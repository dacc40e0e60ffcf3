#include "probe/run/pace.hpp"

#include <algorithm>
#include <limits>

namespace probe {

void Pace::control(const ecs::OwnerControl& control) {
    using Control = ecs::OwnerControl;
    if (control.kind == Control::Kind::SetSpeed) {
        speed_ = control.speed;
        due_ = 0;
        return;
    }
    paused_ = control.kind != Control::Kind::Go;
    until_.reset();
    if (control.kind == Control::Kind::StepTicks)
        steps_ += std::min(control.ticks, std::numeric_limits<std::uint64_t>::max() - steps_);
    else
        steps_ = 0;
    if (control.kind == Control::Kind::RunToTick) until_ = control.ticks;
}

bool Pace::leaves_out() {
    due_ += share();
    if (due_ < 1) return true;
    due_ -= 1;
    return false;
}

}  // namespace probe
