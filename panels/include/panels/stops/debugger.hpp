// The Debugger stops a simulation. It holds the breakpoints of a world, the last stop with its reason, and the systems
// that were stepped one by one. It works while its panels are closed. WorldRecords owns one for each world that is shown;
// the Breakpoints panel edits its list.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "ecs/breakpoints/breakpoints.hpp"
#include "ecs/breakpoints/system_steps.hpp"
#include "ecs/edit/history.hpp"
#include "ecs/mirror/owner.hpp"
#include "panels/base/panel.hpp"

namespace panels {

class Watches;

class Debugger {
public:
    ~Debugger() { stop(); }
    Debugger() = default;
    Debugger(const Debugger&) = delete;
    Debugger& operator=(const Debugger&) = delete;

    /// All of them must stay until stop().
    void start(ecs::World& world, ecs::Schedule& schedule, ecs::History& history, const Watches& watches);
    void stop();
    /// The world is filled from somebody else's, so it is looked at after each update; null: it is ticked.
    void follow(const ecs::Mirror* mirror);
    /// After a tick, an edit, or an update of the mirror.
    void look();
    /// The timeline brought the world to another moment.
    void time_jumped();

    ecs::Breakpoints& breakpoints() { return breakpoints_; }
    const ecs::Breakpoints& breakpoints() const { return breakpoints_; }

    /// The program whose world this is stands at the last stop, so the view need not.
    bool stopped_elsewhere() const { return stopped_there_.has_value(); }
    /// What stopped the simulation; null since it goes on.
    const ecs::BreakpointHit* stopped() const { return stopped_ ? &*stopped_ : nullptr; }
    /// True once for each stop: the program pauses then, and says so.
    bool take_fresh();
    /// The person lets it go on.
    void go_on();

    /// Runs the next system and keeps what it changed.
    void step_system();
    /// The program whose world this mirrors was asked to run its next system: keeps what that changes.
    void expect_step();
    /// Whether the system that back_system() runs back was of an earlier tick, which a timeline has recorded: then the
    /// timeline must go there.
    bool back_needs_timeline() const;
    /// Empty, or why it is impossible.
    std::string back_system(const ecs::SystemSteps::GoTo& go = {});
    /// Null before a world is watched.
    const ecs::SystemSteps* steps() const { return steps_.get(); }
    std::string why_not_back() const;

    /// One line: the list, for settings.
    std::string save() const;
    void load(std::string_view text);

private:
    void look_elsewhere(ecs::OwnerBreakpoints& owner);
    void look_at_expected_step();
    std::string last_step(std::size_t done_before) const;

    ecs::Breakpoints breakpoints_;
    std::optional<ecs::BreakpointHit> stopped_;
    std::optional<ecs::OwnerClock> stopped_there_;  // of the owner at the stop, when its program stopped itself
    std::optional<ecs::OwnerClock> stepped_to_;     // where the step that is shown ended; nothing: it has gone on since
    std::optional<ecs::OwnerClock> stepped_from_;   // of the owner, when its program was asked for a step
    std::uint64_t stepped_from_state_ = 0;          // of the history, then
    bool fresh_ = false;
    std::unique_ptr<ecs::SystemSteps> steps_;
    const ecs::History* history_ = nullptr;
    const ecs::Schedule* schedule_ = nullptr;
    const ecs::Mirror* mirror_ = nullptr;
    std::uint64_t run_seen_ = 0;   // of its owner
    std::uint64_t list_seen_ = 0;  // Breakpoints::revision() when the owner got the list
    std::uint64_t history_seen_ = 0, stopped_at_calls_ = 0, stopped_at_state_ = 0;
    std::size_t done_seen_ = 0;  // steps of the history
    std::string last_step_;      // its label
};

/// The view of a program that runs its world itself is held at a breakpoint: a GoOnRequest lets it follow again.
bool view_stands_still(const Context& context);

/// "Health.hp of Enemy 3: 12 → −1"; without a value "Enemy 3".
std::string what_happened(const ecs::World& world, const ecs::BreakpointHit& hit);
/// "Stopped after Movement: Health.hp of Enemy 3: 12 → −1"
std::string stop_text(const ecs::World& world, const ecs::BreakpointHit& hit);
/// The same after the text of the breakpoint: "Breakpoint Health.hp < 0: Stopped after …".
std::string stop_message(const ecs::World& world, const Debugger& debugger, const ecs::BreakpointHit& hit);
/// A value of the hit: before or after; "–" when it is not known.
std::string value_of_hit(const ecs::World& world, const ecs::BreakpointHit& hit, bool after);

/// Texts of breakpoints, for menus.
std::string text_for_change(ecs::Entity entity, const std::string& value);
std::string text_for_destroyed(ecs::Entity entity);
std::string text_for_system(std::string_view system);

}  // namespace panels
