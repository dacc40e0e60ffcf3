// Where the client's breakpoints are looked at, and the copy of another library's world in which they are.
#include "probe/run/probe_state.hpp"

namespace probe {

/// Of a world of another library there is a copy while somebody needs it: the breakpoints, and clients that only read.
void Probe::State::keep_copy() {
    if (owner == nullptr || own_world != nullptr) return;
    const bool checks = !options.read_only;
    const bool needed = (checks && breakpoints.any()) || !readers.empty();
    if (pulled.has_copy() == needed) return;
    breakpoints.show(nullptr, nullptr, checks);
    if (!needed) return pulled.drop_copy();
    ecs::World& copy = pulled.make_copy();
    if (checks) breakpoints.show(&copy, nullptr);
}

void Probe::State::update_copy() {
    if (pulled.has_copy() && !pulled.update_copy()) breakpoints.rebase();
}

void Probe::State::want_breakpoints(const std::vector<ecs::WantedBreakpoint>& wanted) {
    update_copy();  // one may be switched on
    breakpoints.want(wanted);
    keep_copy();
}

void Probe::State::forget_breakpoints() {
    breakpoints.forget();
    keep_copy();
}

void Probe::State::pause_at_breakpoint() {
    if (!stands && breakpoints.armed()) update_copy();
    if (breakpoints.look(tick(), stands)) pause();
}

void Probe::State::pause() {
    pace.control({.kind = ecs::OwnerControl::Kind::Pause});
    first.hurries = true;
}

}  // namespace probe
