// The part of Schedule that runs systems: one by one, or a stage at a time on several threads.

#include <algorithm>
#include <chrono>
#include <deque>
#include <exception>
#include <optional>
#include <utility>

#include "ecs/schedule/schedule.hpp"
#include "ecs/schedule/schedule_trace.hpp"
#include "ecs/world/cause_guard.hpp"

namespace ecs {

namespace {

using Clock = std::chrono::steady_clock;

double secs_between(Clock::time_point begin, Clock::time_point end) {
    return std::chrono::duration<double>(end - begin).count();
}

TraceSpan span_on_this_thread(SpanKind kind, const System* system, Clock::time_point begin, Clock::time_point end,
                              std::uint64_t amount = 0) {
    return {.kind = kind,
            .system = system,
            .thread = static_cast<std::uint32_t>(JobPool::thread_number()),
            .begin = begin,
            .end = end,
            .amount = amount};
}

/// Refuses to run the schedule again as long as it lives.
class Running {
public:
    explicit Running(bool& running) : running_(running) { running_ = true; }
    ~Running() { running_ = false; }
    Running(const Running&) = delete;
    Running& operator=(const Running&) = delete;

private:
    bool& running_;
};

}  // namespace

/// Tells the trace of the threads that work for a system, or for a stage when that is null.
class Schedule::TracedJobs final : public JobWatcher {
public:
    TracedJobs(ScheduleTrace* trace, const System* system) : trace_(trace), system_(system) {
        if (trace_) former_ = JobPool::watch(this);
    }
    ~TracedJobs() {
        if (trace_) (void)JobPool::watch(former_);
    }
    TracedJobs(const TracedJobs&) = delete;
    TracedJobs& operator=(const TracedJobs&) = delete;

    void worked(Time begin, Time end) noexcept override {
        if (system_) trace_->ran(span_on_this_thread(SpanKind::Jobs, system_, begin, end));
    }
    void waited(Time begin, Time end) noexcept override {
        trace_->ran(span_on_this_thread(SpanKind::Wait, system_, begin, end));
    }

private:
    ScheduleTrace* const trace_;
    const System* const system_;
    JobWatcher* former_ = nullptr;
};

/// One call of a system function: its arguments and its result.
class Schedule::Call {
public:
    enum class Kind { Run, SetUp };  // SetUp: on_create and on_destroy, which run alone and promise nothing

    Call(Schedule& schedule, World& world, System& system, Kind kind)
        : world_(world),
          system_(system),
          kind_(kind),
          trace_(schedule.trace),
          watched_(kind == Kind::Run && (system.description.parallel || !system.description.accesses.empty())),
          parallel_(kind == Kind::Run && system.description.parallel),
          idle_random_(schedule.random),
          commands_(world),
          context_{world,
                   commands_,
                   parallel_ && !system.description.uses_random ? idle_random_ : schedule.random,
                   schedule.dt_secs,
                   world.tick(),
                   schedule.pool,
                   schedule.share_from_rows} {}

    /// Runs on any thread.
    void run(const SystemFunction& function) {
        const Clock::time_point begin = Clock::now();
        const TracedJobs traced(trace_, &system_);
        const AccessScope scope{.world = &world_,
                                .system = system_.description.name,
                                .accesses = system_.description.accesses,
                                .parallel = parallel_};
        const std::uint64_t idle_state = idle_random_.state();
        {
            const ScopeGuard guard(watched_ ? &scope : nullptr);
            std::optional<HoldGuard> hold;
            if (parallel_) hold.emplace(world_);
            function(context_);
        }
        if (parallel_ && idle_random_.state() != idle_state) refuse("uses the random source");
        if (parallel_ && !system_.description.records_commands && !commands_.empty()) refuse("records commands");
        const Clock::time_point end = Clock::now();
        secs_ = secs_between(begin, end);
        if (trace_)
            trace_->ran(span_on_this_thread(kind_ == Kind::Run ? SpanKind::System : SpanKind::SetUp, &system_, begin,
                                            end, context_.entities_visited));
    }

    bool has_commands() const { return !commands_.empty() && !refused_; }

