// The client's breakpoints, checked in the program that the probe is in: of a world with its schedule after each system,
// of a world without one before and after each zone and at each tick(). Private to probe.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string_view>
#include <vector>

#include "ecs/breakpoints/breakpoints.hpp"
#include "ecs/schedule/schedule.hpp"
#include "probe/wire/breakpoint_bytes.hpp"

namespace probe {

class ClientBreakpoints {
public:
    /// Checks this world from now on, which outlives this or the next call. Null: there is none, or `can_check` and nothing
    /// to check.
    void show(ecs::World* world, ecs::Schedule* schedule, bool can_check = true);
    /// Nobody wants breakpoints any more.
    void forget();
    /// Replaces the list. Breakpoints that were in the old list keep their counts.
    void want(const std::vector<ecs::WantedBreakpoint>& wanted);
    bool any() const { return !ids_.empty(); }
    /// Whether one of them is switched on, in a world that is there.
    bool armed() const { return breakpoints_.armed(); }
    /// Another world took the place of this one. Conditions that hold there already do not stop it.
    void rebase() { breakpoints_.rebase(); }
    /// The client's edits changed the world just now.
    void look_at_edits() { breakpoints_.look_at_edit(ecs::WriterKind::ByStep, {}); }
    /// The program has zones, so breakpoints can wait for one.
    void know_zones() {
        if (!has_schedule_) breakpoints_.set_updated_by(updated_by, true);
    }
    /// These two are called before and after a zone of this tick. They return whether something stopped the world.
    bool look_before_zone(std::string_view zone, std::uint64_t tick);
    bool look_after_zone(std::string_view zone, std::uint64_t tick);
    /// At each tick(), and often while the program waits within one: `tick` is the next one to begin. Returns whether
    /// something stopped the world since the last call.
    bool look(std::uint64_t tick, bool within_tick);

    /// What was not told yet, after this picture; nothing: the client knows it.
    std::optional<BreakpointsTold> news(std::uint64_t picture);

private:
    static constexpr const char* updated_by = "the program";
    bool take_stop(std::optional<std::uint64_t> tick);

    ecs::Schedule nobodys_;  // of a world whose schedule is not known
    ecs::Breakpoints breakpoints_;
    std::map<ecs::BreakpointId, ecs::BreakpointId> ids_;  // by the client's
    bool wanted_ = false;                                 // the client has sent a list
    bool can_check_ = false, has_schedule_ = false;
    std::optional<std::vector<BreakpointState>> told_;  // nothing: nothing was told of the present list and world
    std::optional<ecs::BreakpointHit> hit_;
};

}  // namespace probe
