#include "ecs/breakpoints/system_steps.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "ecs/base/language.hpp"
#include "ecs/schedule/hook_place.hpp"
#include "ecs/snapshot/left_out.hpp"

namespace ecs {

void count_changes(SystemStep& step) {
    step.created = step.destroyed = step.moved = step.added = step.removed = step.fields = 0;
    step.changed = 0;
    Entity moved, changed;
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
                if (entry.entity != changed) ++step.changed;
                changed = entry.entity;
        }
    }
}

/// Reads in the journal what the commands of a system do. A world without a journal has one meanwhile.
class SystemSteps::CommandsWatch final : public ScheduleHook {
public:
    CommandsWatch(World& world, Schedule& schedule)
        : world_(world), own_(world.journal() == nullptr ? most_commands : 0) {
        if (world.journal() == nullptr) world.observe(&own_);
        place_.take(schedule, *this);
    }
    ~CommandsWatch() {
        if (world_.journal() == &own_) world_.observe(nullptr);
    }
    CommandsWatch(const CommandsWatch&) = delete;
    CommandsWatch& operator=(const CommandsWatch&) = delete;

    void before_system(const World&, const System&) override {}
    void before_commands(const World& world, const System&) override { from_ = world.journal()->total(); }
    void after_system(const World& world, const System&) override { until_ = world.journal()->total(); }

    /// The first of them, at most most_commands. Returns how many there are.
    std::uint64_t read(std::vector<StructuralChange>& commands) const {
        std::uint64_t all = 0;
        if (!from_ || world_.journal() == nullptr) return all;
        const Journal& journal = *world_.journal();
        for (std::uint64_t at = std::max(*from_, journal.dropped()); at < until_; ++at) {
            const StructuralChange change = journal[static_cast<std::size_t>(at - journal.dropped())];
            const bool of_entity = change.kind == ChangeKind::Created || change.kind == ChangeKind::Destroyed ||
                                   change.kind == ChangeKind::Moved;
            if (!of_entity) continue;
            if (++all <= most_commands) commands.push_back(change);
        }
        return all;
    }

private:
    World& world_;
    Journal own_;
    HookPlace place_;
    std::optional<std::uint64_t> from_;
    std::uint64_t until_ = 0;
};

void SystemSteps::forget() {
    expected_.reset();
    kept_.clear();
    shown_.reset();
    before_.reset();
}

bool SystemSteps::step(std::uint64_t edits) {
    if (schedule_.total_calls() != calls_) kept_.clear();  // what ran meanwhile cannot be run back one by one
    Result<Snapshot> before = snapshots_.take();
    ScheduleState state(schedule_);
    const std::uint64_t tick = world_.tick(), version = world_.version();
    std::vector<StructuralChange> done;
    std::uint64_t done_in_all = 0;
    std::uint64_t skipped = 0;
    if (const System* const next = schedule_.next_system()) skipped = next->stats.skipped_commands;
    const System* const ran = [&] {
        const CommandsWatch commands(world_, schedule_);
        const System* const system = schedule_.step_system(world_);
        done_in_all = commands.read(done);
        return system;
    }();
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
                     .skipped_commands = ran->stats.skipped_commands - skipped,
                     .commands = std::move(done),
                     .commands_in_all = done_in_all});
    show(kept_.back());
    if (const std::string names = left_out_written_since(world_, version); !names.empty())
        shown_->problem =
            phrase("{} cannot be copied: whether {} changed it is not known, and running back leaves it as it is",
                   names, shown_->system);
    return true;
}

void SystemSteps::show(const Kept& kept) {
    shown_ = std::make_unique<SystemStep>();
    shown_->system = kept.system;
    shown_->tick = kept.tick;
    shown_->structural_changes = kept.structural_changes;
    shown_->skipped_commands = kept.skipped_commands;
    shown_->commands = kept.commands;
    shown_->commands_in_all = kept.commands_in_all;
    show_difference(kept.before);
}

void SystemSteps::show_difference(const Snapshot& before) {
    before_ = before.make_world();
    if (before_ != nullptr) {
        shown_->diff = diff(*before_, world_);
        count_changes(*shown_);
    }
    version_ = world_.version();
}

void SystemSteps::expect(std::string_view system) {
    if (expected_) {
        ++expected_->systems;
        return;
    }
    forget();
    expected_.emplace(Expected{.system = std::string(system), .tick = world_.tick(), .before = snapshots_.take()});
}

void SystemSteps::expected_ran() {
    if (!expected_) return;
    const Expected ran = *std::exchange(expected_, std::nullopt);
    shown_ = std::make_unique<SystemStep>();
    shown_->system =
        ran.systems == 1 ? ran.system : phrase("{} and {} more", ran.system, std::to_string(ran.systems - 1));
    shown_->tick = ran.tick;
    shown_->knows_commands = false;
    version_ = world_.version();
    if (ran.before)
        show_difference(*ran.before);
    else
        shown_->problem = ran.before.error();
}

std::string SystemSteps::why_not_back(std::uint64_t edits) const {
    if (kept_.empty()) return tr("No system was stepped before");
    if (kept_.back().edits != edits) return tr("Something was changed by hand since; undo it first");
    if (schedule_.total_calls() != calls_) return tr("The world went on since the last step");
    return {};
}

std::string SystemSteps::back(std::uint64_t edits, const GoTo& go) {
    if (std::string why = why_not_back(edits); !why.empty()) return why;
    const Kept last = std::move(kept_.back());
    kept_.pop_back();
    if (go) {
        if (std::string why = go(last.tick, last.system); !why.empty()) {
            forget();
            return why;
        }
    } else {
        if (auto restored = snapshots_.restore(last.before); !restored) return restored.error();
        last.schedule.put_back(schedule_);
    }
    calls_ = schedule_.total_calls();
    shown_.reset();
    before_.reset();
    version_ = world_.version();
    if (!kept_.empty() && kept_.back().edits == edits) show(kept_.back());
    return {};
}

}  // namespace ecs
