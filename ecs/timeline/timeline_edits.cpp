// How a Timeline records what the History does.
#include <algorithm>
#include <utility>

#include "ecs/base/language.hpp"
#include "ecs/edit/edit_facts.hpp"
#include "ecs/timeline/branch_data.hpp"
#include "ecs/timeline/timeline.hpp"

namespace ecs {

namespace {

/// Key frames that are so many edits apart, or so much memory of edits, are soon reached.
constexpr std::size_t most_events = 512, most_event_bytes = std::size_t{1} << 20;

/// The only place that the event writes; null when there is more.
const SetComponent* only_place(const TimeEvent& event) {
    return event.edits.size() == 1 && !event.backwards ? std::get_if<SetComponent>(&event.edits.front()) : nullptr;
}

bool same_place(const TimeEvent& a, const TimeEvent& b) {
    const SetComponent* const one = only_place(a);
    const SetComponent* const other = only_place(b);
    return one != nullptr && other != nullptr && one->entity == other->entity && one->fields == other->fields &&
           one->value && other->value && one->value.type().id == other->value.type().id && a.tick == b.tick &&
           a.within_tick == b.within_tick && a.before_system == b.before_system;
}

std::size_t memory_of_event(const TimeEvent& event) {
    std::size_t bytes = sizeof event + event.before_system.capacity() + event.released.capacity() * sizeof(Entity);
    for (const Edit& edit : event.edits) bytes += memory_of(edit);
    return bytes;
}

TimeEvent event_at(const World& world, const Schedule& schedule) {
    TimeEvent event;
    event.tick = world.tick();
    event.within_tick = schedule.within_tick();
    if (const System* const next = schedule.next_system(); event.within_tick && next != nullptr)
        event.before_system = next->description.name;
    return event;
}

}  // namespace

void Timeline::will_apply(const std::vector<Edit>& edits, bool backwards) {
    if (!recording_ || replaying_) return;
    leave_past();
    if (!recording_) return;
    pending_ = std::make_unique<TimeEvent>(event_at(world_, schedule_));
    pending_->backwards = backwards;
    copied_pending_ = true;
    for (const Edit& edit : edits) {
        std::optional<Edit> copy = copy_of(edit);
        if (!copy) {
            copied_pending_ = false;
            break;
        }
        if (const auto* const destroy = std::get_if<DestroyEntities>(&*copy))
            pending_->seen.push_back(destroy->taken.system_calls != schedule_.total_calls());
        pending_->edits.push_back(std::move(*copy));
    }
}

void Timeline::refused() { pending_.reset(); }

void Timeline::applied(const Applied& step) {
    if (!pending_) return;
    const std::unique_ptr<TimeEvent> event = std::move(pending_);
    event->history_state = step.state;
    for (Edit& edit : event->edits)
        if (auto* const type = std::get_if<SetType>(&edit); type != nullptr && type->again == no_component)
            if (const ComponentType* const made = world_.types().find(type->to->name)) type->again = made->id;
    const bool types = makes_types(event->edits);
    event->whole = copied_pending_;
    BranchData& branch = *home_;
    const bool goes_on = step.goes_on && !branch.facts.marks.empty() && branch.facts.marks.back().tick == event->tick &&
                         branch.facts.marks.back().kind == MarkKind::Edited;
    std::string text(step.label);
    if (step.direction == StepDirection::Undone) text = phrase("Undo {}", text);
    if (step.direction == StepDirection::Redone) text = phrase("Redo {}", text);
    record_event(std::move(*event));
    if (goes_on)
        branch.facts.marks.back().text = std::move(text);
    else
        mark(MarkKind::Edited, std::move(text));
    const KeyFrame& last = branch.frames.back();
    const std::size_t since = branch.event_count() - last.events;
    std::size_t bytes_since = 0;
    for (std::size_t i = std::max(last.events, branch.forgotten_events); i < branch.event_count(); ++i)
        bytes_since += branch.event(i).bytes;
    // What can't be done again, or gives a type a number, is passed over by a key frame.
    if (!copied_pending_ || types || since >= most_events || bytes_since >= most_event_bytes) {
        frame_wanted_ = true;
        if (!schedule_.within_tick()) (void)take_key_frame();
    }
    keep_cap();
}

void Timeline::record_event(TimeEvent event) {
    BranchData& branch = *home_;
    event.bytes = memory_of_event(event);
    if (!branch.events.empty() && branch.frames.back().events < branch.event_count() &&
        same_place(branch.events.back(), event)) {
        // A drag while nothing runs: only where it ends counts.
        branch.event_bytes += event.bytes - branch.events.back().bytes;
        branch.events.back() = std::move(event);
        return;
    }
    branch.event_bytes += event.bytes;
    branch.events.push_back(std::move(event));
}

void Timeline::will_release(const std::vector<Edit>& edits) {
    if (!recording_ || replaying_) return;
    TimeEvent event = event_at(world_, schedule_);
    for (const Edit& edit : edits) {
        if (const auto* const create = std::get_if<CreateEntities>(&edit))
            for (const EntityRecord& record : create->entities)
                if (record.kept) event.released.push_back(record.entity);
        if (std::holds_alternative<RestoreRows>(edit)) append_entities(edit, event.released);
    }
    if (event.released.empty()) return;
    leave_past();
    if (!recording_) return;
    event.history_state = history_.state();
    record_event(std::move(event));
}

void Timeline::world_replaced() {
    if (!recording_ || replaying_) return;
    at_end_ = true;
    landing_.reset();
    recorded_inputs_.reset();
    BranchData& before = *home_;
    BranchData& branch = add_branch({});
    const BranchData* const owner = options_.by_states ? nullptr : owner_of(before, world_.tick());
    if (owner != nullptr) branch.facts.parent = before.facts.id;
    branch.apart = true;
    home_ = stand_ = &branch;
    ++jumps_;
    structural_before_ = world_.structural_changes();
    if (take_key_frame()) return;
    stop();
}

}  // namespace ecs
