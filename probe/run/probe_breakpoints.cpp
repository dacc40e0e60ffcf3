// Where the client's breakpoints are looked at, and the copies of other libraries' worlds.
#include <algorithm>

#include "probe/run/probe_state.hpp"

namespace probe {

/// Of a world of another library there is a copy while somebody needs it: the breakpoints, and clients that only read. It
/// may be shown under several names.
void Probe::State::keep_copies() {
    const bool checks = !options.read_only;
    for (const auto& [of, world] : pulled_worlds) {
        const auto is_this = [&its = *world](const ShownWorld& shown) { return shown.pulled == &its; };
        const std::span<const ShownWorld> all = worlds.all();
        if (std::none_of(all.begin(), all.end(), is_this)) continue;  // it was left
        const bool chosen = is_this(*worlds.chosen());
        const bool read = std::any_of(readers.begin(), readers.end(),
                                      [&](const Viewer& reader) { return is_this(world_of(reader)); });
        const bool needed = read || (chosen && checks && breakpoints.any());
        if (world->has_copy() == needed) continue;
        if (chosen) breakpoints.show(nullptr, nullptr, checks);
        if (!needed) {
            chosen ? world->drop_copy() : world->leave();
            continue;
        }
        ecs::World& copy = world->make_copy();
        if (chosen && checks) breakpoints.show(&copy, nullptr);
    }
}

/// What they said last is not valid any more.
void Probe::State::owners_run() {
    for (const ShownWorld& each : worlds.all())
        if (each.pulled != nullptr) each.pulled->owner_runs();
}

void Probe::State::update_copy() {
    if (pulled != nullptr && pulled->has_copy() && !pulled->update_copy()) breakpoints.rebase();
}

void Probe::State::want_breakpoints(const std::vector<ecs::WantedBreakpoint>& wanted) {
    update_copy();  // one may be switched on
    breakpoints.want(wanted);
    keep_copies();
}

void Probe::State::forget_breakpoints() {
    breakpoints.forget();
    keep_copies();
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
