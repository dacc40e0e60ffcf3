// The Schedule is the ordered list of a world's systems. A tick runs every enabled system once; the commands of a
// system play back right after it. Phase decides the order first, then before/after, then the order of adding: of the
// systems that wait for no other, the one added first runs next.
//
// Neighbours in that order that declare that they may run at the same time form a stage. With a pool, the schedule
// runs the systems of a stage on several threads. The world after a tick is the same, bit by bit, with or without
// threads.
//
// The simulation that ticks the world owns the Schedule. Between ticks (or between systems, when stepping) the editor
// may change the world.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ecs/base/job_pool.hpp"
#include "ecs/base/random.hpp"
#include "ecs/base/result.hpp"
#include "ecs/storage/access.hpp"
#include "ecs/world/commands.hpp"
#include "ecs/world/query.hpp"
#include "ecs/world/view.hpp"

namespace ecs {

enum class Phase : std::uint8_t { PreUpdate, Update, PostUpdate };
std::string_view name_of(Phase phase);

/// The argument of a system, new for each run.
struct SystemContext {
    World& world;
    Commands& commands;
    Random& random;
    float dt_secs;
    std::uint64_t tick;
    JobPool* pool = nullptr;             // null: only one thread
    std::size_t share_from_rows = 0;     // with fewer rows, each_parallel stays on this thread
    std::uint64_t entities_visited = 0;  // counted by each() and its variants; loops of your own must add to it
    std::string problem = {};            // set it to stop the system: why it can do nothing, for a person

    template <class V, class F>
    void each(V& view, F&& visit) {
        entities_visited += view.each(world, std::forward<F>(visit));
    }
    template <class V, class F>
    void each_chunk(V& view, F&& visit) {
        entities_visited += view.each_chunk(world, std::forward<F>(visit));
    }
    /// Runs on all cores; see View::each_parallel for what `visit` may do.
    template <class V, class F>
    void each_parallel(V& view, F&& visit) {
        in_parallel(view, [&](JobPool* helpers) { return view.each_parallel(world, commands, helpers, visit); });
    }
    template <class V, class F>
    void each_chunk_parallel(V& view, F&& visit) {
        in_parallel(view, [&](JobPool* helpers) { return view.each_chunk_parallel(world, commands, helpers, visit); });
    }

private:
    template <class V, class F>
    void in_parallel(V& view, F&& pass) {
        const std::uint64_t random_before = random.state();
        const bool share = pool && pool->thread_count() > 1 && view.query().entity_count() >= share_from_rows;
        entities_visited += pass(share ? pool : nullptr);
        if (random.state() != random_before)
            fail("Schedule: a visitor of chunks in parallel used the random source; draw before it starts");
    }
};

using SystemFunction = std::function<void(SystemContext&)>;

struct SystemDescription;
/// Looks up the names that a system was written with in the types of the world, and sets its accesses and queries.
/// Returns why it cannot run, for a person; empty when it can.
using SystemBinding = std::function<std::string(const World&, SystemDescription&)>;

struct SystemDescription {
    std::string name = {};         // unique in the schedule
    std::string description = {};  // one line
    Phase phase = Phase::Update;
    std::vector<SystemAccess> accesses = {};           // see access<Ts...>()
    std::vector<std::vector<QueryTerm>> queries = {};  // which entities it visits, for people: see queries_of(); empty:
                                                       // it does not tell, and only `accesses` say what it uses
    std::vector<std::string> before = {}, after = {};  // names of systems in the same phase; unknown names are ignored
    SystemFunction run = {};                           // may be empty
    SystemFunction on_create = {};                     // runs once, before the first run
    SystemFunction on_destroy = {};                    // runs once, at the end, if on_create ran
    bool enabled = true;

    // Of a rule (ecs/language/rule.hpp), a system that somebody wrote without a compiler.
    std::string rule = {};    // the change that it makes each tick; empty: it is code
    SystemBinding bind = {};  // asked again whenever types came, changed or went