    /// Runs on the thread that ticks, while nothing else runs.
    void play_back() {
        if (!has_commands()) return;
        const std::uint64_t changes_before = world_.structural_changes();
        const Clock::time_point begin = Clock::now();
        system_.stats.skipped_commands += commands_.play_back();
        const Clock::time_point end = Clock::now();
        secs_ += secs_between(begin, end);
        if (trace_)
            trace_->ran(span_on_this_thread(SpanKind::Playback, &system_, begin, end,
                                            world_.structural_changes() - changes_before));
    }

    void note(std::uint64_t structural_changes) {
        if (!context_.problem.empty()) system_.problem = std::move(context_.problem);
        SystemStats& stats = system_.stats;
        stats.entities_visited = context_.entities_visited;
        stats.structural_changes = structural_changes;
        stats.last_secs = secs_;
        stats.total_secs += secs_;
        stats.min_secs = stats.runs == 0 ? secs_ : std::min(stats.min_secs, secs_);
        stats.max_secs = std::max(stats.max_secs, secs_);
        ++stats.runs;
    }

private:
    void refuse(const char* what) {
        refused_ = true;
        fail("Schedule: system " + system_.description.name + " " + what + ", which it did not declare");
    }

    World& world_;
    System& system_;
    const Kind kind_;
    ScheduleTrace* const trace_;
    const bool watched_, parallel_;
    bool refused_ = false;
    Random idle_random_;  // for a parallel system that did not declare random numbers: must not change
    Commands commands_;
    SystemContext context_;
    double secs_ = 0;
};

bool Schedule::may_run(const char* call) const {
    if (!running_) return true;
    fail(std::string("Schedule: ") + call + " was called by a system that this schedule runs");
    return false;
}

void Schedule::tick(World& world) {
    if (!may_run("tick")) return;
    interrupted_ = false;
    if (position_ == 0) begin_tick(world);
    while (position_ < order_.size()) {
        if (interrupted_ && next_system() != nullptr) return;
        if (!run_stage(world)) {
            System& system = *order_[position_++];
            if (!system.enabled) continue;
            run(world, system);
        }
        if (stage_ended()) deliver(world);
    }
    end_tick(world, world.tick() + 1);
}

const System* Schedule::step_system(World& world) {
    if (!may_run("step_system")) return nullptr;
    if (position_ == 0) begin_tick(world);
    const System* next = next_system();
    if (next) {
        while (order_[position_] != next) ++position_;
        run(world, *order_[position_++]);
        if (stage_ended()) deliver(world);
    }
    if (!next_system()) end_tick(world, world.tick() + 1);
    return next;
}

const System* Schedule::next_system() const {
    for (std::size_t i = position_; i < order_.size(); ++i)
        if (order_[i]->enabled) return order_[i];
    return nullptr;
}

// Observers are told where a stage ends, whether its systems ran one by one or together: so both give the same world.
bool Schedule::stage_ended() const {
    const std::size_t stage = stages_[position_ - 1];
    for (std::size_t i = position_; i < order_.size(); ++i)
        if (stages_[i] != no_stage) return stages_[i] != stage;
    return true;
}

void Schedule::begin_tick(World& world) {
    if (trace) trace->tick_began(world);
    deliver(world);
}

void Schedule::deliver(World& world) {
    if (world.find_observers()) {
        const Running running(running_);
        if (trace) {
            const Clock::time_point begin = Clock::now();
            world.deliver_observed();
            trace->ran(span_on_this_thread(SpanKind::Hooks, nullptr, begin, Clock::now()));
        } else {
            world.deliver_observed();
        }
    }
    if (hook) hook->between_stages(world);
}

// Only here, so that the stages of a tick do not depend on which of its systems stopped.
void Schedule::end_tick(World& world, std::uint64_t next) {
    position_ = 0;
    settle_stopped();
    if (trace) trace->tick_ended(world);
    world.set_tick(next);
    // By number: a listener may go while it is told.
    for (std::size_t i = 0; i < listeners_.size(); ++i) listeners_[i]->tick_ended(world);
}

void Schedule::prepare(World& world, System& system) {
    if (system.cause == 0) system.cause = world.cause(system.description.name);
    if (system.created) return;
    created_.push_back(&system);
    system.created = true;
    if (!system.description.on_create) return;
    set_up(world, system, system.description.on_create);
    settle_stages();
}

void Schedule::set_up(World& world, System& system, const SystemFunction& function) {
    if (!function) return;
    ++total_calls_;
    const Running running(running_);
    const CauseGuard cause(world, system.cause);
    Call call(*this, world, system, Call::Kind::SetUp);
    call.run(function);
    call.play_back();
}

void Schedule::run(World& world, System& system) {
    // What on_create does is done by the system, too.
    if (system.cause == 0) system.cause = world.cause(system.description.name);
    if (hook) hook->before_system(world, system);
    prepare(world, system);
    const std::uint64_t changes_before = world.structural_changes();
    Call call(*this, world, system, Call::Kind::Run);
    if (system.description.run) {
        ++total_calls_;
        const Running running(running_);
        const CauseGuard cause(world, system.cause);
        call.run(system.description.run);
        if (hook && call.has_commands()) hook->before_commands(world, system);
        call.play_back();
    }
    call.note(world.structural_changes() - changes_before);
    if (hook) hook->after_system(world, system);
}

// Runs the rest of the present stage, if it is enough work for threads. A first system whose on_create has not run
// yet runs alone, because on_create may enable or disable the others.
bool Schedule::run_stage(World& world) {
    if ((hook && !hook->takes_stages()) || !pool || pool->thread_count() == 1) return false;
    std::vector<System*> stage;
    std::size_t end = position_, number = no_stage;
    for (; end < order_.size(); ++end) {
        if (stages_[end] == no_stage) continue;
        if (number == no_stage) number = stages_[end];
        if (stages_[end] != number) break;
        stage.push_back(order_[end]);
    }
    if (stage.size() < 2 || (!stage.front()->created && stage.front()->description.on_create)) return false;
    double sum = 0, longest = 0;
    bool known = true;
    for (const System* system : stage) {
        known = known && system->stats.runs > 0;
        sum += system->stats.last_secs;
        longest = std::max(longest, system->stats.last_secs);
    }
    if (known && sum - longest < share_from_secs) return false;
    position_ = end;
    run_together(world, stage);
    return true;
}

// The result equals running the systems in order and playing back after each, because only the last system may
// record. When systems throw, all systems of the stage have run nevertheless, as they would have by the end of the
// next tick(). The first exception is passed on.
void Schedule::run_together(World& world, std::span<System* const> stage) {
    std::deque<Call> calls;
    for (System* system : stage) {
        prepare(world, *system);
        calls.emplace_back(*this, world, *system, Call::Kind::Run);
    }
    std::vector<std::exception_ptr> errors(stage.size());
    if (hook) hook->before_stage(world, stage);
    const Running running(running_);
    {
        const HoldGuard hold(world);
        const TracedJobs traced(trace, nullptr);
        pool->run(stage.size(), [&](std::size_t i) {
            const SystemFunction& function = stage[i]->description.run;
            try {
                if (function) calls[i].run(function);
            } catch (...) {
                errors[i] = std::current_exception();
            }
        });
    }
    if (hook) hook->after_stage(world, stage);
    for (std::size_t i = 0; i < stage.size(); ++i) {
        total_calls_ += stage[i]->description.run ? 1 : 0;
        if (errors[i]) continue;
        const std::uint64_t changes_before = world.structural_changes();
        const bool plays_back = calls[i].has_commands();
        try {
            const CauseGuard cause(world, stage[i]->cause);
            calls[i].play_back();
            calls[i].note(world.structural_changes() - changes_before);
        } catch (...) {
            errors[i] = std::current_exception();
        }
        if (hook && plays_back) hook->after_commands(world, *stage[i]);
    }
    const auto first = std::find_if(errors.begin(), errors.end(), [](const auto& error) { return error != nullptr; });
    if (first != errors.end()) std::rethrow_exception(*first);
}

void Schedule::run_on_create(World& world, std::span<const std::string> names) {
    if (!may_run("run_on_create")) return;
    for (const std::string& name : names)
        for (System* system : order_)
            if (system->description.name == name) prepare(world, *system);
}

void Schedule::add_listener(TickListener& listener) {
    remove_listener(listener);
    listeners_.push_back(&listener);
}

void Schedule::shut_down(World& world, std::span<const std::string> but) {
    if (!may_run("shut_down")) return;
    for (std::size_t position = created_.size(); position-- > 0;) {
        System& system = *created_[position];
        if (std::find(but.begin(), but.end(), system.description.name) != but.end()) continue;
        created_.erase(created_.begin() + static_cast<std::ptrdiff_t>(position));
        system.created = false;
        set_up(world, system, system.description.on_destroy);
    }
    settle_stages();
}

}  // namespace ecs
