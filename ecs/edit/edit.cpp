#include "ecs/edit/edit.hpp"

#include <algorithm>
#include <new>
#include <unordered_set>
#include <utility>

#include "ecs/edit/edit_memory.hpp"
#include "ecs/edit/edit_records.hpp"

namespace ecs {

namespace {

std::vector<ComponentId> components_of(const EntityRecord& record) {
    std::vector<ComponentId> components;
    components.reserve(record.values.size());
    for (const Value& value : record.values) components.push_back(value.type().id);
    return components;
}

// The handles that were free before those in `taken` were taken, each of them in turn.
std::vector<FreeRun> former_free_runs(const World& world, const TakenHandles& taken) {
    std::vector<FreeRun> runs;
    for (const Entity entity : taken.fresh)
        if (entity.index < taken.slot_count) runs.push_back({entity});
    for (FreeRun run : world.entity_index().free_runs()) {
        if (run.first.index >= taken.slot_count) continue;
        run.count = std::min(run.count, static_cast<std::uint32_t>(taken.slot_count) - run.first.index);
        runs.push_back(run);
    }
    return runs;
}

void create_known(World& world, const EntityRecord& record, TakenHandles& taken) {
    const std::vector<ComponentId> components = components_of(record);
    const EntityIndex& index = world.entity_index();
    if (index.parked(record.entity)) {
        world.create_at(record.entity, components);
        if (!record.kept) taken.lent.push_back(record.entity);
    } else if (record.entity == index.next()) {
        taken.fresh.push_back(world.create_with(components));
    } else {
        if (!taken.free_runs && record.entity.index < taken.slot_count)
            taken.free_runs = former_free_runs(world, taken);
        world.create_at(record.entity, components);
        taken.fresh.push_back(record.entity);
    }
}

// What take_back() makes free, if it has to: found out before anything is changed, because it takes memory.
std::optional<std::vector<FreeRun>> merged_free_runs(const World& world, const TakenHandles& taken) {
    if (!taken.free_runs) return {};
    std::vector<bool> listed(std::max(world.slot_count(), taken.slot_count));
    for (const FreeRun& run : *taken.free_runs)
        std::fill(listed.begin() + run.first.index, listed.begin() + run.end(), true);
    std::vector<FreeRun> runs;
    for (const FreeRun& run : world.entity_index().free_runs()) {
        bool goes_on = false;
        for (std::uint32_t index = run.first.index; index < run.end(); ++index) {
            if (listed[index])
                goes_on = false;
            else if (std::exchange(goes_on, true))
                ++runs.back().count;
            else
                runs.push_back({{index, run.first.generation}});
        }
    }
    runs.insert(runs.end(), taken.free_runs->begin(), taken.free_runs->end());
    return runs;
}

// As if the handles had never been taken. Handles that became free since by other ways stay free.
void take_back(World& world, const TakenHandles& taken, const std::optional<std::vector<FreeRun>>& free_runs) {
    world.take_back(taken.fresh, taken.slot_count);
    if (!free_runs || world.slot_count() != taken.slot_count) return;
    try {
        world.set_free_runs(*free_runs);
    } catch (const std::bad_alloc&) {
        // The same handles are free then, and are handed out in another order.
    }
}

// These were created just now, and nothing can have seen them. Children before their parents, so that it takes no
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

// Replaces handle_of_record() by the handles that the records have now: in all parents, and in the values of the
// records `fresh`, which had none before.
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

// Takes the values of entities out of the world in two steps: first all the memory, then all the values. Default values
// stay in their places, until the entities go.
class Removal {
public:
    explicit Removal(World& world) : world_(world) {}

