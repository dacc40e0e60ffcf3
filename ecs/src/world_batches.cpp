// The part of World that works on whole archetypes at a time.

#include <algorithm>
#include <cstring>

#include "ecs/access.hpp"
#include "ecs/query.hpp"
#include "ecs/world.hpp"

namespace ecs {

void World::create_many(std::span<Entity> out, std::span<const ComponentId> components) {
    if (!may_change("create_many")) {
        std::fill(out.begin(), out.end(), null_entity);
        return;
    }
    Archetype& archetype = archetype_for({components.begin(), components.end()});
    index_.reserve(index_.slot_count() + out.size());
    if (observer_ || !archetype.all_trivial_) {  // each row is reported, and each construction may throw
        for (Entity& entity : out) {
            ensure_room(archetype);
            entity = index_.acquire();
            create_in(archetype, entity);
        }
        return;
    }
    while (!out.empty()) {
        ensure_room(archetype);
        Chunk* chunk = archetype.chunks_.back();
        const auto count = std::min<std::size_t>(out.size(), chunk->capacity - chunk->rows);
        for (std::size_t i = 0; i < count; ++i) {
            out[i] = index_.acquire();
            index_.place(out[i], chunk->id, static_cast<std::uint32_t>(chunk->rows + i));
        }
        std::memcpy(chunk->entity_column() + chunk->rows, out.data(), count * sizeof(Entity));
        for (std::size_t c = 0; c < archetype.types_.size(); ++c) {
            const ComponentType& type = *archetype.types_[c];
            if (type.is_tag()) continue;
            construct_values(type, chunk->at(archetype.layout_.offsets[c]) + std::size_t{chunk->rows} * type.size,
                             count);
        }
        chunk->rows += static_cast<std::uint32_t>(count);
        archetype.entity_count_ += count;
        index_.count_alive(static_cast<std::ptrdiff_t>(count));
        structural_changes_ += count;
        structure_changed(archetype, *chunk);
        out = out.subspan(count);
    }
}

std::size_t World::clear_archetype(Archetype& archetype) {
    const std::size_t cleared = archetype.entity_count_;
    while (archetype.entity_count_ > 0) {
        Chunk* last = archetype.chunks_.back();
        for (std::size_t c = 0; c < archetype.types_.size(); ++c)
            destroy_values(*archetype.types_[c], last->at(archetype.layout_.offsets[c]), last->rows);
        for (std::uint32_t row = last->rows; row-- > 0;) {
            const Entity entity = last->entity_column()[row];
            if (observer_)
                report({.kind = ChangeKind::Destroyed, .entity = entity, .from = location_of(*last, row), .to = {}});
            index_.release(entity);
        }
        const std::uint32_t rows = last->rows;
        index_.count_alive(-static_cast<std::ptrdiff_t>(rows));
        structural_changes_ += rows;
        archetype.entity_count_ -= rows - 1;
        last->rows = 1;
        drop_last_row(archetype);
    }
    return cleared;
}

std::size_t World::destroy_all(Query& query) {
    if (!may_change("destroy_all")) return 0;
    const std::size_t before = entity_count();
    for (ArchetypeId id : query.archetypes()) {
        Archetype& archetype = *archetypes_[id];
        if (hierarchy_.empty()) {
            clear_archetype(archetype);
            continue;
        }
        std::vector<Entity> doomed;
        doomed.reserve(archetype.entity_count_);
        for (const Chunk* chunk : archetype.chunks_)
            doomed.insert(doomed.end(), chunk->entities().begin(), chunk->entities().end());
        for (Entity entity : doomed)
            if (alive(entity)) destroy_subtree(entity, false);
    }
    return before - entity_count();
}

std::size_t World::add_to_all(Query& query, ComponentId component) {
    if (!may_change("add_to_all") || component == parent_id_) return 0;
    check_access(*this, component, Access::Write);
    const std::span<const ArchetypeId> found = query.archetypes();
    const std::vector<ArchetypeId> matches(found.begin(), found.end());  // adding makes archetypes, which may match
    std::size_t changed = 0;
    for (ArchetypeId id : matches) {
        Archetype& from = *archetypes_[id];
        if (!from.has(component)) changed += move_all_rows(from, edge(from, component, true), component, true);
    }
    return changed;
}

std::size_t World::remove_from_all(Query& query, ComponentId component) {
    if (!may_change("remove_from_all")) return 0;
    check_access(*this, component, Access::Write);
    const std::span<const ArchetypeId> found = query.archetypes();
    const std::vector<ArchetypeId> matches(found.begin(), found.end());
    std::size_t changed = 0;
    for (ArchetypeId id : matches) {
        Archetype& from = *archetypes_[id];
        if (!from.has(component)) continue;
        if (component != parent_id_) {
            changed += move_all_rows(from, edge(from, component, false), component, false);
            continue;
        }
        while (from.entity_count_ > 0) {
            set_parent(from.chunks_.back()->entities().back(), null_entity);
            ++changed;
        }
    }
    return changed;
}

std::size_t World::move_all_rows(Archetype& from, const Archetype::Edge& step, ComponentId component, bool adding) {
    const std::size_t moved = from.entity_count_;
    const ComponentType& type = types_[component];
    Archetype& to = *step.target;
    if (observer_ || !type.trivial) {  // each row is reported, and each construction may throw
        while (from.entity_count_ > 0) {
            const Entity entity = from.chunks_.back()->entities().back();
            if (adding)
                add(entity, component);
            else
                move_row(entity, step, component, false);
        }
        return moved;
    }
    while (from.entity_count_ > 0) {
        ensure_room(to);
        Chunk* source = from.chunks_.back();
        Chunk* target = to.chunks_.back();
        const std::uint32_t count = std::min(source->rows, target->capacity - target->rows);
        const std::uint32_t first = source->rows - count;
        const Entity* entities = source->entity_column() + first;
        std::memcpy(target->entity_column() + target->rows, entities, count * sizeof(Entity));
        for (std::uint32_t i = 0; i < count; ++i) index_.place(entities[i], target->id, target->rows + i);
        for (const Archetype::ColumnMove move : step.shared) {
            const ComponentType& shared = *from.types_[move.from];
            relocate_values(shared, target->at(to.layout_.offsets[move.to]) + std::size_t{target->rows} * shared.size,
                            source->at(from.layout_.offsets[move.from]) + std::size_t{first} * shared.size, count);
        }
        if (adding && !type.is_tag()) {
            const auto column = static_cast<std::size_t>(to.column_of(component));
            construct_values(type, target->at(to.layout_.offsets[column]) + std::size_t{target->rows} * type.size,
                             count);
        }
        target->rows += count;
        to.entity_count_ += count;
        structure_changed(to, *target);
        source->rows = first + 1;
        from.entity_count_ -= count - 1;
        drop_last_row(from);
        structural_changes_ += count;
    }
    return moved;
}

}  // namespace ecs
