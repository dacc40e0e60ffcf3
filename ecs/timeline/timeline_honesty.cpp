// How a Timeline notices that ticks that run again are not the same, and finds out whose fault it is.
#include <algorithm>
#include <utility>

#include "ecs/base/language.hpp"
#include "ecs/snapshot/left_out.hpp"
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
    if (const std::string names = left_out_text(world); !names.empty())
        return where + phrase(". {} cannot be copied and so did not go back, which may be why", names);
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
    // What is left out of snapshots would be written twice more, and differ for that alone.
    if (!left_out_of(world_).empty()) {
        divergence.sentence = sentence_of(world_, divergence);
        return;
    }
    const auto after = std::upper_bound(branch.frames.begin(), branch.frames.end(), divergence.after.tick,
                                        [](std::uint64_t at, const KeyFrame& each) { return at < each.tick; });
    const std::optional<KeyFrame> present = key_frame();
    if (after == branch.frames.begin() || !present) return;
    const KeyFrame& frame = *std::prev(after);
    const std::size_t events = events_done_;
    const std::uint64_t state = state_;

    std::vector<std::uint64_t> hashes;
    load(frame);
    (void)replay(branch, until, false, [&](const System*) {
        hashes.push_back(hash_now());
        return true;
    });
    std::size_t same = 0;
    load(frame);
    const bool all_same = replay(branch, until, false, [&](const System* system) {
        if (same < hashes.size() && hashes[same] == hash_now()) return ++same, true;
        if (system != nullptr) divergence.system = system->description.name;
        return false;
    });
    if (!all_same) {
        divergence.after.tick = world_.tick() - (schedule_.within_tick() ? 0 : 1);
        const Result<PackedSnapshot> second = snapshots_.take();
        load(frame);
        std::size_t ran = 0;
        (void)replay(branch, until, false, [&](const System*) { return ran++ < same; });
        if (second) name_difference(divergence, *second->make_world(), world_);
    } else if (const auto recorded = std::find_if(branch.frames.begin(), branch.frames.end(),
                                                  [&](const KeyFrame& each) { return each.tick == until; });
               recorded != branch.frames.end()) {
        name_difference(divergence, *recorded->world.make_world(), *present->world.make_world());
    }
    load(*present);
    events_done_ = events;
    state_ = state;
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
        (void)replay(*owner, std::min(until, home->facts.last_tick), true);
        landing_.reset();
    }
    std::optional<Divergence> found = divergence_;
    stand_ = home;
    (void)go(*home, was_now ? home->facts.last_tick : was);
    return found;
}

}  // namespace ecs
