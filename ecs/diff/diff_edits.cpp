#include "ecs/diff/diff_edits.hpp"

#include <algorithm>
#include <numeric>
#include <unordered_set>
#include <utility>

#include "ecs/base/language.hpp"
#include "ecs/edit/edit_records.hpp"
#include "ecs/snapshot/left_out.hpp"

namespace ecs {

namespace {

class EditsOfDiff {
public:
    EditsOfDiff(const WorldDiff& diff, const World& before, const World& after, const Renumbered& renumbered,
                const std::unordered_set<Entity>& at_top)
        : diff_(diff), before_(before), after_(after), renumbered_(renumbered), at_top_(at_top) {}

    void choose(const DiffEntry& entry) {
        switch (entry.kind) {
            case DiffKind::EntityRemoved:
                return remove(entry.entity);
            case DiffKind::EntityAdded:
                return add(entry.entity);
            case DiffKind::ParentChanged:
                return move(entry.entity);
            default:
                values_.push_back(entry);
        }
    }

    Result<std::vector<Edit>> edits() {
        close();
        detach();
        if (!removed_.empty()) edits_.push_back(DestroyEntities{removed_});
        create();
        for (std::size_t i = 0; i < values_.size();) i = append_values(i);
        for (const Entity child : moved_)
            if (const Entity parent = target(child); parent || !detached_.count(child))
                edits_.push_back(SetParent{child, parent});
        if (!problem_.empty()) return Error{std::move(problem_)};
        return std::move(edits_);
    }

private:
    void remove(Entity entity) {
        if (gone_.insert(entity).second) removed_.push_back(entity);
    }
    void add(Entity entity) {
        if (made_.insert(entity).second) added_.push_back(entity);
    }
    void move(Entity entity) {
        if (moves_.insert(entity).second) moved_.push_back(entity);
    }

    Entity here(Entity entity) const {
        const auto found = renumbered_.find(entity);
        return found == renumbered_.end() ? entity : found->second;
    }
    /// The parent that the entity gets, by its handle in the world before.
    Entity target(Entity entity) const { return here(parent_after(entity)); }
    Entity parent_after(Entity entity) const { return at_top_.count(entity) != 0 ? Entity{} : after_.parent(entity); }

    // Chooses what the chosen cannot do without. The lists grow while they are walked.
    void close() {
        std::size_t removed = 0, added = 0, moved = 0;
        while (removed < removed_.size() || added < added_.size() || moved < moved_.size()) {
            for (; removed < removed_.size(); ++removed) free_children_of(removed_[removed]);
            for (; added < added_.size(); ++added) {
                const Entity entity = added_[added];
                if (const Entity present = before_.entity_at_slot(here(entity).index)) remove(present);
                need(parent_after(entity));
            }
            for (; moved < moved_.size(); ++moved) need(after_.parent(moved_[moved]));
        }
        std::erase_if(moved_, [&](Entity entity) { return gone_.count(entity) != 0; });
    }
    void free_children_of(Entity entity) {
        for (const Entity child : before_.children(entity)) {
            if (after_.alive(child))
                move(child);
            else
                remove(child);
        }
    }
    void need(Entity parent) {
        if (parent && !before_.alive(here(parent))) add(parent);
    }

    // A parent that goes must have no children any more. Several moves at once could make a circle for a moment.
    void detach() {
        for (const Entity child : moved_) {
            const Entity parent = before_.parent(child);
            if (!parent || (moved_.size() == 1 && gone_.count(parent) == 0)) continue;
            edits_.push_back(SetParent{child, null_entity});
            detached_.insert(child);
        }
    }

    void create() {
        if (added_.empty()) return;
        CreateEntities edit;
        edit.in_any_dead_slot = true;
        edit.entities.reserve(added_.size());
        std::unordered_set<Entity> placed;
        std::vector<Entity> chain;
        for (const Entity entity : added_) {
            for (Entity each = entity; made_.count(each) != 0 && placed.insert(each).second; each = parent_after(each))
                chain.push_back(each);
            for (; !chain.empty(); chain.pop_back()) edit.entities.push_back(record_of(chain.back()));
        }
        edits_.push_back(std::move(edit));
    }
    EntityRecord record_of(Entity entity) {
        EntityRecord record{here(entity), target(entity), {}};
        for (const ComponentType* type : after_.archetype_of(entity).types())
            if (type->id != after_.parent_id()) record.values.push_back(whole_value(entity, *type));
        return record;
    }