    /// Whether other systems may run at the same time. The system then accesses only declared components and data
    /// that no other system uses, changes rows through commands only, creates nothing, and keeps the promises below.
    /// Builds with asserts check this.
    bool parallel = false;
    bool uses_random = false;       // parallel systems only: the system draws from the random source
    bool records_commands = false;  // parallel systems only: later systems wait until its commands are played back

    // What a person noted; nothing depends on it. See Schedule::set_note.
    std::string group = {};  // systems that belong together have the same; empty: none
    double budget_us = 0;    // that a run may take; 0: no budget
};

/// `access<Position, const Velocity>(world)`: writes Position, reads Velocity. The same for resources.
template <class... Ts>
std::vector<SystemAccess> access(World& world) {
    return {SystemAccess{world.id<std::remove_const_t<Ts>>(), std::is_const_v<Ts> ? Access::Read : Access::Write}...};
}
/// Leaves out types that the world never met.
template <class... Ts>
std::vector<SystemAccess> access(const World& world) {
    std::vector<SystemAccess> accesses{
        {world.id<std::remove_const_t<Ts>>(), std::is_const_v<Ts> ? Access::Read : Access::Write}...};
    std::erase_if(accesses, [](const SystemAccess& each) { return each.component == no_component; });
    return accesses;
}

/// The terms of the views of a system, for SystemDescription::queries.
///
///     system.queries = queries_of(moving, arenas);
template <class... Views>
std::vector<std::vector<QueryTerm>> queries_of(Views&... views) {
    return {views.query().terms()...};
}

/// A system that calls `visit` for every entity with the components of the list, and declares what it reads and writes
/// by the list itself; see "ecs/world/view_terms.hpp".
///
///     make_system<Position, const Velocity>(world, "Move", [](Position& p, const Velocity& v) { p.x += v.x; })
///
/// `visit` takes a reference for each component, or a span to get whole columns. Before these it may take the Entity (a
/// span of them). Before all it may take a SystemContext& or a Commands&, if it needs one. If the list has no term that
/// chooses entities, `visit` is called once. `more` may hold everything but the name and the function; its accesses are
/// added to those of the list. A parallel system that takes a Commands& records commands; one that takes a
/// SystemContext& says itself what it does.
template <class... Ts, class F>
SystemDescription make_system(World& world, std::string name, F visit, SystemDescription more = {});

struct SystemStats {
    std::uint64_t runs = 0;
    double last_secs = 0, total_secs = 0, min_secs = 0, max_secs = 0;  // with playback of its commands
    std::uint64_t entities_visited = 0;                                // in the last run
    std::uint64_t structural_changes = 0;                              // in the last run, with playback of its commands
    std::uint64_t skipped_commands = 0;  // so far: commands whose entity was gone at playback

    double mean_secs() const { return runs == 0 ? 0 : total_secs / static_cast<double>(runs); }
};

/// A system in its schedule. References stay valid until it is removed; the order may change when systems are added.
struct System {
    SystemDescription description;
    SystemStats stats;
    bool enabled = true;
    bool created = false;      // on_create ran
    CauseId cause = 0;         // cause of its changes in the journal; known from its first run on
    std::string problem = {};  // why it stopped itself, or cannot run; empty: it can
    bool waiting = false;      // off because of `problem`, and on again as soon as its names are found
};

/// Receives a call before and after each system; breakpoints, stepping and the FieldRecorder use it. The first run of a
/// system includes its on_create. Systems run one by one, unless the hook takes stages: then those that run on several
/// threads are told of together.
///
///     before_system | A | before_commands | commands of A | after_system
///     before_stage  | A, B and C at the same time | after_stage | commands of C | after_commands
class ScheduleHook {
public:
    virtual ~ScheduleHook() = default;
    virtual void before_system(const World& world, const System& system) = 0;
    virtual void after_system(const World& world, const System& system) = 0;
    /// A system that runs alone has recorded commands, which are played back next.
    virtual void before_commands(const World&, const System&) {}

