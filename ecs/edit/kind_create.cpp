// CreateEntities. Its inverse DestroyEntities is in kind_destroy.cpp.
#include <unordered_set>
#include <utility>

#include "ecs/base/language.hpp"
#include "ecs/edit/edit_kind.hpp"
#include "ecs/edit/edit_records.hpp"
#include "ecs/edit/edit_words.hpp"
#include "ecs/edit/taken_handles.hpp"

namespace ecs {

namespace {

std::string label_of_record(const World& world, const EntityRecord& record) {
    std::string id = record.entity ? to_string(record.entity) : std::string();
    for (const Value& value : record.values)
        if (is_name(world, value) && !name_in(value).empty())
            return id.empty() ? name_in(value) : name_in(value) + " (" + id + ")";
    return id.empty() ? tr("the new entity") : id;
}

std::string problem_of_values(const World& world, const EntityRecord& record) {
    for (std::size_t i = 0; i < record.values.size(); ++i) {
        const Value& value = record.values[i];
        if (std::string problem = problem_of(world, value); !problem.empty()) return problem;
        if (value.type().id == world.parent_id())
            return phrase("{} has its parent among its components", label_of_record(world, record));
        for (std::size_t j = 0; j < i; ++j)
            if (record.values[j].type().id == value.type().id)
                return phrase("{} has {} twice", label_of_record(world, record), value.type().name);
    }
    return {};
}

std::string problem_of_handle(const World& world, const EntityRecord& record, bool in_any_dead_slot) {
    const EntityIndex& index = world.entity_index();
    const bool is_handle =
        record.entity.generation != 0 && record.entity.index != 0 && record.entity.index <= EntityIndex::max_index;
    if (in_any_dead_slot && is_handle) {
        if (index.dead_slot(record.entity.index)) return {};
        const Entity present = world.entity_at_slot(record.entity.index);
        if (present && present != record.entity)
            return phrase("{} cannot be created while {} has its slot", label_of_record(world, record),
                          label_of(world, present));
    }
    if (index.can_acquire(record.entity) && (!record.kept || index.parked(record.entity))) return {};
    if (world.alive(record.entity)) return phrase("{} exists already", label_of(world, record.entity));
    if (!is_handle) return phrase("there can be no entity {}", to_string(record.entity));
    return label_of_record(world, record) + (record.kept ? tr(" cannot come back: its id was used again since")
                                                         : tr(" cannot be created: its id was used before"));
}

std::string why_not(const World& world, const Schedule&, const CreateEntities& edit) {
    std::unordered_set<Entity> before;  // handles of the records so far
    std::unordered_set<std::uint32_t> slots;
    for (std::size_t i = 0; i < edit.entities.size(); ++i) {
        const EntityRecord& record = edit.entities[i];
        if (std::string problem = problem_of_values(world, record); !problem.empty()) return problem;
        if (const Entity parent = record.parent; parent.generation == 0 && parent.index != 0) {
            if (parent.index > i)
                return phrase("the parent of {} must stand before it", label_of_record(world, record));
        } else if (parent && !world.alive(parent) && before.count(parent) == 0) {
            return phrase("{}, the parent of {}, is gone", to_string(parent), label_of_record(world, record));
        }
        if (record.entity == null_entity) continue;
        if (std::string problem = problem_of_handle(world, record, edit.in_any_dead_slot); !problem.empty())
            return problem;
        if (!slots.insert(record.entity.index).second)
            return phrase("{} would be created twice", label_of_record(world, record));
        before.insert(record.entity);
    }
    return {};
}

std::vector<ComponentId> components_of(const EntityRecord& record) {
    std::vector<ComponentId> components;
    components.reserve(record.values.size());
    for (const Value& value : record.values) components.push_back(value.type().id);
    return components;
}

// The slot is dead, but free or parked for another handle.
void create_displacing(World& world, Entity entity, std::span<const ComponentId> components, TakenHandles& taken) {
    const EntityIndex::DeadSlot former = *world.entity_index().dead_slot(entity.index);
    if (former.free && !taken.free_runs) taken.free_runs = former_free_runs(world, taken);
    taken.displaced.push_back({entity, former.handle, former.free});
    if (former.free) taken.fresh.push_back(former.handle);
    world.park_for(entity);
    world.create_at(entity, components);
}

void create_known(World& world, const EntityRecord& record, TakenHandles& taken) {
    const std::vector<ComponentId> components = components_of(record);
    const EntityIndex& index = world.entity_index();
    if (index.parked(record.entity)) {
        world.create_at(record.entity, components);
        if (!record.kept) taken.lent.push_back(record.entity);
    } else if (!index.can_acquire(record.entity)) {
        create_displacing(world, record.entity, components, taken);
    } else if (record.entity == index.next()) {
        taken.fresh.push_back(world.create_with(components));
    } else {
        if (!taken.free_runs && record.entity.index < taken.slot_count)
            taken.free_runs = former_free_runs(world, taken);
        world.create_at(record.entity, components);
        taken.fresh.push_back(record.entity);
    }
}

// Undoes the creation of `made`, which nothing can have seen yet. Children go before their parents: that takes no
// memory.
void take_back_new(World& world, const std::vector<Entity>& made, const TakenHandles& taken) {
    for (bool more = true; more;) {
        more = false;
        for (auto entity = made.rbegin(); entity != made.rend(); ++entity) {
            if (!world.alive(*entity)) continue;
            if (world.children(*entity).empty())
                world.destroy_and_park(*entity);
            else
                more = true;
        }
    }
    take_back(world, taken, taken.free_runs);
}

Entity resolved(Entity entity, const std::vector<Entity>& handles) {
    const bool stands_for_record = entity.generation == 0 && entity.index != 0 && entity.index <= handles.size();
    return stands_for_record ? handles[entity.index - 1] : entity;
}

// Replaces each handle_of_record() by the handle that the record has now: in all parents, and in the values of the
// records `fresh`, which had no handle before.
void resolve_handles(std::vector<EntityRecord>& records, const std::vector<Entity>& handles,
                     const std::vector<std::size_t>& fresh) {
    const auto resolve = [&](Entity& entity) { entity = resolved(entity, handles); };
    for (EntityRecord& record : records) resolve(record.parent);
    for (const std::size_t i : fresh) {
        records[i].entity = handles[i];
        for (Value& value : records[i].values) each_entity(value.type().fields, value.data(), resolve);
    }
}

void move_in(World& world, Entity entity, Value value) {
    const ComponentType& type = value.type();
    if (type.is_tag()) return;
    void* present = world.get_mut(entity, type.id);
    destroy_values(type, present, 1);
    value.relocate_to(present);
}

Edit execute(World& world, Schedule& schedule, CreateEntities& edit) {
    DestroyEntities inverse;
    TakenHandles& taken = inverse.taken;
    taken.slot_count = world.slot_count();
    taken.system_calls = schedule.total_calls();

    const std::size_t count = edit.entities.size();
    inverse.entities.reserve(count);
    taken.fresh.reserve(count);
    taken.lent.reserve(count);
    std::vector<Entity> made;
    std::vector<std::size_t> fresh;
    made.reserve(count);
    fresh.reserve(count);
    std::vector<Entity> handles(count);
    try {
        // Known handles first: else a record without a handle could take one of them.
        for (std::size_t i = 0; i < count; ++i) {
            if (edit.entities[i].entity) {
                create_known(world, edit.entities[i], taken);
                made.push_back(handles[i] = edit.entities[i].entity);
            } else {
                fresh.push_back(i);
            }
        }
        for (const std::size_t i : fresh) {
            made.push_back(handles[i] = world.create_with(components_of(edit.entities[i])));
            taken.fresh.push_back(handles[i]);
        }
        for (std::size_t i = 0; i < count; ++i) {
            const Entity parent = resolved(edit.entities[i].parent, handles);
            if (parent) world.set_parent(handles[i], parent);
        }
    } catch (...) {
        take_back_new(world, made, taken);
        throw;
    }
    // From here on nothing can fail: the values leave the edit.
    if (!fresh.empty()) resolve_handles(edit.entities, handles, fresh);
    for (EntityRecord& record : edit.entities) {
        for (Value& value : record.values) move_in(world, record.entity, std::move(value));
        inverse.entities.push_back(record.entity);
    }
    world.settle();
    return inverse;
}

std::string describe(const World& world, const CreateEntities& edit) {
    if (edit.entities.size() != 1) return phrase("Create {}", count_of_entities(edit.entities.size()));
    const EntityRecord& record = edit.entities.front();
    for (const Value& value : record.values)
        if (is_name(world, value) && !name_in(value).empty()) return phrase("Create {}", name_in(value));
    return record.entity ? phrase("Create {}", to_string(record.entity)) : tr("Create entity");
}

void release(World& world, const CreateEntities& edit) {
    for (const EntityRecord& record : edit.entities)
        if (record.kept) world.unpark(record.entity);
}

}  // namespace

constinit const EditKind<CreateEntities> CreateEntities::kind{
    .name = "create",
    .cause = "edit: create",
    .why_not = why_not,
    .execute = execute,
    .describe = describe,
    .release = release,
};

}  // namespace ecs
