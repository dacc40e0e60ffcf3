// The Schedule is the list of systems of a world, in the order they run. A tick runs every enabled system once; after
// each, its commands play back. The order is settled by phase, then by before/after, then by the order of adding: of
// the systems that wait for none, the one that was added first goes next.
//
// Neighbours in that order that declare that they can run at the same time make up a stage. Given a pool, the schedule
// runs the systems of a stage on several threads; the world after a tick is the same, bit by bit, as without.
//
// A Schedule belongs to the simulation that ticks the world; between ticks (or between systems, when stepping) the
// world is the editor's.
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

/// What a system is given each time it runs.
struct SystemContext {
    World& world;
    Commands& commands;
    Random& random;
    float dt_secs;
    std::uint64_t tick;
    JobPool* pool = nullptr;             // null: there is one thread
    std::size_t share_from_rows = 0;     // with fewer, each_parallel stays on this thread
    std::uint64_t entities_visited = 0;  // counted by each() and its kin; add to it after loops of your own

    template <class V, class F>
    void each(V& view, F&& visit) {
        entities_visited += view.each(world, std::forward<F>(visit));
    }
    template <class V, class F>
    void each_chunk(V& view, F&& visit) {
        entities_visited += view.each_chunk(world, std::forward<F>(visit));
    }
    /// On all cores; see View::each_parallel for what `visit` may do.
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

struct SystemDescription {
    std::string name = {};         // unique in the schedule
    std::string description = {};  // one line
    Phase phase = Phase::Update;
    std::vector<SystemAccess> accesses = {};           // see access<Ts...>()
    std::vector<std::string> before = {}, after = {};  // names of systems in the same phase; unknown ones are ignored
    SystemFunction run = {};                           // may be empty
    SystemFunction on_create = {};                     // once, before the first run
    SystemFunction on_destroy = {};                    // once, at the end, if on_create ran
    bool enabled = true;

    /// Whether others may run beside it. It then touches components as declared and what no other system uses, changes
    /// rows through commands only, creates nothing, and keeps the promises below. Builds with asserts hold it to that.
    bool parallel = false;
    bool uses_random = false;       // parallel systems only: draws from the random source
    bool records_commands = false;  // parallel systems only: those behind it wait until its commands are played back
};

/// `access<Position, const Velocity>(world)`: writes Position, reads Velocity.
template <class... Ts>
std::vector<SystemAccess> access(const World& world) {
    return {SystemAccess{world.id<std::remove_const_t<Ts>>(), std::is_const_v<Ts> ? Access::Read : Access::Write}...};
}

struct SystemStats {
    std::uint64_t runs = 0;
    double last_secs = 0, total_secs = 0, min_secs = 0, max_secs = 0;  // playback of its commands included
    std::uint64_t entities_visited = 0;                                // in the last run
    std::uint64_t structural_changes = 0;  // in the last run, playback of its commands included
    std::uint64_t skipped_commands = 0;    // so far: commands for entities that were gone at playback

    double mean_secs() const { return runs == 0 ? 0 : total_secs / static_cast<double>(runs); }
};

/// A system in its schedule. References stay valid until it is removed; the order may change when systems are added.
struct System {
    SystemDescription description;
    SystemStats stats;
    bool enabled = true;
    bool created = false;  // on_create ran
    CauseId cause = 0;     // what the journal puts its changes down to; known from its first run on
};

/// Told before and after each system; breakpoints and step mode stand on this. With a hook, systems run one by one.
class ScheduleHook {
public:
    virtual ~ScheduleHook() = default;
    virtual void before_system(const World& world, const System& system) = 0;
    virtual void after_system(const World& world, const System& system) = 0;
};

class Schedule {
public:
    Schedule() = default;
    Schedule(const Schedule&) = delete;
    Schedule& operator=(const Schedule&) = delete;

    /// Adds a system behind the first `position`; returns its number in the order of adding. An error, and nothing
    /// added, when the name is taken, before/after would make a circle, or some but not all systems of the present tick
    /// have run.
    Result<std::size_t> add(SystemDescription description, std::size_t position = last);
    /// Why add() would refuse it; empty when it would not.
    std::string why_not_add(const SystemDescription& description) const;
    static constexpr std::size_t last = static_cast<std::size_t>(-1);
    /// Takes a system out again, after its on_destroy if it was set up; pointers to it end. Returns what it was, and
    /// its number in the order of adding. Nothing when there is none of that name, or some but not all systems of the
    /// present tick have run.
    struct Removed {
        SystemDescription description;
        std::size_t position = 0;
    };
    std::optional<Removed> remove(World& world, std::string_view name);

    /// In the order they run.
    std::span<const System* const> systems() const { return order_; }
    const System* find(std::string_view name) const;
    /// False when there is no such system.
    bool set_enabled(std::string_view name, bool enabled);
    /// Names of systems that may not run at the same time as `system`, because one writes what the other reads or
    /// writes.
    std::vector<std::string> conflicts(const System& system) const;
    /// Which stage each of systems() belongs to, in the same order, counted from 0; no_stage for those switched off.
    /// Systems of a stage follow each other, are of one phase, and run at the same time.
    std::span<const std::size_t> stages() const { return stages_; }
    static constexpr std::size_t no_stage = static_cast<std::size_t>(-1);

    /// Runs the systems that are left of the present tick (all, unless step_system was called), and ends it.
    void tick(World& world);
    /// Runs the next enabled system; ends the tick after the last one. Returns the system that ran; null when none of
    /// those left of the present tick is enabled (the tick ends all the same).
    const System* step_system(World& world);
    /// The system that step_system would run next, null when none of those left of the present tick is enabled.
    const System* next_system() const;
    /// Whether some, but not all systems of the present tick have run.
    bool within_tick() const { return position_ != 0; }
    /// Runs on_destroy of every system that was created, the last one created first. Call before the world goes.
    void shut_down(World& world);
    /// Calls of systems so far, of all their functions together. By this an edit knows whether any of them can have
    /// seen what it made.
    std::uint64_t total_calls() const { return total_calls_; }

    float dt_secs = 1.0f / 60.0f;  // length of a tick
    Random random;
    ScheduleHook* hook = nullptr;  // not owned
    JobPool* pool = nullptr;       // not owned; null: everything runs on the thread that calls tick()
    // What is less work than this stays on one thread: handing it over would take longer. Results do not depend on it.
    std::size_t share_from_rows = 20'000;  // of a visit to chunks in parallel
    double share_from_secs = 20e-6;        // of the last runs of a stage, its longest system left out

private:
    class Call;
    bool may_run(const char* call) const;
    void settle_stages();
    bool can_join(std::span<System* const> stage, const System& next) const;
    void prepare(World& world, System& system);
    void set_up(World& world, System& system, const SystemFunction& function);
    void run(World& world, System& system);
    bool run_stage(World& world);
    void run_together(World& world, std::span<System* const> stage);
    void end_tick(World& world);

    std::vector<std::unique_ptr<System>> systems_;  // in the order of adding
    std::vector<System*> order_;
    std::vector<std::size_t> stages_;  // of each in order_
    std::vector<System*> stage_;       // the one that settle_stages() is at
    std::vector<System*> created_;     // in the order in which on_create ran
    std::size_t position_ = 0;         // in order_, of the next system of this tick
    std::uint64_t total_calls_ = 0;
    bool running_ = false;  // systems are being called right now
};

}  // namespace ecs