    /// Its values, of which those that cannot be copied byte by byte are still the default.
    EntityRecord record_of(Entity entity) {
        EntityRecord record{entity, world_.parent(entity), {}, true};
        const std::span<const ComponentType* const> types = world_.archetype_of(entity).types();
        record.values.reserve(types.size());
        for (const ComponentType* type : types) {
            if (type->id == world_.parent_id()) continue;
            if (type->is_tag())
                record.values.emplace_back(*type);
            else if (type->trivial)
                record.values.emplace_back(*type, world_.get(entity, type->id));
            else
                substitutes_.push_back(Value(record.values.emplace_back(*type).type()));
        }
        return record;
    }
    /// Of the same records, in the same order.
    void move_values(std::vector<EntityRecord>& records) noexcept {
        auto substitute = substitutes_.begin();
        for (EntityRecord& record : records) {
            for (Value& value : record.values) {
                const ComponentType& type = value.type();
                if (type.trivial || type.is_tag()) continue;
                void* present = world_.get_mut(record.entity, type.id);
                destroy_values(type, value.data(), 1);
                relocate_values(type, value.data(), present, 1);
                (substitute++)->relocate_to(present);
            }
        }
    }

private:
    World& world_;
    std::vector<Value> substitutes_;
};

std::size_t depth(const World& world, Entity entity) {
    std::size_t count = 0;
    for (Entity above = world.parent(entity); above; above = world.parent(above)) ++count;
    return count;
}

// Carrying out, one function a kind; each returns the inverse.

Edit execute(World& world, Schedule& schedule, CreateEntities& edit) {
    const CauseScope cause(world, "edit: create");
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
        // Known handles first, so that none of them is taken as the next free one.
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

Edit execute(World& world, Schedule& schedule, DestroyEntities& edit) {
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
    Removal removal(world);
    for (const auto& each : in_order) {
        inverse.entities.push_back(removal.record_of(each.second));
        inverse.entities.back().kept = not_kept.count(each.second) == 0;
    }
    std::optional<std::vector<FreeRun>> free_runs;
    if (unseen) free_runs = merged_free_runs(world, taken);
    // From here on nothing can fail.
    removal.move_values(inverse.entities);
    for (auto each = in_order.rbegin(); each != in_order.rend(); ++each) world.destroy_and_park(each->second);
    if (unseen) take_back(world, taken, free_runs);
    return inverse;
}

Edit execute(World& world, Schedule&, DestroyEntity& edit) {
    const CauseScope cause(world, "edit: destroy");
    CreateEntities inverse;
    Removal removal(world);
    for (const Entity entity : subtree(world, edit.entity)) inverse.entities.push_back(removal.record_of(entity));
    // From here on nothing can fail: each entity goes after those below it.
    removal.move_values(inverse.entities);
    for (std::size_t i = inverse.entities.size(); i-- > 0;) world.destroy_and_park(inverse.entities[i].entity);
    return inverse;
}

Edit execute(World& world, Schedule&, AddComponent& edit) {
    const CauseScope cause(world, "edit: add");
    const ComponentId component = edit.value.type().id;
    world.add(edit.entity, std::move(edit.value));
    return RemoveComponent{edit.entity, component};
}

Edit execute(World& world, Schedule&, RemoveComponent& edit) {
    const CauseScope cause(world, "edit: remove");
    return AddComponent{edit.entity, world.take(edit.entity, edit.component)};
}

Edit execute(World& world, Schedule&, SetComponent& edit) {
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

Edit execute(World& world, Schedule&, SetParent& edit) {
    const CauseScope cause(world, "edit: move");
    const Entity former = world.parent(edit.entity);
    world.set_parent(edit.entity, edit.parent);
    return SetParent{edit.entity, former};
}

Edit execute(World&, Schedule& schedule, ToggleSystem& edit) {
    const bool former = schedule.find(edit.system)->enabled;
    schedule.set_enabled(edit.system, edit.enabled);
    return ToggleSystem{std::move(edit.system), former};
}

Edit execute(World&, Schedule& schedule, AddSystem& edit) {
    std::string name = edit.description.name;
    (void)schedule.add(edit.description, edit.position);
    return RemoveSystem{std::move(name)};
}

Edit execute(World& world, Schedule& schedule, RemoveSystem& edit) {
    Schedule::Removed removed = *schedule.remove(world, edit.system);
    return AddSystem{std::move(removed.description), removed.position};
}

void execute(World& world, Schedule& schedule, Edit& edit) {
    Edit inverse = std::visit([&](auto& kind) { return execute(world, schedule, kind); }, edit);
    edit = std::move(inverse);
}

}  // namespace

void apply(World& world, Schedule& schedule, Edit& edit) {
    if (world.iterating()) return fail("apply: an edit was applied while a query iterates");
    const std::string why = why_not(world, schedule, edit);
    if (!why.empty()) return fail("apply: ask why_not() first, the edit does not fit: " + why);
    execute(world, schedule, edit);
}

// Applies the edits one after another; when one does not fit or throws, takes back those before it.
static ApplyFailure apply_in_order(World& world, Schedule& schedule, std::vector<Edit>& edits, bool backwards) {
    const auto position = [&](std::size_t step) { return backwards ? edits.size() - 1 - step : step; };
    std::size_t done = 0;
    const auto take_back_all = [&] {
        while (done > 0) execute(world, schedule, edits[position(--done)]);
    };
    try {
        for (; done < edits.size(); ++done) {
            std::string why = why_not(world, schedule, edits[position(done)]);
            if (!why.empty()) {
                const std::size_t failed = position(done);
                take_back_all();
                return {failed, std::move(why)};
            }
            execute(world, schedule, edits[position(done)]);
        }
    } catch (...) {
        take_back_all();
        throw;
    }
    return {};
}

ApplyFailure apply_all(World& world, Schedule& schedule, std::vector<Edit>& edits) {
    return apply_in_order(world, schedule, edits, false);
}

ApplyFailure apply_all_backwards(World& world, Schedule& schedule, std::vector<Edit>& edits) {
    return apply_in_order(world, schedule, edits, true);
}

void release(World& world, const Edit& edit) {
    const auto* create = std::get_if<CreateEntities>(&edit);
    if (!create) return;
    for (const EntityRecord& record : create->entities)
        if (record.kept) world.unpark(record.entity);
}

}  // namespace ecs
