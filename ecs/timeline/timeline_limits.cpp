// How a Timeline stays small: key frames are thinned with age, and below a cap.
#include <algorithm>
#include <utility>

#include "ecs/base/language.hpp"
#include "ecs/timeline/branch_data.hpp"
#include "ecs/timeline/missing_ticks.hpp"
#include "ecs/timeline/timeline.hpp"

namespace ecs {

namespace {

std::uint64_t ticks_in(double secs, double tick_secs) {
    return std::max<std::uint64_t>(1, static_cast<std::uint64_t>(secs / std::max(tick_secs, 1e-7)));
}

}  // namespace

std::size_t Timeline::bytes() const {
    std::size_t bytes = snapshots_.bytes();
    for (const auto& branch : branches_)
        bytes += sizeof(BranchData) + branch->changes.size() * sizeof(PackedChanges) +
                 branch->facts.missing.capacity() * sizeof(MissingTicks) +
                 branch->frames.capacity() * sizeof(KeyFrame) + branch->event_bytes + branch->input_bytes +
                 branch->mark_bytes + branch->hashes.capacity() * sizeof(branch->hashes[0]) +
                 (branch->inputs.capacity() - branch->inputs.size()) * sizeof(TimeInput) +
                 (branch->facts.marks.capacity() - branch->facts.marks.size()) * sizeof(TimeMark);
    return bytes;
}

/// Key frames that grew old stay only so far apart.
void Timeline::thin_old(BranchData& branch) {
    const std::uint64_t distance = std::max(key_distance_, ticks_in(options_.older_secs, tick_secs_));
    std::vector<KeyFrame>& frames = branch.frames;
    branch.old_frames = std::max<std::size_t>(branch.old_frames, 1);
    while (branch.old_frames + 1 < frames.size() &&
           frames[branch.old_frames].tick + options_.recent_ticks < branch.facts.last_tick) {
        const std::size_t at = branch.old_frames;
        if (frames[at + 1].tick - frames[at - 1].tick <= distance &&
            frames[at + 1].events - frames[at - 1].events < 64) {
            frames.erase(frames.begin() + static_cast<std::ptrdiff_t>(at));
            ++thinned_;
        } else {
            ++branch.old_frames;
        }
    }
}

void Timeline::keep_cap() {
    while (bytes() > options_.cap_bytes) {
        if (options_.by_states && (many_bare_frames() ? thin_one() || thin_states() : thin_states())) continue;
        if (thin_one() || drop_oldest()) continue;
        // The world has grown: room for two of its key frames.
        if (options_.by_states) options_.cap_bytes = 2 * bytes();
        return;
    }
}

/// Drops the key frame whose absence is felt least.
bool Timeline::thin_one() {
    const std::uint64_t most = options_.by_states ? ~std::uint64_t{0} : ticks_in(options_.most_secs, tick_secs_);
    BranchData* found_in = nullptr;
    std::size_t found = 0;
    double least = 0;
    for (const auto& branch : branches_) {
        const std::vector<KeyFrame>& frames = branch->frames;
        for (std::size_t i = 1; i + 1 < frames.size(); ++i) {
            const std::uint64_t gap = frames[i + 1].tick - frames[i - 1].tick;
            if (gap > most) continue;
            if (options_.by_states && frames[i].events >= branch->forgotten_changes) break;  // changes follow it
            // All ways to old ticks get longer together; recent ones come last.
            const bool recent = frames[i].tick + options_.recent_ticks >= branch->facts.last_tick;
            const double felt =
                static_cast<double>(gap) + (recent && !options_.by_states ? static_cast<double>(most) : 0);
            if (found_in != nullptr && felt >= least) continue;
            found_in = branch.get();
            found = i;
            least = felt;
        }
    }
    if (found_in == nullptr) return false;
    if (options_.by_states) note_thinned(*found_in, found_in->frames[found].tick, found_in->frames[found].tick);
    found_in->frames.erase(found_in->frames.begin() + static_cast<std::ptrdiff_t>(found));
    if (found < found_in->old_frames) --found_in->old_frames;
    ++thinned_;
    return true;
}

/// Drops the oldest ticks: of the branch that has most, or a whole branch when each has only one key frame.
bool Timeline::drop_oldest() {
    BranchData* longest = nullptr;
    for (const auto& branch : branches_)
        if (branch->frames.size() > 1 &&
            (longest == nullptr || branch->frames.back().tick - branch->frames.front().tick >
                                       longest->frames.back().tick - longest->frames.front().tick))
            longest = branch.get();
    if (longest == nullptr) {
        for (const auto& branch : branches_) {
            if (branch.get() == home_ || branch.get() == stand_) continue;
            why_dropped_ = phrase("{} went, so that the timeline stays below {} MB", branch->facts.name,
                                  std::to_string(options_.cap_bytes >> 20));
            drop_branch(*branch);
            return true;
        }
        return false;
    }
    longest->frames.erase(longest->frames.begin());
    if (longest->old_frames > 0) --longest->old_frames;
    const KeyFrame& first = longest->frames.front();
    while (longest->forgotten_changes < first.events && !longest->changes.empty()) {
        longest->changes.pop_front();
        ++longest->forgotten_changes;
    }
    std::erase_if(longest->facts.missing, [&](const MissingTicks& each) { return each.last < first.tick; });
    dropped_ticks_ += first.tick - longest->facts.first_tick;
    longest->facts.first_tick = first.tick;
    while (!options_.by_states && longest->forgotten_events < first.events) {
        longest->event_bytes -= longest->events.front().bytes;
        longest->events.pop_front();
        ++longest->forgotten_events;
    }
    std::erase_if(longest->hashes, [&](const auto& each) { return each.first < first.tick; });
    while (longest->inputs.size() > 1 && longest->inputs[1].tick <= first.tick) {
        longest->input_bytes -= sizeof(TimeInput) + longest->inputs.front().bytes.size();
        longest->inputs.erase(longest->inputs.begin());
    }
    std::erase_if(longest->facts.marks, [&](const TimeMark& mark) {
        if (mark.tick >= first.tick) return false;
        longest->mark_bytes -= sizeof(TimeMark) + mark.text.size();
        ++longest->facts.dropped_marks;
        return true;
    });
    why_dropped_ = phrase("Ticks before {} went, so that the timeline stays below {} MB", std::to_string(first.tick),
                          std::to_string(options_.cap_bytes >> 20));
    return true;
}

}  // namespace ecs
