#include <algorithm>
#include <functional>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "ecs/edit/edit.hpp"
#include "ecs/edit/edit_records.hpp"

namespace ecs {

namespace {

std::string short_label(const World& world, Entity entity) {
    const std::string_view name = world.name(entity);
    return name.empty() ? to_string(entity) : std::string(name);
}

std::string component_name(const World& world, ComponentId component) {
    return component < world.types().size() ? world.types()[component].name : std::string("a component");
}

const std::string& name_in(const Value& name) { return static_cast<const Name*>(name.data())->value; }

bool is_name(const World& world, const Value& value) { return value && value.type().id == world.name_id(); }

std::string count_of_entities(std::size_t count) {
    return std::to_string(count) + (count == 1 ? " entity" : " entities");
}

std::string text_of(const World& world, const CreateEntities& edit) {
    if (edit.entities.size() != 1) return "Create " + count_of_entities(edit.entities.size());
    const EntityRecord& record = edit.entities.front();
    for (const Value& value : record.values)
        if (is_name(world, value) && !name_in(value).empty()) return "Create " + name_in(value);
    return record.entity ? "Create " + to_string(record.entity) : "Create entity";
}

std::string text_of(const World& world, const DestroyEntity& edit) {
    return "Destroy " + short_label(world, edit.entity);
}

std::string text_of(const World& world, const DestroyEntities& edit) {
    if (edit.entities.size() == 1) return "Destroy " + short_label(world, edit.entities.front());
    return "Destroy " + count_of_entities(edit.entities.size());
}

std::string text_of(const World& world, const AddComponent& edit) {
    if (is_name(world, edit.value)) return "Name " + to_string(edit.entity) + " " + name_in(edit.value);
    return "Add " + (edit.value ? edit.value.type().name : std::string("a component")) + " to " +
           short_label(world, edit.entity);
}

std::string text_of(const World& world, const RemoveComponent& edit) {
    return "Remove " + component_name(world, edit.component) + " from " + short_label(world, edit.entity);
}

std::string text_of(const World& world, const SetComponent& edit) {
    const std::string label = short_label(world, edit.entity);
    if (!edit.value) return "Set a component of " + label;
    if (is_name(world, edit.value)) return "Rename " + label + " to " + name_in(edit.value);
    const ComponentType& type = edit.value.type();
    std::string field;
    if (edit.fields.size() == 1 && edit.fields.front() < type.fields.size())
        field = "." + type.fields[edit.fields.front()].name;
    return "Set " + type.name + field + " of " + label;
}

std::string text_of(const World& world, const SetParent& edit) {
    return "Move " + short_label(world, edit.entity) +
           (edit.parent ? " below " + short_label(world, edit.parent) : " to the top");
}

std::string text_of(const World&, const ToggleSystem& edit) {
    return "Switch " + edit.system + (edit.enabled ? " on" : " off");
}

std::string text_of(const World&, const AddSystem& edit) { return "Add system " + edit.description.name; }

std::string text_of(const World&, const RemoveSystem& edit) { return "Remove system " + edit.system; }

std::string text_of(const World&, const FitBlocks& edit) {
    return "Fit the blocks of " + std::to_string(edit.blocks.size()) +
           (edit.blocks.size() == 1 ? " archetype" : " archetypes");
}

std::string text_of(const World&, const GatherBlocks&) { return "Gather chunks"; }

std::string text_of(const World&, const FoldTags& edit) {
    return "Fold " + std::to_string(edit.tags.size()) + (edit.tags.size() == 1 ? " tag" : " tags") + " into " +
           edit.into;
}

std::string text_of(const World& world, const UnfoldTags& edit) {
    return "Unfold " + component_name(world, edit.from) + " into tags";
}

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

// Entities in `positions` become handle_of_record().
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

std::string label_of(const World& world, Entity entity) {
    const std::string_view name = world.name(entity);
    return name.empty() ? to_string(entity) : std::string(name) + " (" + to_string(entity) + ")";
}

std::string describe_edit(const World& world, const Edit& edit) {
    return std::visit([&](const auto& kind) { return text_of(world, kind); }, edit);
}

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
