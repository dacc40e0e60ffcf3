// The part of the FieldRecorder that compares values with their copies.
#include <algorithm>
#include <cstring>
#include <string>

#include "ecs/record/field_recorder.hpp"
#include "ecs/record/record_ring.hpp"
#include "ecs/record/recorded_column.hpp"

namespace ecs {

namespace {

/// What a record keeps of a value: its bytes, or the letters of a string.
std::span<const std::byte> recorded_bytes(const Field& field, const void* component, std::uint32_t offset) {
    const std::byte* const at = static_cast<const std::byte*>(component) + offset;
    if (field.kind != FieldKind::String) return {at, field.element_size};
    const auto& text = *reinterpret_cast<const std::string*>(at);
    return {reinterpret_cast<const std::byte*>(text.data()), text.size()};
}

}  // namespace

RecordedColumn* FieldRecorder::column_of(ComponentId component) const {
    return component < columns_.size() ? columns_[component].get() : nullptr;
}

void FieldRecorder::look(const WrittenBy& writer) {
    if (world_->version() == version_) return;
    if (everything_) add_new_types();
    for (Chosen& chosen : chosen_) look_at_entity(chosen, writer, false);
    if (column_count_ > 0) look_at_columns(writer);
    version_ = world_->version();
}

/// Nobody had a component of these types at the last look.
void FieldRecorder::add_new_types() {
    for (ComponentId id = static_cast<ComponentId>(columns_.size()); id < world_->types().size(); ++id) {
        const ComponentType& type = world_->types()[id];
        columns_.push_back(nullptr);
        if (!can_record(type) && !type.is_tag()) continue;
        columns_.back() = std::make_unique<RecordedColumn>(type);
        columns_.back()->recorded = true;
        ++column_count_;
    }
}

void FieldRecorder::look_at_entity(Chosen& chosen, const WrittenBy& writer, bool first) {
    const World& world = *world_;
    if (!world.alive(chosen.entity)) {
        if (chosen.alive && !first) record_whole(RecordKind::Removed, chosen.entity, no_component, writer);
        chosen.alive = false;
        chosen.kept.clear();
        return;
    }
    const bool came = !chosen.alive;
    chosen.alive = true;
    if (came && !first) record_whole(RecordKind::Added, chosen.entity, no_component, writer);
    const Location at = world.location(chosen.entity);
    const Archetype& archetype = world.archetype(at.archetype);
    if (!came && !first && archetype.newest_version(at.chunk) <= version_) return;

    // Both lists are in order of the ids.
    std::size_t old = 0;
    const std::span<const ComponentId> components = archetype.components();
    for (std::size_t position = 0; position < components.size(); ++position) {
        const ComponentId component = components[position];
        const ComponentType& type = *archetype.types()[position];
        const bool told = !first && !came && column_of(component) == nullptr;
        for (; old < chosen.kept.size() && chosen.kept[old].component < component;) {
            if (!first && column_of(chosen.kept[old].component) == nullptr)
                record_whole(RecordKind::Removed, chosen.entity, chosen.kept[old].component, writer);
            chosen.kept.erase(chosen.kept.begin() + static_cast<std::ptrdiff_t>(old));
        }
        const std::byte* const value =
            can_record(type) ? archetype.column_data(at.chunk, position) + std::size_t{at.row} * type.size : nullptr;
        if (old == chosen.kept.size() || chosen.kept[old].component != component) {
            if (told) record_whole(RecordKind::Added, chosen.entity, component, writer);
            chosen.kept.insert(chosen.kept.begin() + static_cast<std::ptrdiff_t>(old++),
                               {component, value != nullptr ? Value(type, value) : Value()});
            continue;
        }
        Kept& kept = chosen.kept[old++];
        if (value == nullptr || (!first && archetype.column_version(at.chunk, static_cast<int>(position)) <= version_))
            continue;
        if (told) record_changes(type, chosen.entity, kept.value.data(), value, writer_of(component, writer));
        if (type.trivial)
            std::memcpy(kept.value.data(), value, type.size);
        else
            for (const Field& field : type.fields) copy_field(field, kept.value.data(), value);
    }
    for (; old < chosen.kept.size(); chosen.kept.pop_back())
        if (!first && column_of(chosen.kept.back().component) == nullptr)
            record_whole(RecordKind::Removed, chosen.entity, chosen.kept.back().component, writer);
}

void FieldRecorder::look_at_columns(const WrittenBy& writer) {
    if (column_count_ == 0) return;
    const World& world = *world_;
    for (const auto& column : columns_) {
        if (!column) continue;
        column->resize(world.slot_count());
        column->found = 0;
    }
    for (ArchetypeId id = 0; id < world.archetype_count(); ++id) {
        const Archetype& archetype = world.archetype(id);
        if (archetype.entity_count() == 0) continue;
        for (std::size_t position = 0; position < archetype.components().size(); ++position) {
            RecordedColumn* const column = column_of(archetype.components()[position]);
            if (column == nullptr) continue;
            for (std::size_t chunk = 0; chunk < archetype.chunk_count(); ++chunk) {
                if (!column->recorded || archetype.column_version(chunk, static_cast<int>(position)) > version_)
                    look_at_chunk(*column, archetype, chunk, position, writer);
                else
                    column->found += archetype.chunk(chunk).rows;
            }
        }
    }
    for (const auto& column : columns_) {
        if (!column) continue;
        // Who was not found has lost the component.
        if (column->recorded && column->found < column->known) drop_removed(*column, writer);
        column->recorded = true;
    }
}

void FieldRecorder::look_at_chunk(RecordedColumn& column, const Archetype& archetype, std::size_t chunk,
                                  std::size_t position, const WrittenBy& writer) {
    const ComponentType& type = column.type;
    const WrittenBy changed_by = writer_of(type.id, writer);
    const std::span<const Entity> entities = archetype.chunk(chunk).entities();
    const std::byte* value = type.is_tag() ? nullptr : archetype.column_data(chunk, position);
    for (std::size_t row = 0; row < entities.size(); ++row, value += type.size) {
        const Entity entity = entities[row];
        std::uint32_t& generation = column.generations[entity.index];
        std::byte* const copy = column.in_bytes ? column.bytes.data() + std::size_t{entity.index} * type.size : nullptr;
        if (generation == entity.generation) {
            ++column.found;
            if (type.is_tag()) continue;
            if (copy != nullptr) {
                if (std::memcmp(copy, value, type.size) == 0) continue;
                record_changes(type, entity, copy, value, changed_by);
                std::memcpy(copy, value, type.size);
            } else {
                Value& kept = column.values[entity.index];
                record_changes(type, entity, kept.data(), value, changed_by);
                for (const Field& field : type.fields) copy_field(field, kept.data(), value);
            }
            continue;
        }
        if (generation != 0) {  // of the entity that had the slot before
            if (column.recorded) record_whole(RecordKind::Removed, {entity.index, generation}, type.id, writer);
            --column.known;
        }
        if (column.recorded) record_whole(RecordKind::Added, entity, type.id, writer);
        generation = entity.generation;
        ++column.known;
        ++column.found;
        if (type.is_tag()) continue;
        if (copy != nullptr)
            std::memcpy(copy, value, type.size);
        else
            column.values[entity.index] = Value(type, value);
    }
}

void FieldRecorder::drop_removed(RecordedColumn& column, const WrittenBy& writer) {
    for (std::uint32_t slot = 0; slot < column.generations.size(); ++slot) {
        std::uint32_t& generation = column.generations[slot];
        if (generation == 0) continue;
        const Entity entity{slot, generation};
        if (world_->alive(entity) && world_->has(entity, column.type.id)) continue;
        record_whole(RecordKind::Removed, entity, column.type.id, writer);
        generation = 0;
        --column.known;
        if (!column.in_bytes) column.values[slot] = {};
    }
}

void FieldRecorder::record_changes(const ComponentType& type, Entity entity, const void* before, const void* after,
                                   const WrittenBy& writer) {
    each_difference(type, before, after, [&](const Field& field, std::uint32_t offset) {
        add({.kind = RecordKind::Changed,
             .writer = writer,
             .tick = tick(),
             .entity = entity,
             .component = type.id,
             .offset = offset,
             .before = recorded_bytes(field, before, offset),
             .after = recorded_bytes(field, after, offset)});
    });
}

void FieldRecorder::record_whole(RecordKind kind, Entity entity, ComponentId component, const WrittenBy& writer) {
    add({.kind = kind,
         .writer = writer,
         .tick = tick(),
         .entity = entity,
         .component = component,
         .offset = whole_component});
}

/// Unless it was told: then the newest of those writes led to what is there now.
void FieldRecorder::add(const FieldRecord& record) {
    bool told = false;
    if (told_)
        told_->each_of(record.entity, record.component, record.offset, [&](const FieldRecord& known) {
            const auto kept = record.after.first(std::min(record.after.size(), known.after.size()));
            told = known.kind == record.kind && (known.cut || known.after.size() == record.after.size()) &&
                   std::equal(kept.begin(), kept.end(), known.after.begin(), known.after.end());
            return false;
        });
    if (!told) ring_->add(record);
}

}  // namespace ecs
