#include "panels/desk/world_records.hpp"

#include <utility>

#include "ecs/mirror/mirror.hpp"
#include "ecs/timeline/timeline.hpp"
#include "ecs/world/journal_room.hpp"
#include "panels/base/language.hpp"

namespace panels {

void WorldRecords::start(ecs::World& world, ecs::Schedule& schedule, ecs::History& history, ecs::Timeline* timeline) {
    stop();
    timeline_ = timeline;
    world_ = &world;
    schedule_ = &schedule;
    make_room();
    watches_.start(world, schedule);
    recording_.start(world, schedule, history);
    debugger_.start(world, schedule, history, watches_);
    debugger_.breakpoints().set_timeline(timeline);
}

void WorldRecords::follow(const ecs::Mirror* mirror) {
    debugger_.follow(mirror);
    recording_.follow(mirror);
}

void WorldRecords::connect(std::span<const std::unique_ptr<Panel>> panels) {
    for (const auto& panel : panels) {
        panel->connect(watches_, recording_);
        panel->connect_debugger(debugger_);
    }
}

void WorldRecords::stop() {
    debugger_.stop();
    if (world_ != nullptr) {
        ecs::Journal* journal = world_->journal();
        if (journal != nullptr && journal->listener() == &moves_) journal->tell(nullptr);
        if (journal == &own_) world_->observe(nullptr);
    }
    if (schedule_ != nullptr) tick_trace_.leave(*schedule_);
    tick_trace_.clear();
    schedule_ = nullptr;
    world_ = nullptr;
    timeline_ = nullptr;
    journal_read_ = 0;
    archetype_names_.forget();
    own_.tell(nullptr);
    own_.clear();
    archetypes_.clear();
    moves_.clear();
    recording_.stop();
    watches_.stop();
}

const ecs::Journal& WorldRecords::journal() const {
    const ecs::Journal* journal = world_ == nullptr ? nullptr : world_->journal();
    return journal == nullptr ? own_ : *journal;
}

void WorldRecords::make_room() {
    // Another watch of the same world may have ended, and its journal with it.
    if (world_->journal() == nullptr) world_->observe(&own_);
    if (world_->journal() == &own_) own_.reserve(ecs::journal_room(own_, journal_read_, *world_));
}

void WorldRecords::sample() {
    // Breakpoints stop the recorded ticks, too.
    if (timeline_ != nullptr && !timeline_->at_now()) return debugger_.look();
    archetypes_.sample(*world_);
    recording_.look();
    watches_.look();
    debugger_.look();
}

void WorldRecords::time_jumped() {
    moves_.clear();
    recording_.time_jumped(timeline_ != nullptr && timeline_->by_states());
    watches_.time_jumped();
    debugger_.time_jumped();
}

std::string WorldRecords::back_system() {
    if (timeline_ == nullptr) return debugger_.back_system();
    const std::uint64_t jumps = timeline_->jumps();
    std::string problem = debugger_.back_system([this](std::uint64_t tick, std::string_view system) {
        std::string why = timeline_->seek(tick);
        if (why.empty() && !timeline_->begin_recorded_tick())
            why = tr("Something was changed by hand within that tick: the world is where the tick begins");
        if (!why.empty()) return why;
        // Nobody is told of systems that run again for it.
        ecs::ScheduleHook* const hook = std::exchange(schedule_->hook, nullptr);
        ecs::Journal* const journal = world_->journal();
        world_->observe(nullptr);
        while (schedule_->next_system() != nullptr && schedule_->next_system()->description.name != system &&
               world_->tick() == tick)
            schedule_->step_system(*world_);
        world_->observe(journal);
        schedule_->hook = hook;
        return why;
    });
    if (timeline_->jumps() != jumps) {
        moves_.clear();
        recording_.time_jumped();
        watches_.time_jumped();
    }
    return problem;
}

void WorldRecords::panels_drew() {
    tick_trace_.settle(*schedule_);
    const bool wanted = moves_.take_wanted();
    ecs::Journal* journal = world_->journal();
    if (journal == nullptr) return;
    if (journal == &own_) journal_read_ = own_.total();
    // Who else listens goes on.
    if (wanted && journal->listener() == nullptr) journal->tell(&moves_);
    if (!wanted && journal->listener() == &moves_) journal->tell(nullptr);
}

}  // namespace panels