    virtual bool takes_stages() const { return false; }
    virtual void before_stage(const World&, std::span<const System* const>) {}
    /// No two of them write the same component, and nothing changed the structure of the world. Called when some of
    /// them threw, too.
    virtual void after_stage(const World&, std::span<const System* const>) {}
    /// The commands of a system of the stage were played back.
    virtual void after_commands(const World&, const System&) {}

    /// A tick begins, or a stage has ended; hooks of observers were told what happened so far.
    virtual void between_stages(const World&) {}
};

/// Receives a call at the end of each tick, when World::tick() is that of the next one. Systems still run together.
class TickListener {
public:
    virtual void tick_ended(const World& world) = 0;

protected:
    ~TickListener() = default;
};

class ScheduleTrace;

class Schedule {
public:
    Schedule() = default;
    /// For one world, which must outlive the schedule; system() and tick() need no world then.
    explicit Schedule(World& world) : world_(&world) {}
    Schedule(const Schedule&) = delete;
    Schedule& operator=(const Schedule&) = delete;

    /// Adds a system behind the first `position` systems. Returns its number in the order of adding. Returns an error
    /// and adds nothing when the name is taken, when before/after would form a cycle, or when some but not all
    /// systems of the present tick have run.
    Result<std::size_t> add(SystemDescription description, std::size_t position = last);
    /// Adds what make_system() makes. What add() would refuse is a failure here.
    ///
    ///     schedule.system<Position, const Velocity>("Move", [](Position& p, const Velocity& v) { p.x += v.x; });
    template <class... Ts, class F>
    void system(std::string name, F visit, SystemDescription more = {}) {
        if (World* world = own_world("system"))
            add_or_fail(make_system<Ts...>(*world, std::move(name), std::move(visit), std::move(more)));
    }
    /// The reason why add() would refuse the description; empty when add() would accept it.
    std::string why_not_add(const SystemDescription& description) const;
    static constexpr std::size_t last = static_cast<std::size_t>(-1);
    struct Removed {
        SystemDescription description;
        std::size_t position = 0;
    };
    /// Removes a system and invalidates pointers to it. Runs its on_destroy first, if on_create ran. Returns its
    /// description and its number in the order of adding; nothing when no system has that name, or when some but not
    /// all systems of the present tick have run.
    std::optional<Removed> remove(World& world, std::string_view name);
    /// The number of the system in the order of adding; `last` when there is none of that name.
    std::size_t position_of(std::string_view name) const;
    /// Moves a system behind the first `position` others in the order of adding. It keeps its times. Returns its former
    /// number; nothing when no system has that name, or when some but not all systems of the present tick have run.
    std::optional<std::size_t> move(std::string_view name, std::size_t position);
    /// Asks the SystemDescription::bind of each system that has one. A system whose names are not found is switched off
    /// and waits: it is on again when they are found.
    void bind_anew(const World& world);

    /// The systems in the order they run.
    std::span<const System* const> systems() const { return order_; }
    const System* find(std::string_view name) const;
    /// False when there is no such system. Switching a system on clears why it stopped.
    bool set_enabled(std::string_view name, bool enabled);
    /// Sets SystemDescription::group and budget_us. False when there is no such system.
    bool set_note(std::string_view name, std::string group, double system_budget_us);
    /// For a system that runs elsewhere: what is known of its runs. False when there is no such system.
    bool set_stats(std::string_view name, const SystemStats& stats);
    /// Names of systems that cannot run at the same time as `system`, because one writes what the other reads or
    /// writes.
    std::vector<std::string> conflicts(const System& system) const;
    /// The stage of each of systems(), counted from 0, in the same order; no_stage for disabled systems. The systems
    /// of a stage are neighbours, have the same phase, and run at the same time.
    std::span<const std::size_t> stages() const { return stages_; }
    static constexpr std::size_t no_stage = static_cast<std::size_t>(-1);

