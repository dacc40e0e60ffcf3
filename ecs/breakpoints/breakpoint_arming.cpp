// The part of BreakpointLooks that knows what is armed: which columns and archetypes are watched, and of what there are
// copies.
#include <algorithm>
#include <cstring>
#include <limits>
#include <utility>

#include "ecs/breakpoints/breakpoint_looks.hpp"
#include "ecs/language/evaluator.hpp"

namespace ecs {

void BreakpointLooks::forget() {
    const std::size_t limit = copy_limit;
    const QueryInputs kept = inputs;
    *this = {};
    copy_limit = limit;
    inputs = kept;
}

void BreakpointLooks::arm(const World& world, std::span<Breakpoint> list) {
    std::vector<std::unique_ptr<ArmedBreakpoint>> former = std::exchange(armed_, {});
    auto next = former.begin();  // most lists are the former one with one difference, so it is looked at first
    for (std::size_t position = 0; position < list.size(); ++position) {
        Breakpoint& breakpoint = list[position];
        if (!breakpoint.enabled || breakpoint.kind == BreakpointKind::System) continue;
        const auto is_same = [&](const auto& each) {
            return each && each->id == breakpoint.id && each->text == breakpoint.text;
        };
        auto found = std::find_if(next, former.end(), is_same);
        if (found == former.end()) found = std::find_if(former.begin(), next, is_same);
        std::unique_ptr<ArmedBreakpoint> armed;
        if (found != former.end() && is_same(*found)) {
            armed = std::move(*found);
            next = found + 1;
        }
        if (!armed) {
            TextResult<BreakpointText> parsed = parse_breakpoint(breakpoint.text);
            if (!parsed) continue;
            armed = std::make_unique<ArmedBreakpoint>();
            armed->id = breakpoint.id;
            armed->text = breakpoint.text;
            armed->parsed = std::move(*parsed);
            if (armed->parsed.has_query) armed->query.emplace(armed->parsed.syntax);
            bind_armed(*armed, world);
        }
        armed->times = std::max<std::uint64_t>(breakpoint.times, 1);
        armed->position = position;
        breakpoint.error = armed->error;
        armed_.push_back(std::move(armed));
    }
    index(world);
    for (const auto& armed : armed_)
        if (!armed->based) base(world, *armed);
    note_holding();
    if (version_ == 0) {  // the first look is at what comes from here on
        version_ = world.version();
        types_ = types_fingerprint(world.types());
        journal_ = world.journal();
        journal_read_ = journal_ == nullptr ? 0 : journal_->total();
    }
}

void BreakpointLooks::rebind(const World& world, std::span<Breakpoint> list) {
    types_ = types_fingerprint(world.types());
    for (const auto& armed : armed_) {
        bind_armed(*armed, world);
        list[armed->position].error = armed->error;
    }
    index(world);
    for (const auto& armed : armed_)
        if (!armed->based) base(world, *armed);
    note_holding();
}

void BreakpointLooks::note_holding() {
    for (Group& group : groups_) group.holding.clear();
    for (std::uint32_t i = 0; i < armed_.size(); ++i)
        if (armed_[i]->group != ArmedBreakpoint::no_group && armed_[i]->matches.count() > 0)
            groups_[armed_[i]->group].holding.push_back(i);
}

void BreakpointLooks::index(const World& world) {
    const std::size_t types = world.types().size();
    const auto clear = [types](auto& lists) {
        lists.clear();
        lists.resize(types);
    };
    clear(readers_);
    clear(groups_of_);
    clear(ranges_);
    clear(changes_);
    structural_.clear();
    any_write_.clear();
    waiting_.clear();
    watched_columns_.clear();
    needs_baseline_ = false;
    baseline_.clear();
    for (std::uint32_t i = 0; i < armed_.size(); ++i) {
        ArmedBreakpoint& armed = *armed_[i];
        armed.group = ArmedBreakpoint::no_group;
        if (!armed.bound) continue;
        if (armed.query && armed.query->needs_baseline()) {
            needs_baseline_ = true;
            baseline_.track(*armed.query);
        }
        if (armed.is_structural()) {
            structural_.push_back(i);
            continue;
        }
        if (!armed.reads_only_rows || armed.reads.empty() ||
            (armed.pinned && armed.parsed.kind == BreakpointKind::Destroyed)) {
            any_write_.push_back(i);
        } else {
            for (const ComponentId component : armed.reads) readers_[component].push_back(i);
        }
        if (armed.parsed.kind == BreakpointKind::Change && !armed.pinned) changes_[armed.field.component].push_back(i);
    }
    inputs.baseline = needs_baseline_ ? &baseline_ : nullptr;
    if (needs_baseline_) baseline_.advance(world);
    join_groups();
    settle_copies(world);
}

void BreakpointLooks::join_groups() {
    groups_.clear();
    for (std::uint32_t i = 0; i < armed_.size(); ++i) {
        ArmedBreakpoint& armed = *armed_[i];
        if (!armed.bound || !armed.is_condition() || armed.pinned || !armed.reads_only_rows || !armed.compared.exists())
            continue;
        const auto found = std::find_if(groups_.begin(), groups_.end(),
                                        [&](const Group& group) { return group.field == armed.compared; });
        armed.group = static_cast<std::size_t>(found - groups_.begin());
        if (found == groups_.end()) {
            std::optional<ColumnRanges>& ranges = ranges_[armed.compared.component];
            if (!ranges) ranges.emplace(armed.compared.component);
            groups_.push_back({armed.compared, ranges->add(armed.compared), {}, {}, {}, {}});
            groups_of_[armed.compared.component].push_back(static_cast<std::uint32_t>(armed.group));
        }
        Group& group = groups_[armed.group];
        const bool from_least = armed.low <= -std::numeric_limits<double>::max() ||
                                (armed.compared.kind == FieldKind::F32 &&
                                 armed.low <= -static_cast<double>(std::numeric_limits<float>::max()));
        const bool to_most = armed.high >= std::numeric_limits<double>::max() ||
                             (armed.compared.kind == FieldKind::F32 &&
                              armed.high >= static_cast<double>(std::numeric_limits<float>::max()));
        if (from_least)
            group.below.push_back({armed.high, i});
        else if (to_most)
            group.above.push_back({armed.low, i});
        else
            group.others.push_back(i);
        // The range decides when this component was written; the others ask it when theirs were.
        std::erase(readers_[armed.compared.component], i);
    }
    for (Group& group : groups_) {
        std::sort(group.below.begin(), group.below.end(),
                  [](const Bounded& a, const Bounded& b) { return a.bound > b.bound; });
        std::sort(group.above.begin(), group.above.end(),
                  [](const Bounded& a, const Bounded& b) { return a.bound < b.bound; });
    }
}

void BreakpointLooks::count_anew(BreakpointId id) {
    for (const auto& armed : armed_)
        if (id == no_breakpoint || armed->id == id) armed->count = {};
}

/// Changes need copies; conditions have them as long as they are small.
void BreakpointLooks::settle_copies(const World& world) {
    const std::size_t types = world.types().size();
    std::vector<std::uint8_t> wanted(types);
    std::size_t bytes = 0;
    for (ComponentId id = 0; id < types; ++id) wanted[id] = !changes_[id].empty();
    const auto want = [&](ComponentId component) {
        if (wanted[component] != 0) return;
        const std::size_t more = world.slot_count() * RecordedColumn::bytes_a_slot(world.types()[component]);
        if (bytes + more > copy_limit) return;
        bytes += more;
        wanted[component] = 1;
    };
    for (const auto& armed : armed_) {
        if (!armed->bound) continue;
        // Who is gone has no name any more.
        if (armed->parsed.kind == BreakpointKind::Destroyed) want(world.name_id());
        if (armed->pinned) continue;
        for (const ShownValue& shown : armed->shown) want(shown.component);
    }
    copies_.resize(types);
    copied_at_.resize(types);
    bool fresh = false;
    for (ComponentId id = 0; id < types; ++id) {
        if (wanted[id] == 0) {
            copies_[id] = nullptr;
        } else if (!copies_[id]) {
            copies_[id] = std::make_unique<RecordedColumn>(world.types()[id]);
            copied_at_[id] = 0;
            fresh = true;
        }
    }
    if (fresh) {
        // Only those: the others are still to be compared.
        touched_.assign(types, 0);
        for (ComponentId id = 0; id < types; ++id) touched_[id] = copies_[id] && copied_at_[id] == 0 ? 1 : 0;
        copy_columns(world, false);
    }
}

void BreakpointLooks::base(const World& world, ArmedBreakpoint& armed) {
    if (!armed.bound) return;
    armed.based = true;
    if (armed.pinned) {
        const auto position = static_cast<std::uint32_t>(
            std::find_if(armed_.begin(), armed_.end(), [&](const auto& each) { return each.get() == &armed; }) -
            armed_.begin());
        ask_pinned(world, position);
        found_.clear();
    } else if (armed.is_condition()) {
        chunks_asked += armed.matches.update(world, *armed.query, inputs);
    }
}

void BreakpointLooks::rebase(const World& world) {
    found_.clear();
    moved_.clear();
    for (const auto& armed : armed_) {
        armed->count.again = 0;
        armed->matches.forget();
        armed->pinned_holds = false;
        base(world, *armed);
    }
    note_holding();
    touched_.assign(world.types().size(), 1);
    std::fill(copied_at_.begin(), copied_at_.end(), std::uint64_t{0});
    copy_columns(world, false);
    found_.clear();
    if (needs_baseline_) baseline_.advance(world);
    version_ = world.version();
    journal_ = world.journal();
    journal_read_ = journal_ == nullptr ? 0 : journal_->total();
    restored_ = false;
}

}  // namespace ecs
