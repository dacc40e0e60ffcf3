// The part of the Desk for a world whose ticks another program runs: it asks that program to pause, to step, or to be
// slower, and shows what came of it.
#include "ecs/mirror/mirror.hpp"
#include "ecs/timeline/timeline.hpp"
#include "panels/desk/desk.hpp"

namespace panels {

bool Desk::ticks_elsewhere() const { return mirror != nullptr && mirror->owner().clock() != nullptr; }

std::optional<std::string> Desk::control_owner(const TransportRequest& request) {
    using Kind = TransportRequest::Kind;
    using Control = ecs::OwnerControl;
    if (!ticks_elsewhere()) return std::nullopt;
    Control control;
    switch (request.kind) {
        case Kind::Play:
            control.kind = Control::Kind::Go;
            break;
        case Kind::Pause:
            control.kind = Control::Kind::Pause;
            break;
        case Kind::StepTick:
            control.kind = Control::Kind::StepTicks;
            break;
        case Kind::StepSystem:
            control.kind = Control::Kind::StepSystem;
            break;
        case Kind::RunToTick:
            control = {.kind = Control::Kind::RunToTick, .ticks = request.tick};
            break;
        case Kind::SetSpeed:
            control = {.kind = Control::Kind::SetSpeed, .speed = request.speed};
            break;
        case Kind::BackSystem:
        case Kind::Stop:
        case Kind::GoOn:
            return std::nullopt;
    }
    std::string why = mirror->control(control);
    if (why.empty() && request.kind == Kind::StepSystem && watch.watching()) watch.debugger().expect_step();
    // Who runs the program wants to see it run.
    if (why.empty() && watch.watching() && watch.debugger().stopped() != nullptr) watch.debugger().go_on();
    return why;
}

void Desk::follow_owner() {
    const ecs::OwnerClock* const owner = mirror == nullptr ? nullptr : mirror->owner().clock();
    if (owner == nullptr) return;
    if (!own_transport_) own_transport_ = transport;
    // In the past, Play goes back to now.
    const bool past = shown_->timeline != nullptr && shown_->timeline->by_states() && !shown_->timeline->at_now();
    transport.playing = !owner->paused && mirror->lost().empty() && !past;
    transport.speed = owner->speed;
    transport.flat_out = false;
    transport.until_tick.reset();
}

}  // namespace panels