    /// Runs the remaining systems of the present tick (all, unless step_system was called) and ends the tick.
    void tick(World& world);
    /// For a hook: makes tick() return behind the present system or stage, unless it was the last one. The next tick()
    /// goes on from there.
    void interrupt() { interrupted_ = true; }
    /// The same for the world that the schedule was made for.
    void tick() {
        if (World* world = own_world("tick")) tick(*world);
    }
    /// Runs the next enabled system and returns it; ends the tick after the last one. When no remaining system is
    /// enabled, ends the tick and returns null.
    const System* step_system(World& world);
    /// The system that step_system would run next; null when no remaining system of the present tick is enabled.
    const System* next_system() const;
    /// Whether some, but not all systems of the present tick have run.
    bool within_tick() const { return position_ != 0; }
    /// Runs on_destroy of every created system, in reverse order of creation. Call it before the world is destroyed.
    /// Systems named in `but` stay created.
    void shut_down(World& world, std::span<const std::string> but = {});
    /// Runs on_create of these systems, if it has not run, in this order: for a world that is put back to a moment when
    /// it had. Names of no system are left out.
    void run_on_create(World& world, std::span<const std::string> names);
    /// Listeners are told in the order in which they came. None is owned; one that goes must be removed before.
    void add_listener(TickListener& listener);
    void remove_listener(const TickListener& listener) { std::erase(listeners_, &listener); }
    std::span<TickListener* const> listeners() const { return listeners_; }
    /// Whether its systems are Zones of a loop that the program runs itself (ecs/schedule/schedule_zones.hpp): nobody else
    /// can run, switch, add, move or remove one.
    bool of_zones() const { return of_zones_; }
    /// Calls of system functions so far. An edit compares this number to know whether any system can have seen its
    /// result.
    std::uint64_t total_calls() const { return total_calls_; }

    float dt_secs = 1.0f / 60.0f;  // length of a tick
    Random random;
    ScheduleHook* hook = nullptr;    // not owned
    ScheduleTrace* trace = nullptr;  // not owned: is told what ran when on which thread, see schedule_trace.hpp
    double budget_us = 0;            // that a tick may take, as a person noted; 0: no budget
    JobPool* pool = nullptr;         // not owned; null: everything runs on the thread that calls tick()
    // Less work than this stays on one thread, because handing it over would take longer. Results do not depend on
    // these.
    std::size_t share_from_rows = 20'000;  // rows of one visit of chunks in parallel
    double share_from_secs = 20e-6;        // time of a stage's last runs, without its longest system

private:
    friend class ScheduleState;
    friend class ScheduleZones;
    class Call;
    class TracedJobs;
    bool may_run(const char* call) const;
    World* own_world(const char* call) const;  // fails and returns null when there is none
    void add_or_fail(SystemDescription description);
    void settle_stages();
    /// Switches off the systems that stopped themselves in this tick.
    void settle_stopped();
    bool can_join(std::span<System* const> stage, const System& next) const;
    void prepare(World& world, System& system);
    void set_up(World& world, System& system, const SystemFunction& function);
    void run(World& world, System& system);
    void begin_tick(World& world);
    void deliver(World& world);
    /// Whether the system that ran last was the last enabled one of its stage.
    bool stage_ended() const;
    bool run_stage(World& world);
    void run_together(World& world, std::span<System* const> stage);
    void end_tick(World& world, std::uint64_t next);

    World* world_ = nullptr;
    std::vector<std::unique_ptr<System>> systems_;  // in the order of adding
    std::vector<System*> order_;
    std::vector<std::size_t> stages_;  // stage of each system in order_
    std::vector<System*> stage_;       // the stage that settle_stages() builds
    std::vector<System*> created_;     // in the order in which on_create ran
    std::vector<TickListener*> listeners_;
    std::size_t position_ = 0;  // in order_: the next system of this tick
    std::uint64_t total_calls_ = 0;
    bool running_ = false;  // a system function is running now
    bool interrupted_ = false;
    bool of_zones_ = false;
};

}  // namespace ecs

#include "ecs/schedule/make_system.hpp"
