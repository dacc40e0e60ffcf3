// A record of states as a tape: the first state, and the edits that lead from each state to the next one.
#include <algorithm>
#include <utility>

#include "ecs/base/language.hpp"
#include "ecs/diff/diff_edits.hpp"
#include "ecs/edit/edit_facts.hpp"
#include "ecs/timeline/branch_data.hpp"
#include "ecs/timeline/state_record.hpp"
#include "ecs/timeline/timeline.hpp"

namespace ecs {

namespace {

/// Makes a tape of the states of one world, which come one after another.
class StatesTape {
public:
    explicit StatesTape(TimeTape& tape) : tape_(tape) {}

    void add(std::unique_ptr<World> state) {
        if (world_ == nullptr) return begin(std::move(state));
        std::string why = bring_types(*world_, *state);
        const WorldDiff differences = diff(*world_, *state);
        Result<std::vector<Edit>> edits = edits_of(differences, *world_, *state);
        if (why.empty() && !edits) why = edits.error();
        if (why.empty() && !edits->empty()) {
            TimeEvent event;
            event.tick = state->tick();
            for (const Edit& edit : *edits) {
                std::optional<Edit> copy = copy_of(edit);
                if (!copy) {
                    why = tr("a value cannot be copied");
                    break;
                }
                if (std::holds_alternative<DestroyEntities>(edit)) event.seen.push_back(true);
                event.edits.push_back(std::move(*copy));
            }
            if (why.empty()) why = apply_all(*world_, no_systems_, *edits).why;
            if (why.empty()) tape_.events.push_back(std::move(event));
        }
        // What is before cannot be told.
        if (!why.empty()) {
            tape_.why_short = phrase("It begins at tick {}: {}", std::to_string(state->tick()), why);
            return begin(std::move(state));
        }
        world_->set_tick(state->tick());
    }

    const World* world() const { return world_.get(); }

private:
    void begin(std::unique_ptr<World> state) {
        tape_.first_tick = state->tick();
        tape_.events.clear();
        world_ = PackedSnapshots(*state).take()->make_world();
        tape_.start = std::move(state);
        tape_.types_of = world_;
    }

    TimeTape& tape_;
    std::shared_ptr<World> world_;  // as the edits make it
    Schedule no_systems_;
};

}  // namespace

Result<StateRecord> Timeline::state_record(std::uint64_t from) {
    if (replaying_ || world_.iterating()) return Error{tr("The world cannot be copied while a system runs")};
    if (at_end_ && !take_state()) return Error{why_dropped_};
    const BranchData& branch = *home_;
    StateRecord record;
    for (std::size_t i = 0; i < branch.frames.size(); ++i) {
        const KeyFrame& frame = branch.frames[i];
        const bool is_last = i + 1 == branch.frames.size();
        if (!is_last && branch.frames[i + 1].tick <= from) continue;
        StateRecord::Stretch& stretch = record.stretches_.emplace_back(StateRecord::Stretch{frame.world, {}});
        const std::size_t end = is_last ? branch.change_count() : branch.frames[i + 1].events;
        for (std::size_t k = frame.events; k < end && frame.events >= branch.forgotten_changes; ++k)
            stretch.changes.push_back(branch.changes[k - branch.forgotten_changes]);
    }
    record.marks_ = branch.facts.marks;
    record.missing_ = branch.facts.missing;
    record.from_ = from;
    record.last_tick_ = branch.facts.last_tick;
    record.random_ = schedule_.random.state();
    return record;
}

Result<TimeTape> StateRecord::tape(Progress* progress) const {
    TimeTape tape;
    StatesTape states(tape);
    std::uint64_t all = 0, done = 0;
    for (const Stretch& stretch : stretches_) all += stretch.changes.size() + 1;
    if (progress != nullptr) progress->begin(all);
    for (const Stretch& stretch : stretches_) {
        std::size_t each = 0;
        stretch.world.each_world(stretch.changes, [&](std::unique_ptr<World> state) {
            if (progress != nullptr) {
                progress->advance_to(++done);
                if (progress->cancelled()) return false;
            }
            // The last one that is not later than `from_` is the first of the tape.
            const bool next_is_early = each < stretch.changes.size() && stretch.changes[each].tick() <= from_;
            ++each;
            if (!next_is_early) states.add(std::move(state));
            return true;
        });
        if (progress != nullptr && progress->cancelled()) return Error{tr("Cancelled")};
    }
    if (states.world() == nullptr) return Error{tr("This moment cannot be copied")};
    tape.last_tick = last_tick_;
    tape.random = random_;
    tape.end_hash = RunningHash(*states.world()).now() ^ Random(tape.random).next();
    for (const TimeMark& mark : marks_)
        if (mark.tick >= tape.first_tick) tape.marks.push_back(mark);
    for (const MissingTicks& each : missing_) {
        if (each.last < tape.first_tick) continue;
        tape.marks.push_back({each.first, MarkKind::Note,
                              each.thinned ? phrase("Ticks {} to {} were not kept one by one",
                                                    std::to_string(each.first), std::to_string(each.last))
                                           : phrase("Nobody saw ticks {} to {}", std::to_string(each.first),
                                                    std::to_string(each.last))});
    }
    std::stable_sort(tape.marks.begin(), tape.marks.end(),
                     [](const TimeMark& a, const TimeMark& b) { return a.tick < b.tick; });
    return tape;
}

}  // namespace ecs
