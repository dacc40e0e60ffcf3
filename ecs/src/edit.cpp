#include "ecs/edit.hpp"

#include <algorithm>
#include <unordered_set>
#include <utility>

#include "edit_records.hpp"

namespace ecs {

namespace {

class CauseScope {
public:
    CauseScope(World& world, std::string_view name) : world_(world), former_(world.set_cause(world.cause(name))) {}
    ~CauseScope() { world_.set_cause(former_); }
    CauseScope(const CauseScope&) = delete;
    CauseScope& operator=(const CauseScope&) = delete;

private:
    World& world_;
    CauseId former_;
};

std::vector<ComponentId> components_of(const EntityRecord& record) {
    std::vector<ComponentId> components;
    components.reserve(record.values.size());
    for (const Value& value : record.values) components.push_back(value.type().id);
    return components;
}

// The free list as it was before the handles in `taken` were taken, each of them in turn.
std::vector<Entity> former_free_list(const World& world, const TakenHandles& taken) {
    std::vector<Entity> handles = world.entity_index().free_list();
    std::erase_if(handles, [&](Entity entity) { return entity.index >= taken.slot_count; });
    std::for_each(taken.fresh.rbegin(), taken.fresh.rend(), [&](Entity entity) {
        if (entity.index < taken.slot_count) handles.push_back(entity);
    });
    return handles;
}

void create_known(World& world, const EntityRecord& record, TakenHandles& taken) {
    const std::vector<ComponentId> components = components_of(record);
    const EntityIndex& index = world.entity_index();
    if (index.parked(record.entity)) {
        if (!record.kept) taken.lent.push_back(record.entity);
        world.create_at(record.entity, components);
    } else if (record.entity == index.next()) {
        taken.fresh.push_back(world.create_with(components));
    } else {
        if (!taken.free_list && record.entity.index < taken.slot_count)
            taken.free_list = former_free_list(world, taken);
        taken.fresh.push_back(record.entity);
        world.create_at(record.entity, components);
    }
}

// As if the handles had never been taken. Handles that became free since by other ways stay free.
void take_back(World& world, const TakenHandles& taken) {
    world.take_back(taken.fresh, taken.slot_count);
    if (!taken.free_list || world.slot_count() != taken.slot_count) return;
    std::vector<Entity> handles = *taken.free_list;
    std::vector<bool> listed(world.slot_count());
    for (const Entity entity : handles) listed[entity.index] = true;
    for (const Entity entity : world.entity_index().free_list())
        if (!listed[entity.index]) handles.push_back(entity);
    world.set_free_list(handles);
}

// Replaces handle_of_record() by the handles that the records have now: in all parents, and in the values of the
// records `fresh`, which had none before.
void resolve_handles(std::vector<EntityRecord>& records, const std::vector<std::size_t>& fresh) {
    const auto resolve = [&](Entity& entity) {
        if (entity.generation == 0 && entity.index != 0 && entity.index <= records.size())
            entity = records[entity.index - 1].entity;
    };
    for (EntityRecord& record : records) resolve(record.parent);
    for (const std::size_t i : fresh)
        for (Value& value : records[i].values) each_entity(value.type().fields, value.data(), resolve);
}

void move_in(World& world, Entity entity, Value value) {
    const ComponentType& type = value.type();
    if (type.is_tag()) return;
    void* present = world.get_mut(entity, type.id);
    destroy_values(type, present, 1);
    value.relocate_to(present);
}

// Takes the value out of the world; a default one stays in its place, until the entity goes.
Value move_out(World& world, Entity entity, const ComponentType& type) {
    if (type.is_tag()) return Value(type);
    void* present = world.get_mut(entity, type.id);
    if (type.trivial) return Value(type, present);
    Value substitute(type);
    Value value = Value::relocated(type, present);
    substitute.relocate_to(present);
    return value;
}

EntityRecord move_out_all(World& world, Entity entity) {
    EntityRecord record{entity, world.parent(entity), {}, true};
    const std::span<const ComponentType* const> types = world.archetype_of(entity).types();
    record.values.reserve(types.size());
    for (const ComponentType* type : types)
        if (type->id != world.parent_id()) record.values.push_back(move_out(world, entity, *type));
    return record;
}

std::size_t depth(const World& world, Entity entity) {
    std::size_t count = 0;
    for (Entity above = world.parent(entity); above; above = world.parent(above)) ++count;
    return count;
}

// Carrying out, one function a kind; each returns the inverse.

Edit carry_out(World& world, Schedule& schedule, CreateEntities& edit) {
    const CauseScope cause(world, "edit: create");
    DestroyEntities inverse;
    TakenHandles& taken = inverse.taken;
    taken.slot_count = world.slot_count();
    taken.system_calls = schedule.total_calls();

    // Known handles first, so that none of them is taken as the next free one.
    std::vector<std::size_t> fresh;
    for (std::size_t i = 0; i < edit.entities.size(); ++i) {
        if (edit.entities[i].entity)
            create_known(world, edit.entities[i], taken);
        else
            fresh.push_back(i);
    }
    for (const std::size_t i : fresh) {
        edit.entities[i].entity = world.create_with(components_of(edit.entities[i]));
        taken.fresh.push_back(edit.entities[i].entity);
    }
    if (!fresh.empty()) resolve_handles(edit.entities, fresh);

    inverse.entities.reserve(edit.entities.size());
    for (EntityRecord& record : edit.entities) {
        for (Value& value : record.values) move_in(world, record.entity, std::move(value));
        if (record.parent) world.set_parent(record.entity, record.parent);
        inverse.entities.push_back(record.entity);
    }
    return inverse;
}

Edit carry_out(World& world, Schedule& schedule, DestroyEntities& edit) {
    const CauseScope cause(world, "edit: destroy");
    const TakenHandles& taken = edit.taken;
    const bool unseen = taken.system_calls == schedule.total_calls();
    std::unordered_set<Entity> not_kept(taken.lent.begin(), taken.lent.end());
    if (unseen) not_kept.insert(taken.fresh.begin(), taken.fresh.end());

    // A system may have moved one below another since.
    std::vector<std::pair<std::size_t, Entity>> in_order;
    for (const Entity entity : edit.entities) in_order.emplace_back(depth(world, entity), entity);
    std::stable_sort(in_order.begin(), in_order.end(), [](const auto& a, const auto& b) { return a.first < b.first; });

    CreateEntities inverse;
    inverse.entities.reserve(in_order.size());
    for (const auto& each : in_order) {
        inverse.entities.push_back(move_out_all(world, each.second));
        inverse.entities.back().kept = not_kept.count(each.second) == 0;
    }
    for (auto each = in_order.rbegin(); each != in_order.rend(); ++each) world.destroy_and_park(each->second);
    if (unseen) take_back(world, taken);
    return inverse;
}

Edit carry_out(World& world, Schedule&, DestroyEntity& edit) {
    const CauseScope cause(world, "edit: destroy");
    CreateEntities inverse;
    for (const Entity entity : subtree(world, edit.entity)) inverse.entities.push_back(move_out_all(world, entity));
    world.destroy_and_park(edit.entity);
    return inverse;
}

Edit carry_out(World& world, Schedule&, AddComponent& edit) {
    const CauseScope cause(world, "edit: add");
    const ComponentId component = edit.value.type().id;
    world.add(edit.entity, std::move(edit.value));
    return RemoveComponent{edit.entity, component};
}

Edit carry_out(World& world, Schedule&, RemoveComponent& edit) {
    const CauseScope cause(world, "edit: remove");
    return AddComponent{edit.entity, world.take(edit.entity, edit.component)};
}

Edit carry_out(World& world, Schedule&, SetComponent& edit) {
    const CauseScope cause(world, "edit: set");
    const ComponentType& type = edit.value.type();
    if (type.is_tag()) return std::move(edit);
    void* present = world.get_mut(edit.entity, type.id);
    for (const std::uint32_t field : edit.fields) swap_field(type.fields[field], present, edit.value.data());
    if (edit.fields.empty()) {
        Value former = Value::relocated(type, present);
        edit.value.relocate_to(present);
        edit.value = std::move(former);
    }
    return std::move(edit);
}

Edit carry_out(World& world, Schedule&, SetParent& edit) {
    const CauseScope cause(world, "edit: move");
    const Entity former = world.parent(edit.entity);
    world.set_parent(edit.entity, edit.parent);
    return SetParent{edit.entity, former};
}

Edit carry_out(World&, Schedule& schedule, ToggleSystem& edit) {
    const bool former = schedule.find(edit.system)->enabled;
    schedule.set_enabled(edit.system, edit.enabled);
    return ToggleSystem{std::move(edit.system), former};
}

void carry_out(World& world, Schedule& schedule, Edit& edit) {
    Edit inverse = std::visit([&](auto& kind) { return carry_out(world, schedule, kind); }, edit);
    edit = std::move(inverse);
}

}  // namespace

void apply(World& world, Schedule& schedule, Edit& edit) {
    if (world.iterating()) return fail("apply: an edit was applied while a query iterates");
    const std::string why = why_not(world, schedule, edit);
    if (!why.empty()) return fail("apply: ask why_not() first, the edit does not fit: " + why);
    carry_out(world, schedule, edit);
}

ApplyFailure apply_all(World& world, Schedule& schedule, std::vector<Edit>& edits) {
    for (std::size_t i = 0; i < edits.size(); ++i) {
        std::string why = why_not(world, schedule, edits[i]);
        if (why.empty()) {
            carry_out(world, schedule, edits[i]);
            continue;
        }
        for (std::size_t done = i; done-- > 0;) carry_out(world, schedule, edits[done]);
        return {i, std::move(why)};
    }
    return {};
}

ApplyFailure apply_all_backwards(World& world, Schedule& schedule, std::vector<Edit>& edits) {
    for (std::size_t i = edits.size(); i-- > 0;) {
        std::string why = why_not(world, schedule, edits[i]);
        if (why.empty()) {
            carry_out(world, schedule, edits[i]);
            continue;
        }
        for (std::size_t done = i + 1; done < edits.size(); ++done) carry_out(world, schedule, edits[done]);
        return {i, std::move(why)};
    }
    return {};
}

void release(World& world, const Edit& edit) {
    const auto* create = std::get_if<CreateEntities>(&edit);
    if (!create) return;
    for (const EntityRecord& record : create->entities)
        if (record.kept) world.unpark(record.entity);
}

}  // namespace ecs
