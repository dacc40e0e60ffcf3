#include "ecs/diff/merge.hpp"

#include <algorithm>
#include <numeric>
#include <set>
#include <tuple>
#include <unordered_set>

#include "ecs/diff/entity_comparer.hpp"
#include "ecs/edit/edit_records.hpp"

namespace ecs {

namespace {

/// What one side did to one entity: the fields in which two worlds differ, by name.
class SideOfMerge {
public:
    SideOfMerge(const World& base, const World& side) : base_(base), comparer_(base, side) {}

    void look_at(Entity entity) {
        entries_.clear();
        comparer_.compare(entity, entries_);
    }
    bool unchanged() const { return entries_.empty(); }
    bool changed(DiffKind kind) const {
        return std::any_of(entries_.begin(), entries_.end(),
                           [&](const DiffEntry& entry) { return entry.kind == kind; });
    }
    /// Without a field: anything of the component.
    bool changed(const std::string& component, const std::string* field = nullptr) const {
        return std::any_of(entries_.begin(), entries_.end(), [&](const DiffEntry& entry) {
            const MergeConflict each = as_conflict(entry);
            return entry.kind >= DiffKind::ComponentRemoved && each.component == component &&
                   (field == nullptr || each.field == *field);
        });
    }
    template <class Visit>
    void each(Visit&& visit) const {
        for (const DiffEntry& entry : entries_) visit(as_conflict(entry));
    }

private:
    MergeConflict as_conflict(const DiffEntry& entry) const {
        if (entry.kind == DiffKind::NameChanged) return {entry.entity, {}, "name"};
        if (entry.kind == DiffKind::ParentChanged) return {entry.entity, {}, "parent"};
        const DiffType& type = comparer_.types()[entry.type];
        if (entry.kind != DiffKind::FieldChanged || entry.field == DiffEntry::whole_value)
            return {entry.entity, type.name, {}};
        return {entry.entity, type.name, base_.types()[type.before].fields[type.fields[entry.field].before].name};
    }

    const World& base_;
    EntityComparer comparer_;
    std::vector<DiffEntry> entries_;
};

class MergeMaker {
public:
    /// `elsewhere`: entities of theirs that must not keep their handle.
    MergeMaker(const World& base, const World& ours, const World& theirs, std::unordered_set<Entity> elsewhere)
        : base_(base),
          ours_(ours),
          theirs_(theirs),
          between_(ours, theirs),
          our_side_(base, ours),
          their_side_(base, theirs),
          elsewhere_(std::move(elsewhere)) {}

    WorldMerge make() {
        find_elsewhere();
        if (!elsewhere_.empty()) between_.elsewhere = &elsewhere_;
        result_.taken.types = between_.types();
        layouts_differ_ = std::any_of(between_.types().begin(), between_.types().end(),
                                      [](const DiffType& type) { return !type.difference.empty(); });
        const std::size_t end = std::max(ours_.slot_count(), theirs_.slot_count());
        for (std::size_t slot = 1; slot < end; ++slot) {
            const Entity mine = ours_.entity_at_slot(slot), other = theirs_.entity_at_slot(slot);
            if (mine && mine == other && elsewhere_.count(other) == 0) {
                merge_entity(mine);
                continue;
            }
            if (mine && elsewhere_.count(mine) == 0) merge_ours_only(mine);
            if (other) merge_theirs_only(other);
        }
        check_holders();
        settle_tree();
        find_homeless();
        std::sort(result_.conflicts.begin(), result_.conflicts.end(), [](const auto& a, const auto& b) {
            return std::tie(a.entity, a.component, a.field) < std::tie(b.entity, b.component, b.field);
        });
        result_.conflicts.erase(std::unique(result_.conflicts.begin(), result_.conflicts.end()),
                                result_.conflicts.end());
        return std::move(result_);
    }

    /// Entities of theirs whose handle turned out to be taken. The merge is made again with these elsewhere.
    const std::unordered_set<Entity>& homeless() const { return homeless_; }

private:
    using Why = MergeConflict::Why;

