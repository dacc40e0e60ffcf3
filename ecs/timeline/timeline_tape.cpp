// Recorded time as data, and back.
#include <algorithm>
#include <iterator>
#include <utility>

#include "ecs/base/language.hpp"
#include "ecs/edit/edit_facts.hpp"
#include "ecs/timeline/branch_data.hpp"
#include "ecs/timeline/replaying.hpp"
#include "ecs/timeline/timeline.hpp"

namespace ecs {

/// Ticks of one branch that follow each other.
struct Timeline::Stretch {
    BranchData* branch = nullptr;
    std::uint64_t until = 0;  // where the next one begins, or where the branch ends
    bool last = false;

    bool has(const TimeEvent& event) const {
        return last || event.tick < until || (event.tick == until && !event.within_tick);
    }
};

namespace {

std::optional<std::vector<Edit>> copies(const std::vector<Edit>& edits) {
    std::vector<Edit> all;
    all.reserve(edits.size());
    for (const Edit& edit : edits) {
        std::optional<Edit> copy = copy_of(edit);
        if (!copy) return std::nullopt;
        all.push_back(std::move(*copy));
    }
    return all;
}

bool can_leave(const TimeEvent& event) { return event.whole && !makes_types(event.edits); }

std::optional<TimeEvent> copy_of_event(const TimeEvent& event) {
    std::optional<std::vector<Edit>> edits = copies(event.edits);
    if (!edits) return std::nullopt;
    return TimeEvent{event.tick, event.within_tick, event.before_system, event.backwards, std::move(*edits),
                     event.seen, event.released,    event.history_state, event.bytes,     event.whole};
}

/// Calls change(system_calls) for each edit that knows whether a system can have seen what it made.
template <class F>
void each_seen(std::vector<Edit>& edits, F&& change) {
    for (Edit& edit : edits)
        if (auto* const destroy = std::get_if<DestroyEntities>(&edit)) change(destroy->taken.system_calls);
}

bool has_type_edit(const HistoryStep& step) {
    const auto is = [](const Edit& edit) { return std::holds_alternative<SetType>(edit); };
    return std::ranges::any_of(step.edits, is) || std::ranges::any_of(step.done_edits, is);
}

std::optional<HistoryStep> copy_of_step(const HistoryStep& step, std::uint64_t total_calls) {
    std::optional<std::vector<Edit>> edits = copies(step.edits), done = copies(step.done_edits);
    if (!edits || !done || has_type_edit(step)) return std::nullopt;
    const auto say_seen = [&](std::uint64_t& calls) { calls = calls != total_calls ? 1 : 0; };
    each_seen(*edits, say_seen);
    each_seen(*done, say_seen);
    HistoryStep copy;
    copy.label = step.label;
    copy.edits = std::move(*edits);
    copy.done_edits = std::move(*done);
    copy.repeatable = step.repeatable;
    copy.kind = step.kind;
    copy.entities = step.entities;
    copy.bytes = step.bytes;
    copy.tick = step.tick;
    return copy;
}

/// Those next to the present state as far as they can be copied: one that is missing could not be passed.
HistorySteps copy_of_steps(const HistorySteps& steps, std::uint64_t total_calls) {
    std::vector<std::optional<HistoryStep>> all;
    all.reserve(steps.steps.size());
    for (const HistoryStep& step : steps.steps) all.push_back(copy_of_step(step, total_calls));
    std::size_t first = steps.done, last = steps.done;
    while (first > 0 && all[first - 1]) --first;
    while (last < all.size() && all[last]) ++last;
    HistorySteps copied;
    copied.base_mark = first == 0 ? steps.base_mark : steps.marks[first - 1];
    copied.done = steps.done - first;
    for (std::size_t i = first; i < last; ++i) {
        copied.steps.push_back(std::move(*all[i]));
        copied.marks.push_back(steps.marks[i]);
    }
    return copied;
}

std::vector<TimeTape::OfSystem> systems_of(const SystemsState& state) {
    std::vector<TimeTape::OfSystem> systems;
    for (const SystemsState::One& one : state.systems)
        systems.push_back({one.name, one.enabled, one.waiting, one.created, one.description});
    return systems;
}

}  // namespace

/// From the first that is kept to now.
std::vector<Timeline::Stretch> Timeline::stretches() const {
    std::vector<Stretch> all{{home_, home_->facts.last_tick, true}};
    for (const BranchData* branch = home_;
         !branch->apart && branch->facts.parent && branch->facts.first_tick == branch->facts.fork_tick;) {
        BranchData* const parent = data(*branch->facts.parent);
        if (parent == nullptr) break;
        // Of those in between that were deleted nothing is left.
        if (branch->facts.fork_tick > parent->facts.last_tick || branch->facts.fork_tick < parent->facts.first_tick)
            break;
        all.insert(all.begin(), {parent, branch->facts.fork_tick, false});
        branch = parent;
    }
    return all;
}

/// So that the tape begins just there. Where that is impossible it begins earlier.
void Timeline::add_key_frame_at(std::uint64_t tick) {
    BranchData* const home = home_;
    const bool was_now = at_end_;
    const std::uint64_t was = world_.tick();
    if (tick <= first_tick() || (was_now && tick >= was)) return;
    if (!go(*home, tick).empty()) return;
    if (landing_ && landing_->tick == tick) {
        KeyFrame frame = *landing_;
        frame.events = events_done_;
        std::vector<KeyFrame>& frames = stand_->frames;
        const auto after = std::upper_bound(frames.begin(), frames.end(), tick,
                                            [](std::uint64_t at, const KeyFrame& each) { return at < each.tick; });
        if (static_cast<std::size_t>(after - frames.begin()) < stand_->old_frames) ++stand_->old_frames;
        frames.insert(after, std::move(frame));
    }
    (void)go(*home, was_now ? home->facts.last_tick : was);
}

/// The start of the tape. False when no key frame lies behind all that cannot be told.
bool Timeline::begin_tape(TimeTape& tape, std::vector<Stretch>& stretches, std::uint64_t from) {
    const KeyFrame* found = nullptr;
    std::size_t found_in = 0;
    bool blocked = false;
    for (std::size_t i = stretches.size(); i-- > 0 && !blocked && (found == nullptr || found->tick > from);) {
        const Stretch& stretch = stretches[i];
        const BranchData& branch = *stretch.branch;
        std::size_t behind = branch.forgotten_events;  // key frames with fewer events are no starts
        for (std::size_t at = behind; at < branch.event_count(); ++at)
            if (stretch.has(branch.event(at)) && !can_leave(branch.event(at))) behind = at + 1, blocked = true;
        for (auto frame = branch.frames.rbegin(); frame != branch.frames.rend(); ++frame) {
            if (frame->tick > stretch.until || frame->events < behind) continue;
            if (found != nullptr && found->tick <= from) break;
            found = &*frame;
            found_in = i;
        }
    }
    if (found == nullptr) return false;
    if (found->tick > from && found->tick > first_tick())
        tape.why_short =
            tr("A component type was changed, or an edit holds what cannot be copied: the ticks before are left out");
    stretches.erase(stretches.begin(), stretches.begin() + static_cast<std::ptrdiff_t>(found_in));
    tape.start = found->world.make_world();
    tape.start->types().restore(*found->labels);
    tape.first_tick = found->tick;
    tape.random = found->random;
    tape.systems = systems_of(*found->systems);
    tape.history_state = found->history_state;
    for (const Stretch& stretch : stretches) {
        const BranchData& branch = *stretch.branch;
        const std::uint64_t first = &stretch == &stretches.front() ? found->tick : branch.facts.first_tick;
        std::size_t event = &stretch == &stretches.front() ? found->events : branch.forgotten_events;
        for (; event < branch.event_count() && stretch.has(branch.event(event)); ++event) {
            std::optional<TimeEvent> copy = copy_of_event(branch.event(event));
            if (!copy) return false;
            tape.events.push_back(std::move(*copy));
        }
        const auto within = [&](std::uint64_t tick) { return tick >= first && tick <= stretch.until; };
        for (const auto& [tick, hash] : branch.hashes)
            if (within(tick) && tick > first) tape.hashes.emplace_back(tick, hash);
        for (const TimeMark& mark : branch.facts.marks)
            if (within(mark.tick)) tape.marks.push_back(mark);
        for (auto input = branch.inputs.begin(); input != branch.inputs.end(); ++input) {
            const bool past = std::next(input) != branch.inputs.end() && std::next(input)->tick <= first;
            if (!past && (stretch.last || input->tick < stretch.until)) tape.inputs.push_back(*input);
        }
    }
    return true;
}

Result<TimeTape> Timeline::tape(std::uint64_t from) {
    if (recording_ && options_.by_states) {
        const Result<StateRecord> record = state_record(from);
        return record ? record->tape() : Error{record.error()};
    }
    if (replaying_ || world_.iterating()) return Error{tr("The world cannot be copied while a system runs")};
    while (schedule_.within_tick()) schedule_.tick(world_);  // breakpoints may stop it again
    TimeTape tape;
    const auto copy_steps = [&] {
        HistorySteps steps = history_.take_steps();
        tape.steps = copy_of_steps(steps, schedule_.total_calls());
        history_.put_steps(std::move(steps));
    };
    if (!recording_) {
        Result<PackedSnapshot> now = snapshots_.take();
        if (!now) return Error{now.error()};
        tape.start = now->make_world();
        tape.start->types().restore(world_.types().labels());
        tape.first_tick = tape.last_tick = world_.tick();
        tape.random = schedule_.random.state();
        tape.systems = systems_of(*systems_now());
        tape.history_state = history_.state();
        tape.end_hash = hash_now();
        copy_steps();
        return tape;
    }
    tape.last_tick = last_tick();
    add_key_frame_at(std::min(from, tape.last_tick));
    if (at_end_ && from >= world_.tick()) (void)take_key_frame();
    std::vector<Stretch> all = stretches();
    if (!begin_tape(tape, all, from)) {
        // Only a moment that has no key frame yet is behind all that cannot be told.
        if (!at_end_ || !take_key_frame()) return Error{tr("This moment cannot be copied")};
        tape = {};
        tape.last_tick = last_tick();
        all = stretches();
        if (!begin_tape(tape, all, from)) return Error{tr("This moment cannot be copied")};
    }
    if (at_end_) {
        tape.end_hash = hash_now();
        copy_steps();
    } else {
        tape.steps = copy_of_steps(home_->steps, schedule_.total_calls());
    }
    return tape;
}

/// What the tape says of this branch, up to a tick, as if it had been recorded here.
void Timeline::put_on_branch(TimeTape& tape, std::uint64_t until) {
    BranchData& branch = *home_;
    for (TimeEvent& event : tape.events) {
        if (event.tick > until || (event.tick == until && event.within_tick)) break;
        branch.event_bytes += event.bytes;
        branch.events.push_back(std::move(event));
    }
    for (TimeInput& input : tape.inputs) {
        if (input.tick >= until) break;
        branch.input_bytes += sizeof(TimeInput) + input.bytes.size();
        branch.inputs.push_back(std::move(input));
    }
    for (const auto& each : tape.hashes)
        if (each.first <= until) branch.hashes.push_back(each);
    for (TimeMark& mark : tape.marks) {
        if (mark.tick > until) break;
        branch.mark_bytes += sizeof(TimeMark) + mark.text.size();
        branch.facts.marks.push_back(std::move(mark));
    }
    branch.facts.last_tick = until;
}

std::string Timeline::play(TimeTape tape, std::uint64_t until, const std::function<bool(std::uint64_t)>& go_on) {
    if (!recording_) return tr("The timeline records nothing");
    until = std::clamp(until, tape.first_tick, tape.last_tick);
    if (world_.tick() != tape.first_tick || home_->frames.size() != 1 || home_->event_count() != 0)
        return tr("The world is not as the recorded time begins");
    BranchData& branch = *home_;
    put_on_branch(tape, until);
    branch.frames.front().history_state = state_ = tape.history_state;
    events_done_ = 0;
    last_checked_ = tape.first_tick;
    bool goes_on = true;
    {
        Replaying replaying(*this);
        replaying.silence_journal();
        do {
            const std::uint64_t next = std::min(until, world_.tick() + key_distance_);
            const std::uint64_t told = divergence_ ? divergence_->found.tick : 0;
            (void)replay(branch, next, !divergence_);
            if (divergence_ && divergence_->found.tick != told) branch.hashes.clear();
            note_tick_secs();
            goes_on = !go_on || go_on(world_.tick());
            if (world_.tick() == until) break;
            if (std::optional<KeyFrame> frame = key_frame()) {
                frame->events = events_done_;
                frame->history_state = state_;
                branch.frames.push_back(std::move(*frame));
                thin_old(branch);
                keep_cap();
            }
        } while (goes_on);
    }
    const bool to_end = until == tape.last_tick && world_.tick() == until;
    if (to_end && tape.end_hash && !divergence_ && *tape.end_hash != hash_now()) {
        Divergence divergence;
        divergence.after = {branch.facts.id, last_checked_};
        divergence.found = {branch.facts.id, until};
        divergence.sentence =
            phrase("The ticks after {} are not the same when they run again", std::to_string(last_checked_));
        tell(std::move(divergence));
    }
    branch.facts.last_tick = world_.tick();
    // New states get names that nothing of the tape has.
    std::uint64_t latest = std::max(state_, tape.steps.base_mark);
    for (const TimeEvent& event : branch.events) latest = std::max(latest, event.history_state);
    for (const std::uint64_t mark : tape.steps.marks) latest = std::max(latest, mark);
    history_.put_steps({{}, {}, latest, 0});
    HistorySteps steps = to_end ? std::move(tape.steps) : history_.steps_until(tape.steps, state_);
    for (HistoryStep& step : steps.steps) {
        const auto as_of_here = [&](std::uint64_t& calls) { calls = schedule_.total_calls() - calls; };
        each_seen(step.edits, as_of_here);
        each_seen(step.done_edits, as_of_here);
    }
    history_.put_steps(std::move(steps));
    history_.mark_saved();
    structural_before_ = world_.structural_changes();
    next_hash_ = 0;
    ++jumps_;
    if (!goes_on) return phrase("Stopped at tick {}", std::to_string(world_.tick()));
    return take_key_frame() ? std::string() : why_dropped_;
}

}  // namespace ecs
