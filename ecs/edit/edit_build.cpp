#include <algorithm>
#include <functional>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "ecs/edit/edit.hpp"
#include "ecs/edit/edit_records.hpp"

namespace ecs {

namespace {

void append_subtree(const World& world, Entity root, std::vector<Entity>& entities) {
    std::vector<Entity> open{root};
    while (!open.empty()) {
        const Entity entity = open.back();
        open.pop_back();
        entities.push_back(entity);
        const std::span<const Entity> children = world.children(entity);
        const auto first = static_cast<std::ptrdiff_t>(open.size());
        open.insert(open.end(), children.begin(), children.end());
        std::sort(open.begin() + first, open.end(), std::greater<>{});
    }
}

// Replaces the entities in `positions` by handle_of_record().
void refer_to_records(std::vector<EntityRecord>& records, const std::unordered_map<Entity, std::size_t>& positions) {
    const auto refer = [&](Entity& entity) {
        const auto found = positions.find(entity);
        if (found != positions.end()) entity = handle_of_record(found->second);
    };
    for (EntityRecord& record : records) {
        refer(record.parent);
        for (Value& value : record.values) each_entity(value.type().fields, value.data(), refer);
    }
}

}  // namespace

Edit rename(const World& world, Entity entity, std::string name) {
    if (name.empty()) return RemoveComponent{entity, world.name_id()};
    Value value = Value::of(world.types()[world.name_id()], Name{std::move(name)});
    if (world.has(entity, world.name_id())) return SetComponent{entity, std::move(value), {}};
    return AddComponent{entity, std::move(value)};
}

std::vector<Entity> subtree(const World& world, Entity root) {
    std::vector<Entity> entities;
    append_subtree(world, root, entities);
    return entities;
}

std::vector<EntityRecord> copy_subtree(const World& world, Entity root) {
    std::vector<EntityRecord> records;
    if (!world.alive(root)) return records;
    for (const Entity entity : subtree(world, root)) {
        EntityRecord& record = records.emplace_back();
        record.entity = entity;
        record.parent = world.parent(entity);
        for (const ComponentType* type : world.archetype_of(entity).types())
            if (type->id != world.parent_id() && type->copyable())
                record.values.emplace_back(*type, world.get(entity, type->id));
    }
    return records;
}

Edit duplicate(const World& world, const std::vector<Entity>& roots) {
    const std::unordered_set<Entity> chosen(roots.begin(), roots.end());
    const auto below_another = [&](Entity entity) {
        for (Entity above = world.parent(entity); above; above = world.parent(above))
            if (chosen.count(above) != 0) return true;
        return false;
    };
    CreateEntities edit;
    std::unordered_map<Entity, std::size_t> positions;
    for (const Entity root : roots) {
        if (positions.count(root) != 0 || below_another(root)) continue;
        for (EntityRecord& record : copy_subtree(world, root)) {
            positions.emplace(record.entity, edit.entities.size());
            record.entity = null_entity;
            edit.entities.push_back(std::move(record));
        }
    }
    refer_to_records(edit.entities, positions);
    return edit;
}

}  // namespace ecs
