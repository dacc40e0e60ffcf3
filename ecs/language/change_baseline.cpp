#include "ecs/language/change_baseline.hpp"

#include <algorithm>
#include <cstring>

#include "ecs/language/bound.hpp"
#include "ecs/language/text_query.hpp"

namespace ecs {

void ChangeBaseline::track(const TextQuery& query) {
    if (!query.bound()) return;
    for (const BoundNode& node : query.program().nodes) {
        if (node.kind == BoundKind::Added || node.kind == BoundKind::Removed) track(node.component);
        if (node.kind == BoundKind::ChangedValue) track(node.field);
    }
}

void ChangeBaseline::track(ComponentId component) {
    for (const Members& members : members_)
        if (members.component_ == component) return;
    members_.emplace_back();
    members_.back().component_ = component;
}

void ChangeBaseline::track(const FieldPath& field) {
    for (const Values& values : values_)
        if (values.field_ == field) return;
    values_.emplace_back();
    values_.back().field_ = field;
    values_.back().members_.component_ = field.component;
}

const ChangeBaseline::Members* ChangeBaseline::members(ComponentId component) const {
    for (std::size_t i = 0; i < known_members_; ++i)
        if (members_[i].component_ == component) return &members_[i];
    return nullptr;
}

const ChangeBaseline::Values* ChangeBaseline::values(const FieldPath& field) const {
    for (std::size_t i = 0; i < known_values_; ++i)
        if (values_[i].field_ == field) return &values_[i];
    return nullptr;
}

const void* ChangeBaseline::Values::value(Entity entity) const {
    if (!members_.had(entity)) return nullptr;
    if (field_.kind == FieldKind::String) return &texts_[entity.index];
    return &bytes_[std::size_t{entity.index} * field_.element_size];
}

void ChangeBaseline::advance(const World& world) {
    const bool moved = !advanced_ || structure_version_ != world.structure_version();
    for (std::size_t i = 0; i < members_.size(); ++i)
        if (moved || i >= known_members_) take_members(world, members_[i]);
    for (std::size_t i = 0; i < values_.size(); ++i) take_values(world, values_[i], moved || i >= known_values_);
    known_members_ = members_.size();
    known_values_ = values_.size();
    version_ = world.version();
    structure_version_ = world.structure_version();
    advanced_ = true;
}

void ChangeBaseline::take_members(const World& world, Members& members) const {
    members.generations_.assign(world.slot_count(), 0);
    for (ArchetypeId id = 0; id < world.archetype_count(); ++id) {
        const Archetype& archetype = world.archetype(id);
        if (!archetype.has(members.component_)) continue;
        for (std::size_t position = 0; position < archetype.chunk_count(); ++position)
            for (const Entity entity : archetype.chunk(position).entities()) members.put(entity);
    }
}

void ChangeBaseline::take_values(const World& world, Values& values, bool all) const {
    const FieldPath& field = values.field_;
    const bool text = field.kind == FieldKind::String;
    const std::size_t component_size = world.types()[field.component].size;
    if (all) {
        values.members_.generations_.assign(world.slot_count(), 0);
        if (text)
            values.texts_.resize(world.slot_count());
        else
            values.bytes_.resize(world.slot_count() * field.element_size);
    }
    for (ArchetypeId id = 0; id < world.archetype_count(); ++id) {
        const Archetype& archetype = world.archetype(id);
        const int column = archetype.column_of(field.component);
        if (column == no_column) continue;
        for (std::size_t position = 0; position < archetype.chunk_count(); ++position) {
            if (!all && archetype.column_version(position, column) <= version_) continue;
            const std::byte* at = archetype.column_data(position, static_cast<std::size_t>(column)) + field.offset;
            for (const Entity entity : archetype.chunk(position).entities()) {
                values.members_.put(entity);
                if (text)
                    values.texts_[entity.index] = *reinterpret_cast<const std::string*>(at);
                else
                    std::memcpy(&values.bytes_[std::size_t{entity.index} * field.element_size], at, field.element_size);
                at += component_size;
            }
        }
    }
}

}  // namespace ecs