    // Both sides created an entity of this handle. It is the same if all is the same, as after a cherry-pick, also what
    // it refers to; and it is the same if it holds the resources, of which a world has one.
    void find_elsewhere() {
        std::vector<Entity> twins;
        std::vector<DiffEntry> entries;
        const std::size_t end = theirs_.slot_count();
        for (std::size_t slot = 1; slot < end; ++slot) {
            const Entity entity = theirs_.entity_at_slot(slot);
            if (!entity || base_.alive(entity)) continue;
            if (ours_.alive(entity)) {
                entries.clear();
                between_.compare(entity, entries);
                if (entries.empty())
                    twins.push_back(entity);
                else if (!holds_resources(entity))
                    elsewhere_.insert(entity);
            } else if (const Entity present = ours_.entity_at_slot(slot); present && !base_.alive(present)) {
                elsewhere_.insert(entity);
            } else if (was_used(ours_, entity) && !was_used(base_, entity)) {
                elsewhere_.insert(
                    entity);  // something of ours may still refer to the one that we created and destroyed
            }
        }
        for (bool more = !elsewhere_.empty(); more;) {
            more = false;
            std::erase_if(twins, [&](Entity entity) {
                if (!refers_elsewhere(entity)) return false;
                elsewhere_.insert(entity);
                return more = true;
            });
        }
        auto next = static_cast<std::uint32_t>(
            std::max({base_.slot_count(), ours_.slot_count(), theirs_.slot_count(), std::size_t{1}}));
        std::vector<Entity> in_order(elsewhere_.begin(), elsewhere_.end());
        std::sort(in_order.begin(), in_order.end());
        for (const Entity entity : in_order) result_.renumbered.emplace(entity, Entity{next++, 1});
    }
    static bool was_used(const World& world, Entity entity) {
        const auto dead = world.entity_index().dead_slot(entity.index);
        return dead && dead->handle.generation + (dead->free ? 0 : 1) > entity.generation;
    }
    bool holds_resources(Entity entity) const {
        return entity == ours_.resource_holder() && entity == theirs_.resource_holder();
    }
    bool refers_elsewhere(Entity entity) const {
        if (elsewhere_.count(theirs_.parent(entity)) != 0) return true;
        bool found = false;
        for (const ComponentType* type : theirs_.archetype_of(entity).types()) {
            // each_entity() takes values that may be written; this visit writes nothing.
            void* const value = const_cast<void*>(theirs_.get(entity, type->id));
            if (value != nullptr)
                each_entity(type->fields, value,
                            [&](const Entity& other) { found = found || elsewhere_.count(other) != 0; });
        }
        return found;
    }

    void take(const DiffEntry& entry) { result_.taken.entries.push_back(entry); }
    void conflict(MergeConflict each, Why why) {
        each.why = why;
        result_.conflicts.push_back(std::move(each));
    }

    void merge_ours_only(Entity entity) {
        if (!base_.alive(entity)) return;  // we created it
        our_side_.look_at(entity);
        if (our_side_.unchanged()) {
            take({entity, DiffKind::EntityRemoved});
            ++result_.taken.removed;
            taken_away_.insert(entity);
        } else {
            our_side_.each([&](MergeConflict each) { conflict(std::move(each), Why::TheirsDestroyed); });
        }
    }
    void merge_theirs_only(Entity entity) {
        if (!base_.alive(entity)) {
            take({entity, DiffKind::EntityAdded});
            ++result_.taken.added;
            new_ones_.push_back(entity);
            return;
        }
        their_side_.look_at(entity);
        their_side_.each([&](MergeConflict each) { conflict(std::move(each), Why::OursDestroyed); });
    }

    void merge_entity(Entity entity) {
        entries_.clear();
        between_.compare(entity, entries_);
        if (entries_.empty() && !layouts_differ_) return;
        in_base_ = base_.alive(entity);
        if (in_base_) {
            our_side_.look_at(entity);
            their_side_.look_at(entity);
            if (layouts_differ_) {
                check_lost_fields(their_side_, entity, ours_, Why::OursDestroyed);
                check_lost_fields(our_side_, entity, theirs_, Why::TheirsDestroyed);
            }
        }
        const std::size_t taken = result_.taken.entries.size();
        for (const DiffEntry& entry : entries_) merge_entry(entry);
        result_.taken.changed += result_.taken.entries.size() > taken;
    }

