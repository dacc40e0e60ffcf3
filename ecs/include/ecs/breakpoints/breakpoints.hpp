// Breakpoints stop a simulation between two systems, where what a person wrote has come true:
//
//     ecs::Breakpoints breakpoints;
//     breakpoints.attach(world, schedule);
//     breakpoints.add("Health.hp < 0");
//     schedule.tick(world);                                  // returns early when it comes true
//     if (auto hit = breakpoints.take_stop()) ...  // what did it, to which entity, old and new value
//     schedule.tick(world);                                  // goes on behind the guilty system
//
// A condition stops when it begins to hold for an entity, not as long as it holds; so going on goes on. What held
// already when the breakpoint was switched on stops nothing. Each entity counts as one time.
//
// The world is looked at after each system, or after each stage that ran on several threads; there, the system that
// declares to write the value did it. What a look costs depends on what was written: conditions are asked only when a
// column that they read was written, comparisons with constants only when the range of that column touches what they
// ask for, and what came and went is read from the journal. With nothing switched on there is no hook.
//
// Seen is what is different after a system: a value that is written and written back within one system did not change.
// An entity that comes and goes within one system counts as destroyed, too. It belongs to whoever shows the world.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ecs/breakpoints/breakpoint.hpp"
#include "ecs/breakpoints/owner_breakpoints.hpp"
#include "ecs/language/query_inputs.hpp"
#include "ecs/schedule/hook_place.hpp"
#include "ecs/world/journal.hpp"
#include "ecs/world/world.hpp"

namespace ecs {

class BreakpointLooks;
class Timeline;

/// Why no breakpoint waits for a system of a world that somebody of this name updates.
std::string why_no_system_stops(std::string_view updated_by);

class Breakpoints final : public ScheduleHook {
public:
    /// Values that conditions compare are kept up to this many bytes, so that a hit can say what they were.
    static constexpr std::size_t default_copy_bytes = 256 * 1024;
    static constexpr std::size_t most_texts = 10'000;

    Breakpoints();
    ~Breakpoints();
    Breakpoints(const Breakpoints&) = delete;
    Breakpoints& operator=(const Breakpoints&) = delete;

    /// Both must stay until detach(). The list stays for the next world, without its hits.
    void attach(World& world, Schedule& schedule);
    void detach();
    /// Somebody of this name changes the world, and nobody ticks the schedule: a mirrored world. Then look_at_update()
    /// finds what has come true, and no breakpoint can wait for a system, unless it `tells_systems` with look_before().
    /// Empty: the world is ticked.
    void set_updated_by(std::string name, bool tells_systems = false);
    /// The program whose world this shows checks the list itself: nothing is looked at here, and tell() says what came of
    /// it. It does not know $watches, so breakpoints that name one have an error.
    void set_checked_elsewhere(bool elsewhere);
    bool checked_elsewhere() const { return checked_elsewhere_; }
    /// The list for that program.
    std::vector<WantedBreakpoint> wanted() const;
    void tell(const BreakpointNews& news);
    void tell(BreakpointHit hit);
    /// Ticks that it runs again were counted when they ran first: they add no hits, and have a count of their own, from
    /// the moment on that the world went to. Not owned; null: none run again.
    void set_timeline(const Timeline* timeline) { timeline_ = timeline; }
    /// $watches, for the conditions that name them. Not owned; null: none has a value.
    void set_watches(const WatchValues* watches);

    /// A text that is wrong is kept, with its error. Returns no_breakpoint when there are most_texts already.
    BreakpointId add(std::string text, bool enabled = true);
    bool remove(BreakpointId id);
    void clear();
    bool set_enabled(BreakpointId id, bool enabled);
    bool set_text(BreakpointId id, std::string text);
    bool forget_hits(BreakpointId id);
    /// In the order of adding.
    std::span<const Breakpoint> all() const { return list_; }
    const Breakpoint* find(BreakpointId id) const;
    /// Grows with each change of the list and with each hit.
    std::uint64_t revision() const { return revision_; }

    /// Whether something is switched on, so that the schedule has a hook.
    bool armed() const { return place_.taken(); }
    /// What stopped the simulation since the last call.
    std::optional<BreakpointHit> take_stop();

    /// An edit, a direct call or a part of somebody's own loop changed the world: hits name it as the cause. It is looked
    /// at, and hits are told by take_stop().
    void look_at_edit(WriterKind writer, std::string_view name);
    /// Somebody who updates the world runs a system of this name next, in this tick.
    void look_before(std::string_view system, std::uint64_t tick);
    /// Whoever updates the world has done so, or has not. Hits are told by take_stop().
    void look_at_update();
    /// The world is another state of itself, as after a seek in time: what holds in it stops nothing.
    void rebase();
    /// The next stop comes after all the times that the breakpoint asks for; no_breakpoint: of each one. For a world
    /// that was put back to where it began.
    void count_anew(BreakpointId id = no_breakpoint);

    /// So often the world was looked at, and so many chunks were asked: for people who measure.
    std::uint64_t looks() const;
    std::uint64_t chunks_asked() const;
    void set_copy_limit(std::size_t bytes);

    void before_system(const World& world, const System& system) override;
    void after_system(const World& world, const System& system) override;
    bool takes_stages() const override { return true; }
    void before_stage(const World& world, std::span<const System* const> systems) override;
    void after_stage(const World& world, std::span<const System* const> systems) override;
    void after_commands(const World& world, const System& system) override;
    void between_stages(const World& world) override;

private:
    Breakpoint* editable(BreakpointId id);
    void read_text(Breakpoint& breakpoint);
    void arm();
    void look(WriterKind writer, std::string_view name, std::span<const System* const> stage = {});
    void look_outside();
    bool ticks_run_again() const;
    void stop_before_systems();
    void stop_before(std::span<const std::string_view> systems, std::uint64_t tick);
    void stop_at(std::vector<BreakpointHit>& hits);
    void take_journal();

    World* world_ = nullptr;
    Schedule* schedule_ = nullptr;
    std::string updated_by_;
    bool tells_systems_ = false;
    bool checked_elsewhere_ = false;
    std::set<BreakpointId> name_watches_;  // the texts of these do
    HookPlace place_;
    Journal own_journal_{0};  // where the world has none
    std::vector<Breakpoint> list_;
    BreakpointId last_id_ = 0;
    std::uint64_t revision_ = 0;
    bool waits_for_systems_ = false;
    std::unique_ptr<BreakpointLooks> looks_;
    std::vector<BreakpointHit> hits_;  // of one look
    std::optional<BreakpointHit> stop_;
    std::uint64_t hook_calls_ = 0;              // of the world's observers at the last look
    std::vector<std::uint64_t> calls_by_hook_;  // the same for each
    /// Of a breakpoint that waits for a system.
    struct SystemCount {
        BreakpointId id = no_breakpoint;
        std::optional<std::uint64_t> tick;  // in which it came last
        CountToStop count;
    };
    std::vector<SystemCount> system_counts_;
    const Timeline* timeline_ = nullptr;
};

}  // namespace ecs
