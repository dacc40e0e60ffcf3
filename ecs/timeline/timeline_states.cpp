// How a Timeline records a world whose ticks cannot be run again: by what changed in each of them.
#include <algorithm>
#include <utility>

#include "ecs/base/language.hpp"
#include "ecs/timeline/branch_data.hpp"
#include "ecs/timeline/missing_ticks.hpp"
#include "ecs/timeline/replaying.hpp"
#include "ecs/timeline/timeline.hpp"

namespace ecs {

namespace {

/// Changes that are read one after another to reach a tick.
constexpr std::size_t most_changes = 1000;
/// A key frame is due when the changes since the last one take so many times as much memory as it does.
constexpr std::size_t changes_of_a_frame = 4;
/// Below that, they are soon read.
constexpr std::size_t few_bytes = 256u << 10;
constexpr std::size_t stretches_in_the_cap = 16;

/// A state that was recorded: a key frame, and the changes that follow it until then.
struct FoundState {
    const KeyFrame* frame = nullptr;
    std::vector<PackedChanges> changes;
};

/// The last state that is not later than `tick`.
FoundState find_state(const BranchData& branch, std::uint64_t tick) {
    const auto after = std::upper_bound(branch.frames.begin(), branch.frames.end(), tick,
                                        [](std::uint64_t at, const KeyFrame& each) { return at < each.tick; });
    if (after == branch.frames.begin()) return {};
    FoundState found{&*std::prev(after), {}};
    if (found.frame->events < branch.forgotten_changes) return found;  // they were thinned
    const std::size_t end = after == branch.frames.end() ? branch.change_count() : after->events;
    for (std::size_t i = found.frame->events; i < end; ++i) {
        const PackedChanges& each = branch.changes[i - branch.forgotten_changes];
        if (each.tick() > tick) break;
        found.changes.push_back(each);
    }
    return found;
}

}  // namespace

void Timeline::record_state() {
    // In the past the world is not that of now.
    if (!at_end_) return;
    const Clock::time_point start = Clock::now();
    const std::uint64_t tick = world_.tick();
    const bool other_run = std::exchange(closed_, history_.closed()) != history_.closed();
    if (other_run || tick < home_->facts.last_tick) return world_replaced();  // the program began again
    if (!take_state()) return;
    TimeBranch& facts = home_->facts;
    if (tick > facts.last_tick + 1) {
        facts.missing.push_back({facts.last_tick + 1, tick - 1, false});
        facts.unseen_ticks += tick - 1 - facts.last_tick;
        structural_before_ = world_.structural_changes();  // they are of all these ticks
    }
    facts.last_tick = tick;
    note_edit();
    note_burst();
    keep_cap();
    const double secs = std::chrono::duration<double>(Clock::now() - start).count();
    record_secs_ = record_secs_ == 0 ? secs : record_secs_ + 0.05 * (secs - record_secs_);
}

/// The edits of a mirrored world go to its owner, and so past this record: the history says that there was one.
void Timeline::note_edit() {
    const std::uint64_t state = history_.state();
    const std::size_t done = history_.done(), before = std::exchange(edited_steps_, done);
    if (std::exchange(edited_state_, state) == state) return;
    const std::span<const HistoryStep> steps = history_.steps();
    const bool again = state <= newest_state_;  // a new step leads to a state with a greater number
    newest_state_ = std::max(newest_state_, state);
    if (done < before) {
        // A step that the owner refused is no longer in the list, and was no edit.
        if (done < steps.size()) mark(MarkKind::Edited, phrase("Undo {}", steps[done].label));
    } else if (done > 0) {
        std::string text = again ? phrase("Redo {}", steps[done - 1].label) : steps[done - 1].label;
        std::vector<TimeMark>& marks = home_->facts.marks;
        const bool goes_on = done == before && !again && !marks.empty() && marks.back().tick == world_.tick() &&
                             marks.back().kind == MarkKind::Edited;
        if (goes_on)
            marks.back().text = std::move(text);
        else
            mark(MarkKind::Edited, std::move(text));
    }
}

/// False when there is no memory for it, or a query iterates.
bool Timeline::take_state() {
    BranchData& branch = *home_;
    Result<PackedChanges> changes = snapshots_.take_changes();
    if (!changes) {
        why_dropped_ = changes.error();
        return take_key_frame();
    }
    branch.changes_bytes += changes->bytes();
    branch.changes.push_back(std::move(*changes));
    taken_version_ = world_.version();
    const std::size_t since = branch.change_count() - branch.frames.back().events;
    // Short enough that the oldest stretch can go without the rest.
    const std::size_t longest = options_.cap_bytes / stretches_in_the_cap;
    const std::size_t enough = std::min(std::max(few_bytes, changes_of_a_frame * frame_bytes_), longest);
    // A key frame says which types there are.
    const bool same_types =
        labels_ && labels_->size() == world_.types().size() && retirements_ == world_.types().retirements();
    if (!same_types || since >= most_changes || branch.changes_bytes >= enough) (void)take_key_frame();
    return true;
}

/// Drops the oldest stretch of changes between two key frames, and keeps both.
bool Timeline::thin_states() {
    for (const auto& branch : branches_) {
        if (branch->changes.empty()) continue;
        const auto next = std::find_if(branch->frames.begin(), branch->frames.end(),
                                       [&](const KeyFrame& frame) { return frame.events > branch->forgotten_changes; });
        if (next == branch->frames.end()) {
            if (thin_last_stretch(*branch)) return true;
            continue;
        }
        for (; branch->forgotten_changes < next->events; ++branch->forgotten_changes) branch->changes.pop_front();
        ++thinned_;
        if (next->tick > 0) note_thinned(*branch, std::prev(next)->tick + 1, next->tick - 1);
        return true;
    }
    return false;
}

/// What follows the last key frame: in the present run it can go behind another key frame only; of a former run it goes.
bool Timeline::thin_last_stretch(BranchData& branch) {
    if (&branch == home_ && at_end_) {
        std::optional<KeyFrame> frame = key_frame();
        if (!frame) return false;
        branch.frames.push_back(std::move(*frame));
        branch.changes_bytes = 0;
        return true;
    }
    if (&branch == home_ || &branch == stand_) return false;
    branch.forgotten_changes += branch.changes.size();
    branch.changes.clear();
    branch.facts.last_tick = branch.frames.back().tick;
    std::erase_if(branch.facts.missing, [&](const MissingTicks& each) { return each.first > branch.facts.last_tick; });
    ++thinned_;
    return true;
}

/// Key frames without changes behind them take as much room as those with changes: then they are thinned first.
bool Timeline::many_bare_frames() const {
    std::size_t bare = 0, all = 0;
    for (const auto& branch : branches_)
        for (const KeyFrame& frame : branch->frames) {
            ++all;
            bare += frame.events < branch->forgotten_changes ? 1u : 0u;
        }
    return 2 * bare > all;
}

std::string Timeline::go_to_state(BranchId branch, std::uint64_t tick) {
    const Clock::time_point start = Clock::now();
    // What came since the last tick, such as an edit, belongs to now.
    if (at_end_ && world_.version() != taken_version_) {
        if (!take_state()) return why_dropped_;
        keep_cap();
    }
    BranchData* const home = data(branch);
    const FoundState found = home == nullptr ? FoundState{} : find_state(*home, tick);
    if (found.frame == nullptr) return phrase("Tick {} is not kept any more", std::to_string(tick));
    {
        Replaying replaying(*this);
        replaying.silence_journal();
        const Result<std::size_t> restored = snapshots_.restore(found.frame->world, found.changes);
        if (!restored) return restored.error();
        (void)bring_types(*found.frame);
    }
    home_ = stand_ = home;
    at_end_ = home == branches_.back().get() && tick == home->facts.last_tick;
    if (at_end_) {
        snapshots_.is_as_taken();
        taken_version_ = world_.version();
    }
    history_.stand_still(at_end_ ? "" : tr("an earlier tick is in view, and this program cannot change its past"));
    ++jumps_;
    structural_before_ = world_.structural_changes();
    seek_ticks_ = found.changes.size();
    seek_secs_ = std::chrono::duration<double>(Clock::now() - start).count();
    return {};
}

Result<std::unique_ptr<World>> Timeline::state_at(BranchId id, std::uint64_t tick) {
    if (at_end_ && world_.version() != taken_version_ && !take_state()) return Error{why_dropped_};
    const BranchData* const branch = data(id);
    if (branch == nullptr) return Error{tr("There is no such branch")};
    if (tick > branch->facts.last_tick)
        return Error{phrase("{} ends at tick {}", branch->facts.name, std::to_string(branch->facts.last_tick))};
    const FoundState found = find_state(*branch, tick);
    if (found.frame == nullptr) return Error{phrase("Tick {} is not kept any more", std::to_string(tick))};
    return found.frame->world.make_world(found.changes);
}

void Timeline::add_state_stats(TimelineStats& stats) const {
    for (const auto& branch : branches_) {
        stats.states += branch->changes.size();
        stats.unseen_ticks += branch->facts.unseen_ticks;
    }
    if (home_ == nullptr) return;
    stats.every_tick_from = home_->facts.first_tick;
    for (const MissingTicks& each : home_->facts.missing)
        if (each.thinned) stats.every_tick_from = each.last + 1;
}

}  // namespace ecs
