#include "ecs/prefab/prefab_edits.hpp"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "ecs/base/language.hpp"
#include "ecs/edit/edit_records.hpp"

namespace ecs {

namespace {

Value source_value(const World& world, const Prefabs& prefabs, Entity source) {
    return Value::of(world.types()[prefabs.instance()], InstanceOf{source});
}

/// Sets or adds InstanceOf.
Edit point_at_source(const World& world, const Prefabs& prefabs, Entity part, Entity source) {
    if (world.has(part, prefabs.instance())) return SetComponent{part, source_value(world, prefabs, source), {}};
    return AddComponent{part, source_value(world, prefabs, source)};
}

Edit leave_source(const World& world, const Prefabs& prefabs, Entity part) {
    const Entity nested = prefabs.source_of(prefabs.source_of(part));
    if (nested) return SetComponent{part, source_value(world, prefabs, nested), {}};
    return RemoveComponent{part, prefabs.instance()};
}

}  // namespace

std::vector<Entity> next_handles(const World& world, std::size_t count) {
    std::vector<Entity> handles;
    handles.reserve(count);
    for (const FreeRun& run : world.entity_index().free_runs()) {
        for (std::uint32_t i = 0; i < run.count && handles.size() < count; ++i)
            handles.push_back({run.first.index + i, run.first.generation});
        if (handles.size() == count) return handles;
    }
    for (auto slot = static_cast<std::uint32_t>(world.slot_count()); handles.size() < count; ++slot)
        handles.push_back({slot, 1});
    return handles;
}

std::string why_not_make_prefab(const World& world, Entity root) {
    if (!world.alive(root)) return phrase("{} is gone", to_string(root));
    const Prefabs prefabs(world);
    if (root == world.resource_holder()) return tr("the entity with the resources is no prefab");
    for (const Entity entity : subtree(world, root)) {
        if (const Entity prefab = prefabs.prefab_of(entity))
            return phrase("{} is part of the prefab {}", label_of(world, entity), label_of(world, prefab));
        for (const ComponentType* type : world.archetype_of(entity).types())
            if (!type->copyable()) return phrase("{} of {} cannot be copied", type->name, label_of(world, entity));
    }
    return {};
}

Result<std::vector<Edit>> make_prefab(const World& world, Entity root) {
    if (std::string problem = why_not_make_prefab(world, root); !problem.empty()) return Error{std::move(problem)};
    const Prefabs prefabs(world);
    if (prefabs.tag() == no_component || prefabs.instance() == no_component)
        return Error{tr("the world does not know the component Prefab yet")};
    std::vector<EntityRecord> records = copy_subtree(world, root);
    const std::vector<Entity> handles = next_handles(world, records.size());
    std::unordered_map<Entity, Entity> copies;
    for (std::size_t i = 0; i < records.size(); ++i) copies.emplace(records[i].entity, handles[i]);
    const auto refer = [&](Entity& ref) {
        if (const auto found = copies.find(ref); found != copies.end()) ref = found->second;
    };
    std::vector<Edit> edits(1);
    for (std::size_t i = 0; i < records.size(); ++i) {
        edits.push_back(point_at_source(world, prefabs, records[i].entity, handles[i]));
        for (Value& value : records[i].values) {
            // A part that is an instance stays one in the prefab: that is a nested prefab.
            if (value.type().id != prefabs.instance()) each_entity(value.type().fields, value.data(), refer);
        }
        records[i].values.emplace_back(world.types()[prefabs.tag()]);
        records[i].entity = handles[i];
        records[i].parent = i == 0 ? null_entity : copies.at(records[i].parent);
    }
    edits.front() = CreateEntities{std::move(records)};
    return edits;
}

bool would_contain_itself(const World& world, Entity prefab, Entity within) {
    const Prefabs prefabs(world);
    std::unordered_set<Entity> seen;
    std::vector<Entity> open{prefab};
    while (!open.empty()) {
        const Entity present = open.back();
        open.pop_back();
        if (present == within) return true;
        if (!seen.insert(present).second) continue;
        for (const Entity part : subtree(world, present))
            if (const Entity nested = prefabs.prefab_of(prefabs.source_of(part))) open.push_back(nested);
    }
    return false;
}

Result<Edit> place_prefab(const World& world, Entity prefab, const PrefabPlace& place, const Placing& placing) {
    const Prefabs prefabs(world);
    if (!prefabs.is_prefab(prefab)) return Error{phrase("{} is no prefab", label_of(world, prefab))};
    if (place.parent && !world.alive(place.parent)) return Error{phrase("{} is gone", to_string(place.parent))};
    if (const Entity within = prefabs.prefab_of(place.parent); within && would_contain_itself(world, prefab, within))
        return Error{phrase("{} would contain itself", label_of(world, prefab))};

    std::vector<EntityRecord> records = copy_subtree(world, prefab);
    records.front().parent = place.parent;
    std::vector<double> way(placing.moved.size(), 0);
    for (std::size_t i = 0; place.position && i < way.size(); ++i) {
        const auto [path, axis] = placing.moved[i];
        const void* const at = world.get(prefab, path.component);
        if (at != nullptr && axis < 2)
            way[i] = static_cast<double>(axis == 0 ? place.position->x : place.position->y) - read_number(path, at);
    }
    for (EntityRecord& record : records) {
        std::erase_if(record.values, [&](const Value& value) {
            return value.type().id == prefabs.tag() || value.type().id == prefabs.instance();
        });
        for (Value& value : record.values)
            for (std::size_t i = 0; i < way.size(); ++i)
                if (const FieldPath& path = placing.moved[i].number; way[i] != 0 && path.component == value.type().id)
                    write_number(path, value.data(), read_number(path, value.data()) + way[i]);
    }
    std::vector<Entity> sources;
    for (const EntityRecord& record : records) sources.push_back(record.entity);
    CreateEntities create = create_copies(std::move(records), [](Entity entity) { return entity; });
    for (std::size_t i = 0; i < sources.size(); ++i)
        create.entities[i].values.push_back(source_value(world, prefabs, sources[i]));
    return Edit(std::move(create));
}

std::vector<Edit> unpack(const World& world, Entity instance) {
    const Prefabs prefabs(world);
    std::vector<Edit> edits;
    for (const Entity part : prefabs.parts(instance)) edits.push_back(leave_source(world, prefabs, part));
    return edits;
}

std::string why_not_destroy_prefabs(const World& world, const std::vector<Entity>& entities) {
    const Prefabs prefabs(world);
    if (!prefabs.any()) return {};
    std::unordered_set<Entity> gone;
    for (const Entity entity : entities)
        if (world.alive(entity))
            for (const Entity each : subtree(world, entity)) gone.insert(each);
    std::unordered_map<Entity, std::size_t> instances;
    prefabs.each_part([&](Entity part, Entity source) {
        if (gone.contains(source) && !gone.contains(part) && prefabs.is_prefab(source)) ++instances[source];
    });
    const auto first = std::min_element(instances.begin(), instances.end(),
                                        [](const auto& a, const auto& b) { return a.first < b.first; });
    if (first == instances.end()) return {};
    const std::string name = label_of(world, first->first);
    if (first->second == 1) return phrase("an instance of the prefab {} needs it: unpack or destroy it first", name);
    return phrase("{} instances of the prefab {} need it: unpack or destroy them first", std::to_string(first->second),
                  name);
}

std::vector<Edit> destroy_prefab(const World& world, Entity prefab) {
    const Prefabs prefabs(world);
    std::vector<Edit> edits;
    if (!prefabs.is_prefab(prefab)) return edits;
    const std::vector<Entity> of_prefab = subtree(world, prefab);
    const std::unordered_set<Entity> gone(of_prefab.begin(), of_prefab.end());
    prefabs.each_part([&](Entity part, Entity source) {
        if (gone.contains(source) && !gone.contains(part)) edits.push_back(leave_source(world, prefabs, part));
    });
    edits.push_back(DestroyEntity{prefab});
    return edits;
}

}  // namespace ecs
