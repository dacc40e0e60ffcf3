#include "ecs/breakpoints/system_steps.hpp"

#include <utility>

#include "ecs/base/language.hpp"

namespace ecs {

void count_changes(SystemStep& step) {
    step.created = step.destroyed = step.moved = step.added = step.removed = step.fields = 0;
    Entity moved;
    for (const DiffEntry& entry : step.diff.entries) {
        switch (entry.kind) {
            case DiffKind::EntityAdded:
                ++step.created;
                break;
            case DiffKind::EntityRemoved:
                ++step.destroyed;
                break;
            case DiffKind::ComponentAdded:
            case DiffKind::ComponentRemoved:
                ++(entry.kind == DiffKind::ComponentAdded ? step.added : step.removed);
                if (entry.entity != moved) ++step.moved;
                moved = entry.entity;
                break;
            default:
                ++step.fields;
        }
    }
}

void SystemSteps::forget() {
    kept_.clear();
    shown_.reset();
    before_.reset();
}

bool SystemSteps::step(std::uint64_t edits) {
    if (schedule_.total_calls() != calls_) kept_.clear();  // what ran meanwhile cannot be run back one by one
    Result<Snapshot> before = snapshots_.take();
    ScheduleState state(schedule_);
    const std::uint64_t tick = world_.tick();
    const System* const ran = schedule_.step_system(world_);
    if (ran == nullptr) {
        forget();
        return false;
    }
    if (!before) {
        forget();
        shown_ = std::make_unique<SystemStep>();
        shown_->system = ran->description.name;
        shown_->tick = tick;
        shown_->problem = before.error();
        version_ = world_.version();
        return true;
    }
    calls_ = schedule_.total_calls();
    if (kept_.size() == most_steps) kept_.pop_front();
    kept_.push_back({.before = std::move(*before),
                     .schedule = std::move(state),
                     .system = ran->description.name,
                     .edits = edits,
                     .tick = tick,
                     .structural_changes = ran->stats.structural_changes,
                     .skipped_commands = ran->stats.skipped_commands});
    show(kept_.back());
    return true;
}

void SystemSteps::show(const Kept& kept) {
    before_ = kept.before.make_world();
    shown_ = std::make_unique<SystemStep>();
    shown_->system = kept.system;
    shown_->tick = kept.tick;
    shown_->structural_changes = kept.structural_changes;
    shown_->skipped_commands = kept.skipped_commands;
    if (before_ != nullptr) {
        shown_->diff = diff(*before_, world_);
        count_changes(*shown_);
    }
    version_ = world_.version();
}

std::string SystemSteps::why_not_back(std::uint64_t edits) const {
    if (kept_.empty()) return tr("No system was stepped before");
    if (kept_.back().edits != edits) return tr("Something was changed by hand since; undo it first");
    if (schedule_.total_calls() != calls_) return tr("The world went on since the last step");
    return {};
}

std::string SystemSteps::back(std::uint64_t edits) {
    if (std::string why = why_not_back(edits); !why.empty()) return why;
    const Kept last = std::move(kept_.back());
    kept_.pop_back();
    if (auto restored = snapshots_.restore(last.before); !restored) return restored.error();
    last.schedule.put_back(schedule_);
    calls_ = schedule_.total_calls();
    shown_.reset();
    before_.reset();
    version_ = world_.version();
    if (!kept_.empty() && kept_.back().edits == edits) show(kept_.back());
    return {};
}

}  // namespace ecs
