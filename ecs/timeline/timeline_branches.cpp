// The branches of a Timeline.
#include <algorithm>
#include <utility>

#include "ecs/base/language.hpp"
#include "ecs/timeline/branch_data.hpp"
#include "ecs/timeline/timeline.hpp"

namespace ecs {

BranchData* Timeline::data(BranchId id) const {
    for (const auto& branch : branches_)
        if (branch->facts.id == id) return branch.get();
    return nullptr;
}

const TimeBranch* Timeline::find(BranchId id) const {
    const BranchData* const branch = data(id);
    return branch == nullptr ? nullptr : &branch->facts;
}

std::vector<const TimeBranch*> Timeline::branches() const {
    std::vector<const TimeBranch*> all;
    for (const auto& branch : branches_) all.push_back(&branch->facts);
    return all;
}

BranchData& Timeline::add_branch(std::string name) {
    auto branch = std::make_unique<BranchData>();
    branch->facts.id = next_branch_++;
    if (options_.by_states)
        name = phrase("Run {}", std::to_string(branch->facts.id + 1));
    else if (name.empty())
        name = phrase("Branch {}", std::to_string(branch->facts.id + 1));
    branch->facts.name = std::move(name);
    branch->facts.fork_tick = branch->facts.first_tick = branch->facts.last_tick = world_.tick();
    branches_.push_back(std::move(branch));
    next_hash_ = 0;
    BranchData& added = *branches_.back();
    for (std::size_t i = 0; branches_.size() > options_.most_branches && i < branches_.size();) {
        BranchData& oldest = *branches_[i];
        if (&oldest == home_ || &oldest == stand_ || &oldest == &added) {
            ++i;
            continue;
        }
        why_dropped_ =
            phrase("{} went: a timeline keeps {} branches", oldest.facts.name, std::to_string(options_.most_branches));
        drop_branch(oldest);
    }
    return added;
}

void Timeline::drop_branch(BranchData& branch) {
    for (const auto& each : branches_) {
        TimeBranch& child = each->facts;
        if (child.parent != branch.facts.id) continue;
        child.parent = child.fork_tick <= branch.facts.fork_tick ? branch.facts.parent : std::nullopt;
    }
    std::erase_if(branches_, [&](const auto& each) { return each.get() == &branch; });
}

/// A tick runs, or an edit is applied, in the past: from now on it is another branch.
void Timeline::leave_past() {
    if (at_end_) return;
    at_end_ = true;
    recorded_inputs_.reset();
    BranchData& from = *stand_;
    BranchData& branch = add_branch({});
    branch.facts.parent = from.facts.id;
    home_ = stand_ = &branch;
    structural_before_ = world_.structural_changes();
    const std::unique_ptr<KeyFrame> landing = std::move(landing_);
    if (!landing) {  // there was no memory for it
        if (!take_key_frame()) stop();
        return;
    }
    branch.facts.fork_tick = branch.facts.first_tick = branch.facts.last_tick = landing->tick;
    landing->events = 0;
    branch.frames.push_back(std::move(*landing));
}

bool Timeline::rename(BranchId id, std::string name) {
    BranchData* const branch = data(id);
    if (branch == nullptr || name.empty()) return false;
    branch->facts.name = std::move(name);
    return true;
}

std::string Timeline::remove(BranchId id) {
    BranchData* const branch = data(id);
    if (branch == nullptr) return tr("There is no such branch");
    if (branch == home_ || branch == stand_) return tr("This branch is in use: switch to another one first");
    drop_branch(*branch);
    return {};
}

BranchData* Timeline::owner_of(BranchData& branch, std::uint64_t tick) const {
    if (tick > branch.facts.last_tick) return nullptr;
    BranchData* owner = &branch;
    while (tick < owner->facts.first_tick) {
        const bool whole = owner->facts.first_tick == owner->facts.fork_tick;
        owner = whole && owner->facts.parent ? data(*owner->facts.parent) : nullptr;
        if (owner == nullptr || tick > owner->facts.last_tick) return nullptr;
    }
    return owner;
}

Result<std::unique_ptr<World>> Timeline::world_at(TimePoint point) {
    if (!recording_) return Error{tr("The timeline records nothing")};
    BranchData* const branch = data(point.branch);
    if (branch == nullptr) return Error{tr("There is no such branch")};
    if (options_.by_states) return state_at(point.branch, point.tick);
    BranchData* const home = home_;
    const bool was_now = at_end_;
    const std::uint64_t was = world_.tick();
    if (std::string why = go(*branch, point.tick); !why.empty()) return Error{std::move(why)};
    const Result<PackedSnapshot> there = snapshots_.take();
    std::string why = go(*home, was_now ? home->facts.last_tick : was);
    if (!there) return Error{there.error()};
    if (!why.empty()) return Error{std::move(why)};
    return there->make_world();
}

Result<Timeline::Comparison> Timeline::compare(TimePoint before, TimePoint after) {
    Result<std::unique_ptr<World>> one = world_at(before);
    if (!one) return Error{one.error()};
    Result<std::unique_ptr<World>> other = world_at(after);
    if (!other) return Error{other.error()};
    WorldDiff differences = diff(**one, **other);
    return Comparison{std::move(*one), std::move(*other), std::move(differences)};
}

}  // namespace ecs
