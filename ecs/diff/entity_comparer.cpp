#include "ecs/diff/entity_comparer.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include "ecs/edit/edit_records.hpp"
#include "ecs/snapshot/left_out.hpp"

namespace ecs {

namespace {

bool same_form(const Field& a, const Field& b);

bool same_members(const std::vector<Field>& a, const std::vector<Field>& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const Field& x, const Field& y) {
        return x.name == y.name && x.offset == y.offset && same_form(x, y);
    });
}

// Whether a value of one field is a value of the other. Enums match by the names of their values, too: the same number
// with another name is another value.
bool same_form(const Field& a, const Field& b) {
    return a.kind == b.kind && a.count == b.count && a.element_size == b.element_size && a.names == b.names &&
           same_members(a.fields, b.fields);
}

DiffType pair_of(const ComponentType* before, const ComponentType* after) {
    DiffType pair;
    pair.name = before ? before->name : after->name;
    if (before) pair.before = before->id;
    if (after) pair.after = after->id;
    if (!before || !after) return pair;
    pair.difference = layout_difference(*before, *after);
    pair.same_layout = pair.difference.empty() && before->opaque_json == after->opaque_json;
    for (std::uint32_t i = 0; i < before->fields.size(); ++i) {
        const auto same_name = [&](const Field& field) { return field.name == before->fields[i].name; };
        const auto found = std::find_if(after->fields.begin(), after->fields.end(), same_name);
        if (found == after->fields.end() || !same_form(before->fields[i], *found)) continue;
        pair.fields.push_back({i, static_cast<std::uint32_t>(found - after->fields.begin())});
    }
    return pair;
}

}  // namespace

Field at_start(const Field& field) {
    Field moved = field;
    moved.offset = 0;
    return moved;
}

EntityComparer::EntityComparer(const World& before, const World& after) : before_(before), after_(after) {
    const TypeRegistry& old_types = before.types();
    const TypeRegistry& new_types = after.types();
    type_after_.resize(new_types.size(), 0);
    for (ComponentId id = 0; id < old_types.size(); ++id) {
        const ComponentType* other = new_types.find(old_types[id].name);
        type_before_.push_back(static_cast<std::uint32_t>(types_.size()));
        if (other) type_after_[other->id] = static_cast<std::uint32_t>(types_.size());
        types_.push_back(pair_of(&old_types[id], other));
    }
    for (ComponentId id = 0; id < new_types.size(); ++id) {
        if (old_types.find(new_types[id].name)) continue;
        type_after_[id] = static_cast<std::uint32_t>(types_.size());
        types_.push_back(pair_of(nullptr, &new_types[id]));
    }
}

const EntityComparer::Plan& EntityComparer::plan_of(const Archetype& before, const Archetype& after) {
    const std::uint64_t key = std::uint64_t{before.id()} << 32 | after.id();
    const auto [place, is_new] = plans_.try_emplace(key);
    Plan& plan = place->second;
    if (!is_new) return plan;
    const auto is_special = [](const World& world, ComponentId id) {
        return id == world.name_id() || id == world.parent_id();
    };
    for (std::size_t i = 0; i < before.components().size(); ++i) {
        const ComponentId id = before.components()[i];
        if (is_special(before_, id)) continue;
        const std::uint32_t type = type_before_[id];
        const int column = types_[type].after == no_component ? no_column : after.column_of(types_[type].after);
        if (column == no_column) {
            plan.removed.push_back(type);
            continue;
        }
        const ComponentType& old_type = *before.types()[i];
        const ComponentType& new_type = after_.types()[types_[type].after];
        const bool described = !old_type.fields.empty() || !new_type.fields.empty();
        if (old_type.is_tag() && new_type.is_tag()) continue;
        if (is_stand_in(old_type) || is_stand_in(new_type)) continue;
        if (!described && (!old_type.trivial || !new_type.trivial || old_type.size != new_type.size)) continue;
        plan.columns.push_back({type, i, static_cast<std::size_t>(column),
                                types_[type].same_layout && old_type.trivial && new_type.trivial,
                                has_entities(old_type.fields)});
    }
    for (const ComponentId id : after.components()) {
        if (is_special(after_, id)) continue;
        const std::uint32_t type = type_after_[id];
        if (types_[type].before == no_component || !before.has(types_[type].before)) plan.added.push_back(type);
    }
    std::sort(plan.removed.begin(), plan.removed.end());
    std::sort(plan.added.begin(), plan.added.end());
    std::sort(plan.columns.begin(), plan.columns.end(),
              [](const ColumnPair& a, const ColumnPair& b) { return a.type < b.type; });
    return plan;
}

