// How a Timeline notices that ticks that run again are not the same, and finds out whose fault it is.
#include <algorithm>
#include <utility>

#include "ecs/base/language.hpp"
#include "ecs/timeline/branch_data.hpp"
#include "ecs/timeline/replaying.hpp"
#include "ecs/timeline/timeline.hpp"

namespace ecs {

namespace {

/// The first difference of two worlds: whose it is, and where.
void name_difference(Divergence& divergence, const World& before, const World& after) {
    const WorldDiff differences = diff(before, after);
    if (differences.empty()) return;
    const DiffEntry& first = differences.entries.front();
    divergence.entity = first.entity;
    divergence.field = path_of(differences, before, first);
}

std::string sentence_of(const World& world, const Divergence& divergence) {
    std::string where =
        phrase("The ticks after {} are not the same when they run again", std::to_string(divergence.after.tick));
    if (divergence.entity) {
        const std::string whose =
            world.alive(divergence.entity) ? label_of(world, divergence.entity) : to_string(divergence.entity);
        where += divergence.field.empty() ? phrase(": {} differs", whose)
                                          : phrase(": {} of {} differs", divergence.field, whose);
    }
    if (!divergence.system.empty())
        return where + phrase(". {} depends on something that is not in the world", divergence.system);
    return where + tr(". No system does that alone: something else changed the world, or a system remembers more than "
                      "the world");
}

}  // namespace

void Timeline::tell(Divergence divergence) {
    if (divergence_ && divergence_->found == divergence.found && divergence_->system == divergence.system) return;
    BranchData& branch = *stand_;
    std::vector<TimeMark>& marks = branch.facts.marks;
    const bool told = std::any_of(marks.begin(), marks.end(), [&](const TimeMark& mark) {
        return mark.kind == MarkKind::Diverged && mark.tick == divergence.found.tick;
    });
    if (!told) mark(MarkKind::Diverged, divergence.sentence);
    divergence_ = std::move(divergence);
}

bool Timeline::is_the_same(BranchData& branch) {
    const std::uint64_t tick = world_.tick();
    const auto found = std::lower_bound(branch.hashes.begin(), branch.hashes.end(), tick,
                                        [](const auto& each, std::uint64_t at) { return each.first < at; });
    if (found == branch.hashes.end() || found->first != tick) return true;
    if (found->second == hash_now()) {
        last_checked_ = tick;
        return true;
    }
    Divergence divergence;
    divergence.after = {branch.facts.id, last_checked_};
    divergence.found = {branch.facts.id, tick};
    find_culprit(branch, divergence);
    tell(std::move(divergence));
    return false;
}

// Runs the ticks twice more from the key frame before, system by system: the first system after which the two runs
// differ depends on something else than the world.
void Timeline::find_culprit(BranchData& branch, Divergence& divergence) {
    const std::uint64_t until = divergence.found.tick;
    const auto after = std::upper_bound(branch.frames.begin(), branch.frames.end(), divergence.after.tick,
                                        [](std::uint64_t at, const KeyFrame& each) { return at < each.tick; });
    if (after == branch.frames.begin()) return;
    const KeyFrame frame = *std::prev(after);
    const Result<PackedSnapshot> present = snapshots_.take();
    const std::size_t events = events_done_;
    const std::uint64_t state = state_, random = schedule_.random.state();

    struct Stopped {
        std::uint64_t tick = 0;
        std::string system;
    };
    // Runs until the hash is not the one of the former run, or the end.
    const auto run = [&](std::vector<std::uint64_t>& hashes, bool first, std::size_t most) {
        load(frame);
        std::size_t count = 0;
        std::optional<Stopped> stopped;
        while (world_.tick() < until && !stopped && count < most) {
            while (events_done_ < branch.event_count()) {
                const TimeEvent& next = branch.event(events_done_);
                if (next.within_tick || next.tick != world_.tick()) break;
                do_again(next);
                ++events_done_;
            }
            const std::uint64_t tick = world_.tick();
            const bool edited = events_done_ < branch.event_count() && branch.event(events_done_).tick == tick;
            if (edited || inputs_ != nullptr) {
                const auto input =
                    std::upper_bound(branch.inputs.begin(), branch.inputs.end(), tick,
                                     [](std::uint64_t at, const TimeInput& each) { return at < each.tick; });
                if (inputs_ != nullptr && input != branch.inputs.begin()) inputs_->write(std::prev(input)->bytes);
            }
            if (edited) {  // within the tick: it runs as a whole
                run_tick_again(branch);
                const std::uint64_t hash = hash_now();
                if (first)
                    hashes.push_back(hash);
                else if (count < hashes.size() && hashes[count] != hash)
                    stopped = Stopped{tick, {}};
                ++count;
                continue;
            }
            while (world_.tick() == tick && !stopped && count < most) {
                const System* const system = schedule_.step_system(world_);
                const std::uint64_t hash = hash_now();
                if (first)
                    hashes.push_back(hash);
                else if (count < hashes.size() && hashes[count] != hash)
                    stopped = Stopped{tick, system == nullptr ? std::string() : system->description.name};
                ++count;
            }
        }
        if (schedule_.within_tick() && !stopped && count < most) schedule_.tick(world_);
        return std::pair(stopped, count);
    };
    constexpr auto all = static_cast<std::size_t>(-1);
    std::vector<std::uint64_t> hashes;
    (void)run(hashes, true, all);
    const auto [stopped, count] = run(hashes, false, all);
    if (stopped) {
        divergence.system = stopped->system;
        const Result<PackedSnapshot> second = snapshots_.take();
        while (schedule_.within_tick()) (void)schedule_.step_system(world_);
        (void)run(hashes, true, count);
        if (second) name_difference(divergence, *second->make_world(), world_);
        if (schedule_.within_tick()) schedule_.tick(world_);
        divergence.after.tick = stopped->tick;
    } else if (const auto recorded = std::find_if(branch.frames.begin(), branch.frames.end(),
                                                  [&](const KeyFrame& each) { return each.tick == until; });
               recorded != branch.frames.end() && present) {
        name_difference(divergence, *recorded->world.make_world(), *present->make_world());
    }
    if (schedule_.within_tick()) schedule_.tick(world_);
    if (present) {
        (void)snapshots_.restore(*present);
        schedule_.random.set_state(random);
        events_done_ = events;
        state_ = state;
    }
    divergence.sentence = sentence_of(world_, divergence);
}

std::optional<Divergence> Timeline::verify(std::uint64_t from, std::uint64_t until) {
    if (!recording_) return std::nullopt;
    BranchData* const home = home_;
    const bool was_now = at_end_;
    const std::uint64_t was = world_.tick();
    divergence_.reset();
    if (!go(*home, std::max(from, first_tick())).empty()) return std::nullopt;
    // Each key frame on the way would begin anew with what was recorded, so ticks run from the first one on.
    if (BranchData* const owner = owner_of(*home, std::min(until, home->facts.last_tick)); owner == stand_) {
        const Replaying replaying(*this);
        replay(*owner, std::min(until, home->facts.last_tick), true);
        landing_.reset();
    }
    std::optional<Divergence> found = divergence_;
    stand_ = home;
    (void)go(*home, was_now ? home->facts.last_tick : was);
    return found;
}

}  // namespace ecs
