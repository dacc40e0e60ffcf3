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

/// The positions of the records, parents before their children. In a circle of parents, one of them comes first.
std::vector<std::size_t> parents_first(const std::vector<EntityRecord>& records,
                                       const std::unordered_map<Entity, std::size_t>& positions) {
    std::vector<std::size_t> order, path;
    std::vector<bool> taken(records.size(), false);
    order.reserve(records.size());
    for (std::size_t i = 0; i < records.size(); ++i) {
        path.clear();
        for (std::size_t at = i; !taken[at];) {
            taken[at] = true;
            path.push_back(at);
            const auto above = positions.find(records[at].parent);
            if (above == positions.end()) break;
            at = above->second;
        }
        order.insert(order.end(), path.rbegin(), path.rend());
    }
    return order;
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
    std::vector<EntityRecord> records;
    std::unordered_set<Entity> copied;
    for (const Entity root : roots) {
        if (copied.count(root) != 0 || below_another(root)) continue;
        for (EntityRecord& record : copy_subtree(world, root)) {
            copied.insert(record.entity);
            records.push_back(std::move(record));
        }
    }
    return create_copies(std::move(records), [](Entity entity) { return entity; });
}

CreateEntities create_copies(std::vector<EntityRecord> records, const std::function<Entity(Entity)>& outside,
                             std::vector<Entity>* roots) {
    std::unordered_map<Entity, std::size_t> positions;
    for (std::size_t i = 0; i < records.size(); ++i)
        if (records[i].entity) positions.emplace(records[i].entity, i);
    CreateEntities edit;
    edit.entities.reserve(records.size());
    std::unordered_map<Entity, std::size_t> places;
    for (const std::size_t i : parents_first(records, positions)) {
        if (records[i].entity) places.emplace(records[i].entity, edit.entities.size());
        edit.entities.push_back(std::move(records[i]));
    }
    const auto refer = [&](Entity& entity) {
        if (!entity) return;
        const auto found = places.find(entity);
        entity = found != places.end() ? handle_of_record(found->second) : outside(entity);
    };
    for (std::size_t i = 0; i < edit.entities.size(); ++i) {
        EntityRecord& record = edit.entities[i];
        const auto above = places.find(record.parent);
        // In a circle of parents one stands before its own.
        if (above != places.end() && above->second >= i) record.parent = null_entity;
        refer(record.parent);
        const bool is_root = record.parent == null_entity || record.parent.generation != 0;
        if (roots != nullptr && is_root) roots->push_back(record.entity);
        record.entity = null_entity;
        for (Value& value : record.values) each_entity(value.type().fields, value.data(), refer);
    }
    return edit;
}

}  // namespace ecs