    /// The entity's value in the world after, as one of the world before. Empty after a problem.
    Value whole_value(Entity entity, const ComponentType& from) {
        const ComponentType* const to = before_.types().find(from.name);
        const auto pair = std::find_if(diff_.types.begin(), diff_.types.end(),
                                       [&](const DiffType& type) { return type.name == from.name; });
        if (to == nullptr || pair == diff_.types.end()) return no_value(phrase("{} is not known here", from.name));
        const void* data = after_.get(entity, from.id);
        if (to->is_tag() || data == nullptr) return Value(*to);
        const bool described = !to->fields.empty() || to->trivial;
        if (layout_difference(*to, from).empty() && to->opaque_json == from.opaque_json &&
            (described || to->cpp_key == from.cpp_key)) {
            if (is_stand_in(from)) return Value(*to);  // nobody knows what it was
            if (!to->copyable()) return no_value(phrase("values of {} cannot be copied", to->name));
            return renamed(Value(*to, data));
        }
        Value value(*to);
        for (const DiffType::FieldPair& field : pair->fields) copy_one(field, from, data, value);
        return renamed(std::move(value));
    }
    Value no_value(std::string problem) {
        if (problem_.empty()) problem_ = std::move(problem);
        return {};
    }
    static void copy_one(const DiffType::FieldPair& pair, const ComponentType& from, const void* data, Value& value) {
        const Field& field = value.type().fields[pair.before];
        // The address is shifted so that the description of the field here serves for both.
        const auto* shifted = static_cast<const std::byte*>(data) + from.fields[pair.after].offset - field.offset;
        copy_field(field, value.data(), shifted);
    }
    /// With references to the handles of the world before.
    Value renamed(Value value) const {
        if (!renumbered_.empty())
            each_entity(value.type().fields, value.data(), [&](Entity& entity) { entity = here(entity); });
        return value;
    }

    /// Returns the position behind the entries that became one edit.
    std::size_t append_values(std::size_t i) {
        const DiffEntry& entry = values_[i];
        const Entity entity = entry.entity;
        if (entry.kind == DiffKind::NameChanged) {
            append_name(entity);
            return i + 1;
        }
        const DiffType& type = diff_.types[entry.type];
        if (entry.kind == DiffKind::ComponentRemoved) {
            edits_.push_back(RemoveComponent{entity, type.before});
            return i + 1;
        }
        const ComponentType& from = after_.types()[type.after];
        if (entry.kind == DiffKind::ComponentAdded) {
            edits_.push_back(AddComponent{entity, whole_value(entity, from)});
            return i + 1;
        }
        if (entry.field == DiffEntry::whole_value) {
            edits_.push_back(SetComponent{entity, whole_value(entity, from), {}});
            return i + 1;
        }
        Value value(before_.types()[type.before]);
        std::vector<std::uint32_t> fields;
        for (; i < values_.size() && values_[i].kind == DiffKind::FieldChanged && values_[i].entity == entity &&
               values_[i].type == entry.type;
             ++i) {
            const DiffType::FieldPair& pair = type.fields[values_[i].field];
            copy_one(pair, from, after_.get(entity, from.id), value);
            fields.push_back(pair.before);
        }
        edits_.push_back(SetComponent{entity, renamed(std::move(value)), std::move(fields)});
        return i;
    }
    void append_name(Entity entity) {
        const ComponentId id = before_.name_id();
        if (!after_.has(entity, after_.name_id())) {
            edits_.push_back(RemoveComponent{entity, id});
            return;
        }
        Value value = Value::of(before_.types()[id], Name{std::string(after_.name(entity))});
        if (before_.has(entity, id))
            edits_.push_back(SetComponent{entity, std::move(value), {}});
        else
            edits_.push_back(AddComponent{entity, std::move(value)});
    }

    const WorldDiff& diff_;
    const World& before_;
    const World& after_;
    const Renumbered& renumbered_;
    const std::unordered_set<Entity>& at_top_;
    std::vector<Entity> removed_, added_, moved_;
    std::unordered_set<Entity> gone_, made_, moves_, detached_;
    std::vector<DiffEntry> values_;
    std::vector<Edit> edits_;
    std::string problem_;
};

bool in_use(const World& world, ComponentId component) {
    for (ArchetypeId id = 0; id < world.archetype_count(); ++id)
        if (world.archetype(id).entity_count() > 0 && world.archetype(id).has(component)) return true;
    return false;
}

}  // namespace

std::string bring_types(World& world, const World& from) {
    for (ComponentId id = 0; id < from.types().size(); ++id) {
        const ComponentType& type = from.types()[id];
        if (world.types().find(type.name) || !in_use(from, id)) continue;
        if (std::string why = world.types().why_not(type); !why.empty()) return why;
        ComponentType copy = type;
        copy.made_by_edit = copy.made_at_run_time;
        world.types().add_copy(std::move(copy));
    }
    return {};
}

Result<std::vector<Edit>> edits_of(const WorldDiff& diff, const World& before, const World& after,
                                   std::span<const std::uint32_t> chosen, const Renumbered& renumbered,
                                   const std::unordered_set<Entity>& at_top) {
    EditsOfDiff edits(diff, before, after, renumbered, at_top);
    for (const std::uint32_t position : chosen) edits.choose(diff.entries[position]);
    return edits.edits();
}

Result<std::vector<Edit>> edits_of(const WorldDiff& diff, const World& before, const World& after) {
    std::vector<std::uint32_t> all(diff.entries.size());
    std::iota(all.begin(), all.end(), 0u);
    return edits_of(diff, before, after, all);
}

}  // namespace ecs
