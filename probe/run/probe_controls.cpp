// What the client asks of the program's ticks: pause, steps, speed. And the clock that it is told.
#include <utility>

#include "probe/run/probe_state.hpp"

namespace probe {

namespace {

/// That wait for their turn; more end the connection.
constexpr std::size_t most_controls = 1u << 16;

}  // namespace

void Probe::State::take_control(ByteReader& from) {
    know_client(from.number<std::uint64_t>());
    const auto number = from.number<std::uint64_t>();
    const ecs::OwnerControl control = read_control(from);
    if (!from.fine()) return;
    // A client that lost the connection repeats those that it does not know to be done.
    if (number <= (controls.empty() ? first.controls_done : controls.back().first)) return;
    if (controls.size() == most_controls) return from.fail();
    controls.emplace_back(number, control);
}

/// In their order: a single system waits for the ticks that were asked for before it.
void Probe::State::carry_out_controls() {
    while (!controls.empty()) {
        const auto [number, control] = controls.front();
        using Control = ecs::OwnerControl;
        const bool is_system = control.kind == Control::Kind::StepSystem;
        if (zone_step || (is_system && pace.has_steps())) return;
        controls.pop_front();
        first.controls_done = number;
        ++counts.controls;
        first.hurries = true;
        const ecs::OwnerClock now = clock();
        const bool past = control.kind == Control::Kind::RunToTick;
        if (owner == nullptr || options.read_only || (!past && !ecs::why_not(now, control).empty())) continue;
        pace.control(control);
        if (is_system && takes_zones()) {
            zone_step = true;
            steps_on = stands && zones.last_ended();  // to the first zone of the next tick
        } else if (is_system) {
            own_world->step_system();
        }
        if (!stands || let_go || control.kind == Control::Kind::Pause || control.kind == Control::Kind::SetSpeed)
            continue;
        let_go = true;
        if (control.kind == Control::Kind::StepTicks) pace.ran();  // the rest of this tick is the first one
    }
}

/// Of the schedule that is shown, or else what this counts.
std::uint64_t Probe::State::tick() const {
    const std::optional<std::uint64_t> own = own_world != nullptr ? own_world->tick() : std::nullopt;
    return own.value_or(ticks);
}

ecs::OwnerClock Probe::State::clock() const {
    const std::uint64_t now = tick() - (stands ? 1 : 0);
    ecs::OwnerClock clock{.tick = now, .paused = stands_by || pace.paused(now), .speed = pace.speed()};
    if (stands_by) clock.why_not_control = ecs::tr_later("the program has paused itself");
    if (options.read_only) clock.why_not_control = only_read;
    if (own_world != nullptr && own_world->tick())
        clock.next_system = own_world->next_system();
    else if (zones.any())
        clock.next_system = stands ? zones.next() : std::string_view();
    else if (own_world != nullptr)
        clock.why_not_systems =
            ecs::tr_later("the program shows its world without its schedule, and no zone of its loop was seen");
    else
        clock.why_not_systems =
            ecs::tr_later("the program runs its systems in a way of its own, and no zone of its loop was seen");
    return clock;
}

void Probe::State::forget_controls() {
    pace.let_go();
    zone_step = steps_on = false;
    let_go = true;
    controls.clear();
}

}  // namespace probe
