// How a Timeline brings its world to another moment.
#include <algorithm>
#include <utility>

#include "ecs/base/language.hpp"
#include "ecs/timeline/branch_data.hpp"
#include "ecs/timeline/replaying.hpp"
#include "ecs/timeline/timeline.hpp"

namespace ecs {

std::string Timeline::seek(std::uint64_t tick) {
    if (home_ == nullptr) return tr("The timeline records nothing");
    return go(*home_, tick);
}

std::string Timeline::seek(TimePoint point) {
    BranchData* const branch = data(point.branch);
    if (branch == nullptr) return tr("There is no such branch");
    return go(*branch, point.tick);
}

std::string Timeline::step_back(std::uint64_t ticks) {
    if (home_ == nullptr) return tr("The timeline records nothing");
    // The systems that have run of a tick that is half done are the step.
    const std::uint64_t tick = world_.tick() + (!options_.by_states && schedule_.within_tick() ? 1 : 0);
    if (tick < first_tick() + ticks) return phrase("Tick {} is the first that is kept", std::to_string(first_tick()));
    return go(*home_, tick - ticks);
}

std::string Timeline::step_on() {
    if (home_ == nullptr || at_end_) return tr("This is the newest tick");
    const std::uint64_t tick = world_.tick();
    if (!options_.by_states) return go(*home_, tick + 1);
    std::uint64_t next = home_->facts.last_tick;
    for (const KeyFrame& frame : home_->frames)
        if (frame.tick > tick) next = std::min(next, frame.tick);
    const auto after = std::upper_bound(home_->changes.begin(), home_->changes.end(), tick,
                                        [](std::uint64_t at, const PackedChanges& each) { return at < each.tick(); });
    if (after != home_->changes.end()) next = std::min(next, after->tick());
    return go(*home_, next);
}

std::string Timeline::return_to_now() {
    if (home_ == nullptr || at_end_) return {};
    // In a record of states, the program is in its last run.
    BranchData& now = options_.by_states ? *branches_.back() : *home_;
    return go(now, now.facts.last_tick);
}

std::string Timeline::run_on(std::uint64_t tick) {
    if (home_ == nullptr || !landing_ || tick < world_.tick() || owner_of(*home_, tick) != stand_)
        return tr("These ticks are not of one branch");
    return go(*home_, tick, false);
}

std::string Timeline::switch_to(BranchId id) {
    BranchData* const branch = data(id);
    if (branch == nullptr) return tr("There is no such branch");
    return go(*branch, branch->facts.last_tick);
}

/// Keeps the end of the branch as it is, also where ticks would not lead to the same again.
void Timeline::leave_now() {
    if (!at_end_) return;
    home_->steps = history_.take_steps();
    at_end_ = false;
}

std::string Timeline::go(BranchData& home, std::uint64_t tick, bool by_key_frames) {
    if (!recording_) return tr("The timeline records nothing");
    if (replaying_ || world_.iterating()) return tr("The world cannot go to another tick while a system runs");
    while (!options_.by_states && schedule_.within_tick()) schedule_.tick(world_);  // breakpoints may stop it again
    BranchData* const owner = owner_of(home, tick);
    if (owner == nullptr)
        return tick > home.facts.last_tick
                   ? phrase("{} ends at tick {}", home.facts.name, std::to_string(home.facts.last_tick))
                   : phrase("Tick {} is not kept any more", std::to_string(tick));
    const bool to_end = owner == &home && tick == home.facts.last_tick;
    if (at_end_ && to_end && home_ == &home) return {};
    if (options_.by_states) return go_to_state(home.facts.id, tick);
    const Clock::time_point start = Clock::now();
    // Who leaves a recorded tick before it has ended holds their own keys again.
    if (recorded_inputs_ && inputs_ != nullptr) inputs_->write(held_inputs_);
    recorded_inputs_.reset();
    if (at_end_) {
        const KeyFrame& last = home_->frames.back();
        const bool kept = last.tick == world_.tick() && last.events == home_->event_count();
        if (!kept && !take_key_frame()) return why_dropped_;
        leave_now();
    }
    {
        Replaying replaying(*this);
        const auto after = std::upper_bound(owner->frames.begin(), owner->frames.end(), tick,
                                            [](std::uint64_t at, const KeyFrame& each) { return at < each.tick; });
        const KeyFrame& frame = *std::prev(after);
        // From where it stands, if there is no key frame on the way.
        const bool behind = world_.tick() >= frame.tick && events_done_ >= frame.events;
        const bool here = landing_ && stand_ == owner && world_.tick() <= tick && (behind || !by_key_frames);
        const std::uint64_t from = here ? world_.tick() : frame.tick;
        stand_ = owner;
        landing_.reset();  // a system may throw
        if (!here) {
            load(frame);
            replaying.silence_journal();
        }
        (void)replay(*owner, tick, true);
        seek_ticks_ = world_.tick() - from;
    }
    home_ = &home;
    ++jumps_;
    if (!to_end) history_.put_steps(history_.steps_until(home.steps, state_));
    if (std::string why = arrive(home, to_end); !why.empty()) return why;
    seek_secs_ = std::chrono::duration<double>(Clock::now() - start).count();
    return {};
}

/// The world is at another moment of this branch now.
std::string Timeline::arrive(BranchData& home, bool at_end) {
    structural_before_ = world_.structural_changes();
    if (at_end) {
        // After Stop nobody knows the steps of what was played.
        if (home.steps.steps.empty()) home.steps.base_mark = state_;
        history_.put_steps(std::exchange(home.steps, {}));
        at_end_ = true;
    } else {
        std::optional<KeyFrame> landing = key_frame();
        if (!landing) return why_dropped_;
        landing->history_state = state_;
        landing_ = std::make_unique<KeyFrame>(std::move(*landing));
    }
    // Going to a tick drops none: the cap holds again at the next tick.
    while (bytes() > options_.cap_bytes && thin_one()) {
    }
    return {};
}

bool Timeline::begin_recorded_tick() {
    if (!recording_ || at_end_ || replaying_ || !landing_ || recorded_inputs_) return false;
    if (schedule_.within_tick() || world_.iterating()) return false;
    const std::uint64_t tick = world_.tick();
    if (owner_of(*home_, tick + 1) != stand_) return false;
    if (events_done_ < stand_->event_count()) {
        const TimeEvent& next = stand_->event(events_done_);
        if (next.tick == tick) return false;  // an edit between its systems
    }
    recorded_inputs_.emplace();
    if (inputs_ == nullptr) return true;
    held_inputs_ = inputs_->read();
    const auto next = std::upper_bound(stand_->inputs.begin(), stand_->inputs.end(), tick,
                                       [](std::uint64_t at, const TimeInput& each) { return at < each.tick; });
    if (next != stand_->inputs.begin()) inputs_->write(std::prev(next)->bytes);
    recorded_inputs_ = inputs_->read();
    return true;
}

void Timeline::end_recorded_tick() {
    if (!recorded_inputs_ || schedule_.within_tick()) return;
    recorded_inputs_.reset();
    if (inputs_ != nullptr) inputs_->write(held_inputs_);
    BranchData& home = *home_;
    const std::uint64_t tick = world_.tick();
    {
        Replaying replaying(*this);
        landing_.reset();
        // What was noted of the tick is from before the edits behind it.
        (void)is_the_same(*stand_);
        (void)replay(*stand_, tick, false);
    }
    const bool at_end = stand_ == &home && tick == home.facts.last_tick;
    if (!at_end && history_.state() != state_) history_.put_steps(history_.steps_until(home.steps, state_));
    (void)arrive(home, at_end);
}

void Timeline::load(const KeyFrame& frame) {
    if (schedule_.within_tick()) schedule_.tick(world_);
    bring_systems(world_, schedule_, *frame.systems);
    (void)snapshots_.restore(frame.world);
    schedule_.random.set_state(frame.random);
    switch_systems(world_, schedule_, *frame.systems, bring_types(frame));
    events_done_ = frame.events;
    state_ = frame.history_state;
    last_checked_ = frame.tick;
}

/// Whether they were others.
bool Timeline::bring_types(const KeyFrame& frame) {
    const bool types_changed = frame.labels != labels_ || retirements_ != world_.types().retirements() ||
                               labels_->size() != world_.types().size();
    if (types_changed) {
        world_.types().restore(*frame.labels);
        labels_.reset();
    }
    return types_changed;
}

bool Timeline::replay(BranchData& branch, std::uint64_t tick, bool checks, const AfterSystem& after) {
    for (;;) {
        while (events_done_ < branch.event_count()) {
            const TimeEvent& next = branch.event(events_done_);
            if (next.within_tick || next.tick != world_.tick()) break;
            do_again(next);
            ++events_done_;
        }
        if (world_.tick() >= tick) return true;
        if (!run_tick_again(branch, after)) return false;
        // What follows a difference differs, too.
        checks = checks && is_the_same(branch);
    }
}

bool Timeline::run_tick_again(BranchData& branch, const AfterSystem& after) {
    const std::uint64_t tick = world_.tick();
    if (inputs_ != nullptr) {
        const auto next = std::upper_bound(branch.inputs.begin(), branch.inputs.end(), tick,
                                           [](std::uint64_t at, const TimeInput& each) { return at < each.tick; });
        if (next != branch.inputs.begin()) inputs_->write(std::prev(next)->bytes);
    }
    const auto edit_within = [&]() -> const TimeEvent* {
        if (events_done_ >= branch.event_count()) return nullptr;
        const TimeEvent& next = branch.event(events_done_);
        return next.within_tick && next.tick == tick ? &next : nullptr;
    };
    while (world_.tick() == tick) {
        const TimeEvent* const edit = edit_within();
        const System* const next = schedule_.next_system();
        if (edit != nullptr && schedule_.within_tick() && next != nullptr &&
            next->description.name == edit->before_system) {
            do_again(*edit);
            ++events_done_;
        } else if (edit == nullptr && !after) {
            schedule_.tick(world_);
        } else {
            const System* const ran = schedule_.step_system(world_);
            if (after && !after(ran)) return false;
        }
    }
    // Of a system that did not run this time.
    for (const TimeEvent* late = edit_within(); late != nullptr; late = edit_within()) {
        do_again(*late);
        ++events_done_;
    }
    return true;
}

void Timeline::do_again(const TimeEvent& event) {
    for (const Entity entity : event.released) world_.unpark(entity);
    state_ = event.history_state;
    if (event.edits.empty()) return;
    std::vector<Edit> edits = event.edits;
    std::size_t destroyed = 0;
    for (Edit& edit : edits) {
        auto* const destroy = std::get_if<DestroyEntities>(&edit);
        if (destroy == nullptr) continue;
        // Whether a system can have seen them decides what becomes of their handles.
        destroy->taken.system_calls = schedule_.total_calls() - (event.seen[destroyed++] ? 1 : 0);
    }
    const ApplyFailure failure =
        event.backwards ? apply_all_backwards(world_, schedule_, edits) : apply_all(world_, schedule_, edits);
    if (failure.why.empty()) return;
    Divergence divergence;
    divergence.after = {stand_->facts.id, last_checked_};
    divergence.found = {stand_->facts.id, world_.tick()};
    divergence.sentence = phrase("Tick {} is not as it was: an edit of then does not fit any more: {}",
                                 std::to_string(world_.tick()), failure.why);
    tell(std::move(divergence));
}

}  // namespace ecs