    // One difference between ours and theirs: whoever did not change what base says gives way.
    void merge_entry(const DiffEntry& entry) {
        const Entity entity = entry.entity;
        if (entry.kind == DiffKind::NameChanged || entry.kind == DiffKind::ParentChanged) {
            const bool is_name = entry.kind == DiffKind::NameChanged;
            const bool mine = in_base_ ? our_side_.changed(entry.kind) : has(ours_, entity, is_name);
            const bool other = in_base_ ? their_side_.changed(entry.kind) : has(theirs_, entity, is_name);
            choose(entry, mine, other, {entity, {}, is_name ? "name" : "parent"});
            return;
        }
        const DiffType& type = result_.taken.types[entry.type];
        const ComponentType* const in_base = in_base_ ? base_.types().find(type.name) : nullptr;
        const bool base_has = in_base != nullptr && base_.has(entity, in_base->id);
        if (entry.kind == DiffKind::ComponentAdded) {
            if (!base_has)
                take(entry);
            else  // we removed it
                conflicts_of(their_side_, type.name, Why::OursDestroyed);
            return;
        }
        if (entry.kind == DiffKind::ComponentRemoved) {
            if (!base_has) return;  // we added it
            if (our_side_.changed(type.name))
                conflicts_of(our_side_, type.name, Why::TheirsDestroyed);
            else
                take(entry);
            return;
        }
        std::string field;
        if (entry.field != DiffEntry::whole_value)
            field = ours_.types()[type.before].fields[type.fields[entry.field].before].name;
        const bool mine = !base_has || our_side_.changed(type.name, &field);
        const bool other = !base_has || their_side_.changed(type.name, &field);
        choose(entry, mine, other, {entity, type.name, std::move(field)});
    }
    static bool has(const World& world, Entity entity, bool name) {
        return name ? world.has(entity, world.name_id()) : bool(world.parent(entity));
    }
    void choose(const DiffEntry& entry, bool mine, bool other, MergeConflict place) {
        if (mine && other)
            conflict(std::move(place), Why::BothChanged);
        else if (other)
            take(entry);
    }
    void conflicts_of(const SideOfMerge& side, const std::string& component, Why why) {
        side.each([&](MergeConflict each) {
            if (each.component == component) conflict(std::move(each), why);
        });
    }

    // One side changed a field that the other took out of the type.
    void check_lost_fields(const SideOfMerge& side, Entity entity, const World& other, Why why) {
        side.each([&](MergeConflict each) {
            const ComponentType* const type = each.component.empty() ? nullptr : other.types().find(each.component);
            if (type && !each.field.empty() && other.has(entity, type->id) && !type->find_field(each.field))
                conflict(std::move(each), why);
        });
    }

    // Each side has resources now, and each on an entity of its own. A holder counts on its own handle only, so that of
    // theirs stays as an entity like others.
    void check_holders() {
        const Entity mine = ours_.resource_holder(), other = theirs_.resource_holder();
        if (!mine || !other || mine == other || base_.alive(mine) || base_.alive(other)) return;
        conflict({other, "ResourceHolder", {}}, Why::BothChanged);
        if (elsewhere_.count(other) == 0) homeless_.insert(other);
    }

