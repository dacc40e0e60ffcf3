// The Pace says which calls of Probe::tick() let the world tick, as the client asked for. Private to probe.
#pragma once

#include <cstdint>
#include <optional>

#include "ecs/mirror/owner.hpp"

namespace probe {

class Pace {
public:
    /// Anything but StepSystem, which only pauses here.
    void control(const ecs::OwnerControl& control);
    /// Nobody controls it any more.
    void let_go() { *this = {}; }
    /// The ticks are those of another world from now on.
    void forget_until() { until_.reset(); }

    /// Before the tick of this number: the world stands still.
    bool holds(std::uint64_t tick) const { return paused(tick) && steps_ == 0; }
    /// Whether it is paused; single steps may still be left to run.
    bool paused(std::uint64_t tick) const { return paused_ && !(until_ && tick < *until_); }
    bool has_steps() const { return steps_ > 0; }
    double speed() const { return speed_; }
    /// Of the ticks that nobody asked for one by one.
    double share() const { return paused_ ? 1 : speed_; }

    /// For each call while it does not hold: whether this one is left out because of the speed.
    bool leaves_out();
    /// A tick runs.
    void ran() { steps_ -= steps_ > 0 ? 1 : 0; }

private:
    bool paused_ = false;
    std::uint64_t steps_ = 0;             // that run although it is paused
    std::optional<std::uint64_t> until_;  // ticks before this one run although it is paused
    double speed_ = 1;
    double due_ = 0;  // part of a tick
};

}  // namespace probe
