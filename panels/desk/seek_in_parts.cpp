#include "panels/desk/seek_in_parts.hpp"

#include <algorithm>
#include <chrono>
#include <utility>
#include <vector>

#include "panels/base/format.hpp"
#include "panels/base/language.hpp"

namespace panels {

namespace {

constexpr double long_secs = 0.5;  // of a seek that shows how far it is
constexpr double part_secs = 0.1;  // the window stands still meanwhile

double present_secs(const RequestRunner::Program& program) {
    if (program.now_secs) return program.now_secs();
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

/// The tick of the last key frame that is not behind this moment.
std::uint64_t key_frame_before(const ecs::Timeline& timeline, ecs::TimePoint to) {
    std::uint64_t found = timeline.first_tick();
    // A branch begins with a key frame where it left its parent, whose key frames lead to earlier ticks.
    for (ecs::BranchId branch = to.branch;;) {
        const std::vector<std::uint64_t> ticks = timeline.key_frame_ticks(branch);
        const auto after = std::upper_bound(ticks.begin(), ticks.end(), to.tick);
        if (after != ticks.begin()) return *std::prev(after);
        const ecs::TimeBranch* const facts = timeline.find(branch);
        if (facts == nullptr || !facts->parent) return found;
        branch = *facts->parent;
    }
}

}  // namespace

bool SeekInParts::takes_long(const RequestRunner::Subject& subject, ecs::TimePoint to) {
    const ecs::Timeline& timeline = *subject.timeline;
    // The end of a branch is kept as it is.
    const ecs::TimeBranch* const branch = timeline.find(to.branch);
    if (branch == nullptr || to.tick >= branch->last_tick) return false;
    const std::uint64_t from = key_frame_before(timeline, to);
    return to.tick > from && static_cast<double>(to.tick - from) * timeline.stats().tick_secs > long_secs;
}

SeekInParts::SeekInParts(const RequestRunner::Subject& subject, ecs::TimePoint to)
    : to_(to), first_(key_frame_before(*subject.timeline, to)) {
    // From where it stands, if that is on the way.
    const std::uint64_t tick = subject.world.tick();
    const ecs::Timeline& timeline = *subject.timeline;
    begun_ = !timeline.at_now() && timeline.branch() == to.branch && tick >= first_ && tick < to.tick;
    jumps_ = timeline.jumps();
}

bool SeekInParts::go_on(const RequestRunner::Subject& subject, const RequestRunner::Program& program,
                        std::string& reason) {
    ecs::Timeline& timeline = *subject.timeline;
    if (!timeline.recording()) return true;
    if (begun_ && (timeline.jumps() != jumps_ || timeline.at_now())) {
        reason = tr("The world went on, so it is not where it was to go");
        return true;
    }
    if (waiting_.cancelled()) {
        reason =
            phrase("Stopped at tick {}, on the way to {}", format_count(subject.world.tick()), format_count(to_.tick));
        return true;
    }
    const double start = present_secs(program);
    const std::uint64_t before = subject.world.tick();
    if (!begun_) {
        reason = timeline.seek({to_.branch, first_});
        begun_ = true;
    } else {
        reason = timeline.run_on(std::min(before + ticks_a_part_, to_.tick));
        if (!reason.empty()) reason = timeline.seek(to_);
        const double secs = std::max(present_secs(program) - start, 1e-6);
        const double ticks = static_cast<double>(subject.world.tick() - before) * part_secs / secs;
        ticks_a_part_ = static_cast<std::uint64_t>(std::clamp(ticks, 1.0, 1e6));
    }
    jumps_ = timeline.jumps();
    if (program.time_jumped) program.time_jumped();
    waiting_.show(subject.world.tick() - std::min(first_, subject.world.tick()), to_.tick - first_);
    return !reason.empty() || subject.world.tick() >= to_.tick;
}

Job SeekInParts::job() const {
    return waiting_.job(phrase("Going to tick {}", format_count(to_.tick)), tr("You see the world on its way there"),
                        tr_later("Running recorded ticks again"));
}

}  // namespace panels