bool EntityComparer::means_elsewhere(const Field& field, const std::byte* value) const {
    bool found = false;
    // each_entity() takes values that may be written; this visit writes nothing.
    each_entity(std::vector<Field>{field}, const_cast<std::byte*>(value),
                [&](const Entity& entity) { found = found || elsewhere->count(entity) != 0; });
    return found;
}

void EntityComparer::compare_column(const ColumnPair& column, Entity entity, const std::byte* before,
                                    const std::byte* after, std::vector<DiffEntry>& found) const {
    const DiffType& type = types_[column.type];
    const ComponentType& old_type = before_.types()[type.before];
    const ComponentType& new_type = after_.types()[type.after];
    const bool references_matter = elsewhere != nullptr && column.refers;
    if (column.by_bytes && !references_matter && std::memcmp(before, after, old_type.size) == 0) return;
    if (old_type.fields.empty() && new_type.fields.empty()) {
        found.push_back({entity, DiffKind::FieldChanged, column.type, DiffEntry::whole_value});
        return;
    }
    for (std::uint32_t i = 0; i < type.fields.size(); ++i) {
        const Field& field = old_type.fields[type.fields[i].before];
        const Field& other = new_type.fields[type.fields[i].after];
        // Both addresses are shifted so that the one description serves for both.
        const std::byte* shifted = after + other.offset - field.offset;
        if (!field_equal(field, before, shifted) || (references_matter && means_elsewhere(other, after)))
            found.push_back({entity, DiffKind::FieldChanged, column.type, i});
    }
}

void EntityComparer::compare(Entity entity, std::vector<DiffEntry>& found) {
    const Archetype& old_archetype = before_.archetype_of(entity);
    const Archetype& new_archetype = after_.archetype_of(entity);
    const Plan& plan = plan_of(old_archetype, new_archetype);
    const bool had_name = old_archetype.has(before_.name_id()), has_name = new_archetype.has(after_.name_id());
    if (had_name != has_name || (has_name && before_.name(entity) != after_.name(entity)))
        found.push_back({entity, DiffKind::NameChanged});
    const Entity new_parent = after_.parent(entity);
    if (before_.parent(entity) != new_parent || (elsewhere != nullptr && elsewhere->count(new_parent) != 0))
        found.push_back({entity, DiffKind::ParentChanged});
    for (const std::uint32_t type : plan.removed) found.push_back({entity, DiffKind::ComponentRemoved, type});
    for (const std::uint32_t type : plan.added) found.push_back({entity, DiffKind::ComponentAdded, type});
    if (plan.columns.empty()) return;
    const Location old_place = before_.location(entity), new_place = after_.location(entity);
    for (const ColumnPair& column : plan.columns) {
        const std::size_t old_size = old_archetype.types()[column.before]->size;
        const std::size_t new_size = new_archetype.types()[column.after]->size;
        if (old_size == 0 || new_size == 0) continue;  // a tag in one world only: what differs is the type
        compare_column(column, entity,
                       old_archetype.column_data(old_place.chunk, column.before) + old_place.row * old_size,
                       new_archetype.column_data(new_place.chunk, column.after) + new_place.row * new_size, found);
    }
}

}  // namespace ecs
