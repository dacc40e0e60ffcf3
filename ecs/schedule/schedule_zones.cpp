#include "ecs/schedule/schedule_zones.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "ecs/base/assert.hpp"
#include "ecs/base/job_pool.hpp"
#include "ecs/base/language.hpp"
#include "ecs/base/utf8.hpp"
#include "ecs/schedule/schedule_trace.hpp"
#include "ecs/world/written.hpp"

namespace ecs {

namespace {

using Clock = std::chrono::steady_clock;

/// What a zone writes is looked for in each of its first ticks, and in each sixteenth of the others: that costs a look
/// at the version of each column.
bool looks_for_writes(const System& system) { return system.stats.runs < 16 || system.stats.runs % 16 == 0; }

}  // namespace

ScheduleZones::ScheduleZones(World& world, Schedule& schedule) : world_(world), schedule_(schedule) {
    if (!schedule.systems_.empty()) fail("ScheduleZones: the schedule has systems of its own");
    schedule.of_zones_ = true;
}

ScheduleZones::~ScheduleZones() {
    leave_tick();
    while (!schedule_.systems_.empty())
        (void)schedule_.remove(world_, std::string(schedule_.systems_.back()->description.name));
    schedule_.of_zones_ = false;
}

void ScheduleZones::begin_tick(bool copy) {
    if (within_tick_) end_tick();
    within_tick_ = true;
    copy_ = copy;
    tick_ = world_.tick();
    next_place_ = 0;
    if (schedule_.trace != nullptr) schedule_.trace->tick_began(world_);
    if (schedule_.hook != nullptr && !copy) schedule_.hook->between_stages(world_);
    listen();
}

/// No zone counts any more.
void ScheduleZones::close() {
    if (running_ != nullptr) zone_ended();
    stop_listening();
    within_tick_ = false;
    schedule_.position_ = 0;
}

void ScheduleZones::end_tick() {
    if (!within_tick_) begin_tick();
    close();
    for (const Ran& each : ran_) {
        SystemStats& stats = each.system->stats;
        stats.last_secs = each.secs;
        stats.total_secs += each.secs;
        stats.min_secs = stats.runs == 0 ? each.secs : std::min(stats.min_secs, each.secs);
        stats.max_secs = std::max(stats.max_secs, each.secs);
        stats.structural_changes = each.structural_changes;
        ++stats.runs;
    }
    ran_.clear();
    if (copy_) {
        if (schedule_.trace != nullptr) schedule_.trace->tick_ended(world_);
        return;
    }
    ++schedule_.total_calls_;  // the program ran, with zones or without
    // Until the tick has ended it is that of the tick, also where the program has counted on.
    const std::uint64_t next = world_.tick() != tick_ ? world_.tick() : tick_ + 1;
    world_.set_tick(next > 0 ? next - 1 : 0);
    schedule_.end_tick(world_, next);
}

void ScheduleZones::leave_tick() {
    close();
    ran_.clear();
}

System* ScheduleZones::system_named(std::string_view name) {
    const std::vector<System*>& all = schedule_.order_;
    const auto found =
        std::find_if(all.begin(), all.end(), [&](const System* each) { return each->description.name == name; });
    std::size_t place = static_cast<std::size_t>(found - all.begin());
    if (found == all.end()) {
        if (all.size() >= most) return nullptr;
        SystemDescription description;
        description.name = name;
        description.description = tr("a zone of the program's own loop");
        place = next_place_;
        schedule_.position_ = 0;  // else no system may be added
        if (!schedule_.add(std::move(description), place)) return nullptr;
    }
    next_place_ = schedule_.position_ = place + 1;
    return schedule_.order_[place];
}

// Where there is no memory for its name or its system, a zone is not told of.
void ScheduleZones::zone_began(std::string_view name) noexcept try {
    System* const system = system_named(whole_characters(name, most_name_bytes));
    if (system == nullptr) return;
    if (schedule_.hook != nullptr && !copy_) schedule_.hook->before_system(world_, *system);
    if (system->cause == 0) system->cause = world_.cause(system->description.name);
    former_cause_ = world_.set_cause(system->cause);
    running_ = system;
    version_ = world_.version();
    structural_changes_ = world_.structural_changes();
    began_ = Clock::now();
} catch (...) {
    running_ = nullptr;
}

void ScheduleZones::zone_ended() noexcept try {
    if (running_ == nullptr) return;
    const Clock::time_point ended = Clock::now();
    System& system = *std::exchange(running_, nullptr);
    world_.set_cause(former_cause_);
    if (looks_for_writes(system) && !copy_) note_writes(system);
    auto ran = std::find_if(ran_.begin(), ran_.end(), [&](const Ran& each) { return each.system == &system; });
    if (ran == ran_.end()) ran = ran_.insert(ran_.end(), {.system = &system});
    ran->secs += std::chrono::duration<double>(ended - began_).count();
    ran->structural_changes += world_.structural_changes() - structural_changes_;
    ++schedule_.total_calls_;
    if (schedule_.trace != nullptr)
        schedule_.trace->ran({.kind = SpanKind::System,
                              .system = &system,
                              .thread = static_cast<std::uint32_t>(JobPool::thread_number()),
                              .begin = began_,
                              .end = ended});
    if (schedule_.hook != nullptr && !copy_) schedule_.hook->after_system(world_, system);
} catch (...) {
    running_ = nullptr;
}

void ScheduleZones::note_writes(System& system) const {
    std::vector<SystemAccess>& accesses = system.description.accesses;
    for (const ComponentId component : written_since(world_, version_))
        if (std::none_of(accesses.begin(), accesses.end(),
                         [&](const SystemAccess& each) { return each.component == component; }))
            accesses.push_back({component, Access::Write});
}

}  // namespace ecs
