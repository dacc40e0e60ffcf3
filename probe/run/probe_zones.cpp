// Where a program's own loop is divided into Zones: what is noted of each, and how the program waits between two of them.
#include <exception>
#include <span>
#include <utility>
#include <vector>

#include "probe/run/probe_state.hpp"

namespace probe {

namespace {

/// What a zone writes is looked for so often: each time costs a look at the version of each column.
constexpr double writes_every_secs = 0.1;

}  // namespace

void Probe::State::zone_began(std::string_view name) noexcept try { begin_zone(name); } catch (...) {
    stop_listening();
    end_connection();  // no memory, or an Owner threw: the program goes on without its client
}

void Probe::State::zone_ended() noexcept try { end_zone(); } catch (...) {
    stop_listening();
    end_connection();  // likewise
}

/// A world that is shown with its schedule has systems.
bool Probe::State::takes_zones() const {
    return first.connection != 0 && owner != nullptr && (own_world == nullptr || !own_world->tick());
}

/// A tick runs, whose zones are told apart.
void Probe::State::begin_zones() {
    if (!takes_zones()) return;
    listen();
    // What they wrote are types of this run.
    if (std::exchange(zone_run, owner->run()) != owner->run()) zones.forget();
    zones.begin_tick();
    const Clock::time_point now = Clock::now();
    looks_for_writes = own_world != nullptr && now >= writes_due;
    if (looks_for_writes) writes_due = later(writes_every_secs);
}

void Probe::State::begin_zone(std::string_view name) {
    zones.begin(name);
    breakpoints.know_zones();
    if (breakpoints.armed()) update_copy();
    if (breakpoints.look_before_zone(zones.running(), ticks - 1)) stand_still();
    writes.look_between_ticks(ticks - 1);
    zone_version = own_world != nullptr ? own_world->version() : 0;
    zone_start = Clock::now();
}

void Probe::State::end_zone() {
    const Clock::time_point now = Clock::now();
    if (looks_for_writes) zones.wrote(own_world->written_since(zone_version));
    const std::string name = zones.running();
    zones.end(std::chrono::duration<double>(now - zone_start).count());
    if (std::uncaught_exceptions() > 0) return;
    writes.look_after_zone(name);
    if (breakpoints.armed()) update_copy();
    const bool stopped = breakpoints.look_after_zone(name, ticks - 1);
    const bool stepped = std::exchange(zone_step, false);
    if (!stopped && !stepped) return;
    // Behind the last zone, a step ends with the tick.
    if (!stopped && zones.last_ended())
        pause();
    else
        stand_still();
}

void Probe::State::stand_still() {
    pause();
    if (own_world != nullptr && own_world->iterating()) return;  // edits are refused there; the next tick() waits
    stands = true;
    let_go = ran = false;
    while (line.attended()) {
        look_after();
        if (let_go) break;
        line.wait(longest_wait_secs);
    }
    stands = false;
    ran = true;
}

}  // namespace probe