    // Each change of the tree is sound by itself. Together they may leave an entity without its parent, or in a circle.
    // Then ours stays; and what stays may need a parent that would have gone otherwise, or close another circle.
    void settle_tree() {
        for (const DiffEntry& entry : result_.taken.entries)
            if (entry.kind == DiffKind::ParentChanged) moved_.insert(entry.entity);
        new_ones_set_.insert(new_ones_.begin(), new_ones_.end());
        for (bool again = true; again;) {
            again = keep_needed_parents();
            again = leave_out_impossible_moves() || again;
        }
        WorldDiff& taken = result_.taken;
        std::erase_if(taken.entries, [&](const DiffEntry& entry) {
            return (entry.kind == DiffKind::EntityRemoved && taken_away_.count(entry.entity) == 0) ||
                   (entry.kind == DiffKind::ParentChanged && moved_.count(entry.entity) == 0);
        });
        taken.removed = taken_away_.size();
        taken.changed = 0;
        Entity last;
        for (const DiffEntry& entry : taken.entries) {
            if (entry.kind == DiffKind::EntityRemoved || entry.kind == DiffKind::EntityAdded) continue;
            taken.changed += entry.entity != last;
            last = entry.entity;
        }
    }
    bool keep_needed_parents() {
        std::vector<Entity> needed;
        for (const Entity parent : taken_away_)
            for (const Entity child : ours_.children(parent)) {
                if (taken_away_.count(child) != 0 || moved_.count(child) != 0) continue;
                needed.push_back(parent);
                if (kept_.count(child) == 0) conflict({child, {}, "parent"}, Why::TheirsDestroyed);
            }
        for (const Entity parent : needed)
            if (taken_away_.erase(parent) != 0) kept_.insert(parent);
        return !needed.empty();
    }
    bool leave_out_impossible_moves() {
        std::vector<Entity> impossible;
        const auto parent_is_gone = [&](Entity entity) {
            const Entity parent = theirs_.parent(entity);
            return parent && new_ones_set_.count(parent) == 0 && !ours_.alive(parent);
        };
        for (const Entity entity : new_ones_) {
            if (!parent_is_gone(entity) || !result_.at_top.insert(entity).second) continue;
            conflict({entity, {}, "parent"}, Why::OursDestroyed);
        }
        for (const Entity entity : moved_) {
            const bool gone = parent_is_gone(entity);
            // New ones cannot stand above old ones unless an old one was moved.
            if (!gone && !in_circle(entity)) continue;
            conflict({entity, {}, "parent"}, gone ? Why::OursDestroyed : Why::Circle);
            impossible.push_back(entity);
        }
        for (const Entity entity : impossible) moved_.erase(entity);
        return !impossible.empty();
    }
    bool in_circle(Entity entity) const {
        std::unordered_set<Entity> seen, seen_of_ours;
        bool of_theirs = true;  // in which world `above` has its handle; a handle that both have is one entity
        for (Entity above = theirs_.parent(entity); above;) {
            if (above == entity) return true;
            if (!(of_theirs ? seen : seen_of_ours).insert(above).second) return false;
            if (of_theirs && result_.at_top.count(above) != 0) return false;
            of_theirs = moved_.count(above) != 0 || (of_theirs && new_ones_set_.count(above) != 0);
            above = of_theirs ? theirs_.parent(above) : ours_.parent(above);
        }
        return false;
    }

    // Theirs is new in a slot whose entity they destroyed, and ours keeps that one.
    void find_homeless() {
        for (const Entity entity : new_ones_)
            if (const Entity present = ours_.entity_at_slot(entity.index);
                present && elsewhere_.count(entity) == 0 && taken_away_.count(present) == 0)
                homeless_.insert(entity);
    }

    const World& base_;
    const World& ours_;
    const World& theirs_;
    EntityComparer between_;
    SideOfMerge our_side_, their_side_;
    std::unordered_set<Entity> elsewhere_;  // of theirs, which cannot keep their handle
    std::unordered_set<Entity> homeless_;
    std::unordered_set<Entity> taken_away_;  // of ours
    std::unordered_set<Entity> kept_;        // of ours: theirs destroyed them, and what stays is below them
    std::unordered_set<Entity> moved_;       // as theirs moved them
    std::vector<Entity> new_ones_;
    std::unordered_set<Entity> new_ones_set_;  // the same
    std::vector<DiffEntry> entries_;
    bool in_base_ = false, layouts_differ_ = false;
    WorldMerge result_;
};

}  // namespace

std::string path_of(const MergeConflict& conflict) {
    if (conflict.component.empty()) return conflict.field;
    return conflict.field.empty() ? conflict.component : conflict.component + "." + conflict.field;
}

WorldMerge merge(const World& base, const World& ours, const World& theirs) {
    std::unordered_set<Entity> elsewhere;
    while (true) {
        MergeMaker maker(base, ours, theirs, elsewhere);
        WorldMerge merged = maker.make();
        if (maker.homeless().empty()) return merged;
        elsewhere.insert(maker.homeless().begin(), maker.homeless().end());
    }
}

Result<std::vector<Edit>> edits_of(const WorldMerge& merge, const World& ours, const World& theirs) {
    std::vector<std::uint32_t> all(merge.taken.entries.size());
    std::iota(all.begin(), all.end(), 0u);
    return edits_of(merge.taken, ours, theirs, all, merge.renumbered, merge.at_top);
}

}  // namespace ecs
