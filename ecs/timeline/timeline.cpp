#include "ecs/timeline/timeline.hpp"

#include <algorithm>
#include <utility>

#include "ecs/base/language.hpp"
#include "ecs/timeline/branch_data.hpp"

namespace ecs {

namespace {

/// How much one more number counts in a mean of the last ones.
constexpr double share_of_new = 0.05, share_of_new_frame = 0.25;

void add_to_mean(double& mean, double number) { mean = mean == 0 ? number : mean + share_of_new * (number - mean); }

}  // namespace

Timeline::Timeline(World& world, Schedule& schedule, History& history)
    : world_(world), schedule_(schedule), history_(history), snapshots_(world), hash_(world) {}

Timeline::~Timeline() { stop(); }

void Timeline::start(TimelineInputs* inputs, TimelineOptions options) {
    stop();
    inputs_ = inputs;
    options_ = options;
    if (!options_.by_states && schedule_.within_tick()) schedule_.tick(world_);
    BranchData& first = add_branch(tr("Main"));
    home_ = stand_ = &first;
    at_end_ = true;
    if (!take_key_frame()) {
        branches_.clear();
        home_ = stand_ = nullptr;
        return;
    }
    options_.cap_bytes = std::max(options_.cap_bytes, 2 * bytes());
    structural_before_ = world_.structural_changes();
    closed_ = history_.closed();
    edited_state_ = newest_state_ = history_.state();
    edited_steps_ = history_.done();
    if (!options_.by_states) history_.log = this;
    schedule_.add_listener(*this);
    recording_ = true;
}

void Timeline::stop() {
    // A world that is in the past stays there, but a Mirror goes on from now.
    if (options_.by_states && recording_ && !at_end_) (void)return_to_now();
    schedule_.remove_listener(*this);
    if (history_.log == this) history_.log = nullptr;
    if (options_.by_states) history_.stand_still({});
    recording_ = false;
    at_end_ = true;
    branches_.clear();
    home_ = stand_ = nullptr;
    landing_.reset();
    pending_.reset();
    recorded_inputs_.reset();
    systems_.reset();
    labels_.reset();
    divergence_.reset();
    why_dropped_.clear();
    next_branch_ = 0;
    key_distance_ = 1;
    frame_bytes_ = 0;
    next_hash_ = 0;
    mean_changes_ = hash_secs_ = tick_secs_ = frame_secs_ = record_secs_ = seek_secs_ = 0;
    seek_ticks_ = thinned_ = dropped_ticks_ = 0;
}

// Key frames

std::shared_ptr<const SystemsState> Timeline::systems_now() { return systems_ = systems_state(schedule_, systems_); }

std::optional<KeyFrame> Timeline::key_frame() {
    Result<PackedSnapshot> world = options_.by_states ? snapshots_.take_and_follow() : snapshots_.take();
    if (!world) {
        why_dropped_ = world.error();
        return std::nullopt;
    }
    if (!labels_ || labels_->size() != world_.types().size() || retirements_ != world_.types().retirements()) {
        labels_ = std::make_shared<const std::vector<TypeRegistry::Label>>(world_.types().labels());
        retirements_ = world_.types().retirements();
    }
    return KeyFrame{world_.tick(),     options_.by_states ? stand_->change_count() : stand_->event_count(),
                    std::move(*world), schedule_.random.state(),
                    systems_now(),     labels_,
                    history_.state()};
}

bool Timeline::take_key_frame() {
    const Clock::time_point start = Clock::now();
    const std::size_t before = options_.by_states ? snapshots_.bytes() : 0;
    std::optional<KeyFrame> frame = key_frame();
    if (!frame) return false;
    BranchData& branch = *home_;
    if (options_.by_states) {
        frame_bytes_ = std::max(snapshots_.bytes(), before) - before;
        branch.changes_bytes = 0;
        taken_version_ = world_.version();
    }
    // The first of a moment stays: edits may follow it.
    branch.frames.push_back(std::move(*frame));
    // The first one copies everything.
    if (branch.frames.size() > 1) {
        const double secs = std::chrono::duration<double>(Clock::now() - start).count();
        frame_secs_ = frame_secs_ == 0 ? secs : frame_secs_ + share_of_new_frame * (secs - frame_secs_);
    }
    frame_wanted_ = false;
    if (!options_.by_states) thin_old(branch);
    keep_cap();
    return true;
}

std::uint64_t Timeline::hash_now() { return hash_.now() ^ Random(schedule_.random.state()).next(); }

// Ticks

void Timeline::note_tick_secs() {
    double secs = 0;
    for (const System* system : schedule_.systems())
        if (system->enabled) secs += system->stats.last_secs;
    add_to_mean(tick_secs_, std::max(secs, 1e-7));
    // So far apart that a tick of the last minute is soon reached, but not so close that recording is felt.
    const double wanted = options_.recent_secs / tick_secs_, least = frame_secs_ / (options_.record_share * tick_secs_);
    key_distance_ = static_cast<std::uint64_t>(std::clamp(std::max(wanted, least), 1.0, 3600.0));
    if (frame_secs_ > options_.hitch_secs) key_distance_ = std::max(key_distance_, options_.hitch_ticks);
}

void Timeline::note_hash() {
    const std::uint64_t tick = world_.tick();
    if (options_.hash_every == 0 || (tick < next_hash_ && tick + options_.hitch_ticks >= next_hash_)) return;
    const Clock::time_point start = Clock::now();
    home_->hashes.emplace_back(tick, hash_now());
    add_to_mean(hash_secs_, std::chrono::duration<double>(Clock::now() - start).count());
    auto distance = static_cast<std::uint64_t>(std::min(hash_secs_ / (options_.hash_share * tick_secs_), 1e6));
    if (hash_secs_ > options_.hitch_secs / 2) distance = std::max(distance, options_.hitch_ticks);
    next_hash_ = tick + std::max(distance, options_.hash_every);
}

void Timeline::note_inputs(std::uint64_t tick) {
    if (inputs_ == nullptr) return;
    std::string now = inputs_->read();
    BranchData& branch = *home_;
    if (branch.inputs.empty() ? false : branch.inputs.back().bytes == now) return;
    branch.input_bytes += sizeof(TimeInput) + now.size();
    branch.inputs.push_back({tick, std::move(now)});
}

void Timeline::note_burst() {
    const std::uint64_t changes =
        world_.structural_changes() - std::exchange(structural_before_, world_.structural_changes());
    constexpr double least = 64, times_the_mean = 8;
    const auto number = static_cast<double>(changes);
    if (number > std::max(least, times_the_mean * mean_changes_) && home_->facts.last_tick > home_->facts.fork_tick + 1)
        mark(MarkKind::Burst, phrase("{} structural changes in one tick", std::to_string(changes)));
    mean_changes_ += share_of_new * (number - mean_changes_);
}

void Timeline::tick_ended(const World&) {
    if (!recording_ || replaying_) return;
    if (options_.by_states) return record_state();
    const Clock::time_point start = Clock::now();
    // Other inputs than those of then change something.
    if (recorded_inputs_ && (inputs_ == nullptr || inputs_->read() == *recorded_inputs_)) return;
    leave_past();
    if (!recording_) return;
    BranchData& branch = *home_;
    const std::uint64_t tick = world_.tick();
    branch.facts.last_tick = tick;
    note_tick_secs();
    note_inputs(tick - 1);
    note_burst();
    note_hash();
    if (frame_wanted_ || tick >= branch.frames.back().tick + key_distance_) (void)take_key_frame();
    keep_cap();
    add_to_mean(record_secs_, std::chrono::duration<double>(Clock::now() - start).count());
}

void Timeline::mark(MarkKind kind, std::string text, std::uint64_t at_tick) {
    if (!recording_) return;
    BranchData& branch = *(at_end_ ? home_ : stand_);
    std::vector<TimeMark>& marks = branch.facts.marks;
    const std::uint64_t tick = std::min(at_tick, world_.tick());
    const auto after = std::upper_bound(marks.begin(), marks.end(), tick,
                                        [](std::uint64_t at, const TimeMark& each) { return at < each.tick; });
    // A recorded tick that runs again finds the same again.
    if (!at_end_ && std::any_of(marks.begin(), after, [&](const TimeMark& each) {
            return each.tick == tick && each.kind == kind && each.text == text;
        }))
        return;
    branch.mark_bytes += sizeof(TimeMark) + text.size();
    marks.insert(after, {tick, kind, std::move(text)});
    if (marks.size() <= options_.most_marks) return;
    // A program that logs much does not push out what a person wrote.
    const auto is_log = [](const TimeMark& each) { return each.kind == MarkKind::Log; };
    const auto logs = static_cast<std::size_t>(std::count_if(marks.begin(), marks.end(), is_log));
    const bool only_logs = logs > marks.size() / 2;
    const std::size_t dropped = (only_logs ? logs : marks.size()) / 2;
    std::size_t left = dropped;
    std::erase_if(marks, [&](const TimeMark& each) {
        if (left == 0 || (only_logs && !is_log(each))) return false;
        --left;
        branch.mark_bytes -= sizeof(TimeMark) + each.text.size();
        return true;
    });
    branch.facts.dropped_marks += dropped;
}

// Facts

BranchId Timeline::branch() const { return home_ == nullptr ? 0 : home_->facts.id; }

std::uint64_t Timeline::last_tick() const { return home_ == nullptr ? world_.tick() : home_->facts.last_tick; }

std::uint64_t Timeline::first_tick() const {
    if (home_ == nullptr) return world_.tick();
    const BranchData* branch = home_;
    while (branch->facts.parent && branch->facts.first_tick == branch->facts.fork_tick) {
        const BranchData* const parent = data(*branch->facts.parent);
        if (parent == nullptr) break;
        branch = parent;
    }
    return branch->facts.first_tick;
}

std::vector<std::uint64_t> Timeline::key_frame_ticks(BranchId id) const {
    std::vector<std::uint64_t> ticks;
    if (const BranchData* const branch = data(id))
        for (const KeyFrame& frame : branch->frames) ticks.push_back(frame.tick);
    return ticks;
}

TimelineStats Timeline::stats() const {
    TimelineStats stats;
    stats.key_frame_bytes = snapshots_.bytes();
    stats.bytes = bytes();
    for (const auto& branch : branches_) {
        stats.key_frames += branch->frames.size();
        stats.inputs += branch->events.size() + branch->inputs.size();
        stats.input_bytes += branch->event_bytes + branch->input_bytes;
    }
    if (options_.by_states) add_state_stats(stats);
    stats.key_distance = key_distance_;
    stats.thinned = thinned_;
    stats.dropped_ticks = dropped_ticks_;
    stats.why_dropped = why_dropped_;
    stats.tick_secs = tick_secs_;
    stats.record_secs = record_secs_;
    stats.last_seek_secs = seek_secs_;
    stats.last_seek_ticks = seek_ticks_;
    return stats;
}

}  // namespace ecs
