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
// declares to write the value did it. What a look costs depends on what was written. A condition is asked only when a
// column that it reads was written, and a comparison with a constant only when the range of that column can meet it.
// Which entities and components were added or removed is read from the journal. With no breakpoint switched on, the
// schedule has no hook.
//
// A look compares the world before and after a system: a value that is written and written back within one system did
// not change. An entity that is created and destroyed within one system counts as destroyed. The code that shows the
// world owns the Breakpoints.
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

/// Why no breakpoint can wait for a system when something of this name updates the world.
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
    /// Says that the schedule is never ticked, because something else of this name updates the world: a Mirror, or a
    /// program with its own loop. Call look_at_update() after each update. A breakpoint that waits for a system gets an
    /// error, unless `tells_systems`: then look_before() is called before each system. An empty name: the schedule is
    /// ticked.
    void set_updated_by(std::string name, bool tells_systems = false);
    /// Says that another program checks the breakpoints in its own world. This object then looks at nothing, and the
    /// results of that program come by tell(). The program does not know $watches: a breakpoint that names one has an
    /// error.
    void set_checked_elsewhere(bool elsewhere);
    bool checked_elsewhere() const { return checked_elsewhere_; }
    /// The list for that program.
    std::vector<WantedBreakpoint> wanted() const;
    void tell(const BreakpointNews& news);
    void tell(BreakpointHit hit);
    /// A tick that this timeline runs again adds no hits, because they were counted when it ran first. Its stops have a
    /// count of their own (CountToStop::again). Not owned; null: no tick runs again.
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

    /// Looks at the world after an edit, a direct call or a part of a program's own loop. Hits name it as their cause;
    /// take_stop() returns them.
    void look_at_edit(WriterKind writer, std::string_view name);
    /// Stops at breakpoints that wait for this system, which is about to run in this tick. See set_updated_by().
    void look_before(std::string_view system, std::uint64_t tick);
    /// Looks at the world after an update, which may have changed nothing. take_stop() returns the hits.
    void look_at_update();
    /// The world was put into another state, as by a seek in time. A condition that holds there already stops nothing.
    void rebase();
    /// Begins to count the hits up to the next stop from zero; no_breakpoint: for all breakpoints. For a world that was
    /// put back to its beginning.
    void count_anew(BreakpointId id = no_breakpoint);

    /// How often the world was looked at, and in how many chunks a condition was asked. For measurements.
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
    Journal own_journal_{0};  // used while the world has no journal
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
