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
    BranchData& branch = *home_;
    if (tick > branch.facts.last_tick + 1)
        branch.facts.missing.push_back({branch.facts.last_tick + 1, tick - 1, false});
    if (!take_state()) return;
    branch.facts.last_tick = tick;
    note_burst();
    keep_cap();
    const double secs = std::chrono::duration<double>(Clock::now() - start).count();
    record_secs_ = record_secs_ == 0 ? secs : record_secs_ + 0.05 * (secs - record_secs_);
}

/// False when there is no memory for it, or a query iterates.
bool Timeline::take_state() {
    BranchData& branch = *home_;
    Result<PackedChanges> changes = snapshots_.take_changes();
    if (!changes) {
        why_dropped_ = changes.error();
        return false;
    }
    branch.changes_bytes += changes->bytes();
    branch.changes.push_back(std::move(*changes));
    const std::size_t since = branch.change_count() - branch.frames.back().events;
    // Short enough that the oldest stretch can go without the rest.
    const std::size_t longest = options_.cap_bytes / stretches_in_the_cap;
    const std::size_t enough = std::min(std::max(few_bytes, changes_of_a_frame * frame_bytes_), longest);
    if (since < most_changes && branch.changes_bytes < enough) return true;
    const std::size_t before = snapshots_.bytes();
    if (!take_key_frame()) return false;
    branch.changes_bytes = 0;
    const std::size_t after = snapshots_.bytes();
    frame_bytes_ = after > before ? after - before : 0;
    return true;
}

/// Drops the oldest stretch of changes between two key frames, and keeps both.
bool Timeline::thin_states() {
    for (const auto& branch : branches_) {
        if (branch->changes.empty()) continue;
        const auto next = std::find_if(branch->frames.begin(), branch->frames.end(),
                                       [&](const KeyFrame& frame) { return frame.events > branch->forgotten_changes; });
        // The changes of now can go only behind a key frame.
        if (next == branch->frames.end()) {
            if (branch.get() != home_ || !at_end_ || branch->change_count() == branch->frames.back().events) continue;
            std::optional<KeyFrame> frame = key_frame();
            if (!frame) return false;
            branch->frames.push_back(std::move(*frame));
            branch->changes_bytes = 0;
            return true;
        }
        std::uint64_t first = std::prev(next)->tick + 1;
        for (; branch->forgotten_changes < next->events; ++branch->forgotten_changes) branch->changes.pop_front();
        ++thinned_;
        // Ticks that nobody saw are not thinned.
        for (const MissingTicks& each : std::vector<MissingTicks>(branch->facts.missing)) {
            if (each.thinned || each.last < first || each.first >= next->tick) continue;
            if (each.first > first) note_thinned(*branch, first, each.first - 1);
            first = each.last + 1;
        }
        if (next->tick > 0) note_thinned(*branch, first, next->tick - 1);
        return true;
    }
    return false;
}

std::string Timeline::go_to_state(BranchData& home, std::uint64_t tick) {
    const Clock::time_point start = Clock::now();
    // What came since the last tick, such as an edit, belongs to now.
    if (at_end_ && !take_state()) return why_dropped_;
    const FoundState found = find_state(home, tick);
    if (found.frame == nullptr) return phrase("Tick {} is not kept any more", std::to_string(tick));
    {
        Replaying replaying(*this);
        replaying.silence_journal();
        const Result<std::size_t> restored = snapshots_.restore(found.frame->world, found.changes);
        if (!restored) return restored.error();
        (void)bring_types(*found.frame);
    }
    home_ = stand_ = &home;
    at_end_ = &home == branches_.back().get() && tick == home.facts.last_tick;
    history_.stand_still(at_end_ ? "" : tr("an earlier tick is in view, and this program cannot change its past"));
    ++jumps_;
    structural_before_ = world_.structural_changes();
    seek_ticks_ = found.changes.size();
    seek_secs_ = std::chrono::duration<double>(Clock::now() - start).count();
    return {};
}

Result<std::unique_ptr<World>> Timeline::state_at(BranchData& branch, std::uint64_t tick) const {
    const FoundState found = find_state(branch, tick);
    if (found.frame == nullptr) return Error{phrase("Tick {} is not kept any more", std::to_string(tick))};
    return found.frame->world.make_world(found.changes);
}

void Timeline::add_state_stats(TimelineStats& stats) const {
    for (const auto& branch : branches_) {
        stats.states += branch->changes.size();
        for (const MissingTicks& each : branch->facts.missing)
            if (!each.thinned) stats.unseen_ticks += each.last - each.first + 1;
    }
    if (home_ == nullptr) return;
    stats.every_tick_from = home_->facts.first_tick;
    for (const MissingTicks& each : home_->facts.missing)
        if (each.thinned) stats.every_tick_from = each.last + 1;
}

}  // namespace ecs
