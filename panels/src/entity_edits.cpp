#include "panels/entity_edits.hpp"

#include <algorithm>
#include <unordered_set>
#include <utility>

#include "panels/widgets.hpp"

namespace panels {

namespace {

/// "Player" or "3 entities"
std::string words_for(const ecs::World& world, const std::vector<ecs::Entity>& entities) {
    return entities.size() == 1 ? name_or_id(world, entities.front())
                                : format_count(entities.size(), "entity", "entities");
}

void request(const Context& context, std::string label, std::vector<ecs::Edit> edits, bool select_created = false) {
    context.requests.push_back(EditRequest{std::move(label), std::move(edits), select_created});
}

}  // namespace

std::vector<ecs::Entity> topmost(const ecs::World& world, const std::vector<ecs::Entity>& entities) {
    const std::unordered_set<ecs::Entity> all(entities.begin(), entities.end());
    std::vector<ecs::Entity> result;
    for (ecs::Entity entity : entities) {
        if (!world.alive(entity)) continue;
        bool below_another = false;
        for (ecs::Entity above = world.parent(entity); above && !below_another; above = world.parent(above))
            below_another = all.contains(above);
        if (!below_another) result.push_back(entity);
    }
    return result;
}

void request_create(const Context& context, ecs::Entity parent) {
    const ecs::ComponentType& name = context.world.types()[context.world.name_id()];
    ecs::EntityRecord record;
    record.parent = parent;
    record.values.push_back(ecs::Value::of(name, ecs::Name{"Entity"}));
    ecs::CreateEntities create;
    create.entities.push_back(std::move(record));
    std::vector<ecs::Edit> edits;
    edits.emplace_back(std::move(create));
    request(context, parent ? "Create child of " + name_or_id(context.world, parent) : std::string("Create entity"),
            std::move(edits), true);
}

void request_destroy(const Context& context, const std::vector<ecs::Entity>& entities) {
    const std::vector<ecs::Entity> roots = topmost(context.world, entities);
    if (roots.empty()) return;
    std::vector<ecs::Edit> edits;
    for (ecs::Entity entity : roots) edits.emplace_back(ecs::DestroyEntity{entity});
    request(context, "Destroy " + words_for(context.world, roots), std::move(edits));
}

void request_duplicate(const Context& context, const std::vector<ecs::Entity>& entities) {
    const std::vector<ecs::Entity> roots = topmost(context.world, entities);
    if (roots.empty()) return;
    std::vector<ecs::Edit> edits;
    edits.push_back(ecs::duplicate(context.world, roots));
    request(context, "Duplicate " + words_for(context.world, roots), std::move(edits), true);
}

void request_rename(const Context& context, ecs::Entity entity, const std::string& name) {
    if (!context.world.alive(entity) || context.world.name(entity) == name) return;
    std::vector<ecs::Edit> edits;
    edits.push_back(ecs::rename(context.world, entity, name));
    const std::string before = name_or_id(context.world, entity);
    request(context, name.empty() ? "Remove the name of " + before : "Rename " + before + " to " + name,
            std::move(edits));
}

void request_set_field(const Context& context, ecs::Entity entity, const ecs::Value& value, std::uint32_t field) {
    const ecs::ComponentType& type = value.type();
    const std::string label =
        "Set " + type.name + "." + type.fields[field].name + " of " + name_or_id(context.world, entity);
    std::vector<ecs::Edit> edits;
    if (type.id == context.world.parent_id())
        edits.emplace_back(ecs::SetParent{entity, static_cast<const ecs::Parent*>(value.data())->value});
    else
        edits.emplace_back(ecs::SetComponent{entity, value, {field}});
    request(context, label, std::move(edits));
}

void request_move(const Context& context, const std::vector<ecs::Entity>& entities, ecs::Entity parent) {
    std::vector<ecs::Edit> edits;
    std::vector<ecs::Entity> moved;
    for (ecs::Entity entity : topmost(context.world, entities)) {
        if (context.world.parent(entity) == parent) continue;
        moved.push_back(entity);
        edits.emplace_back(ecs::SetParent{entity, parent});
    }
    if (edits.empty()) return;
    request(context,
            "Move " + words_for(context.world, moved) +
                (parent ? " below " + name_or_id(context.world, parent) : std::string(" to the top")),
            std::move(edits));
}

std::string why_not_move(const Context& context, const std::vector<ecs::Entity>& entities, ecs::Entity parent) {
    const ecs::World& world = context.world;
    if (parent && !world.alive(parent)) return ecs::to_string(parent) + " was destroyed";
    const std::vector<ecs::Entity> moved = topmost(world, entities);
    if (moved.empty()) return "It was destroyed";
    bool all_there = true;
    for (ecs::Entity entity : moved) {
        if (entity == parent) return "An entity can't be its own parent";
        if (parent && world.is_below(parent, entity))
            return name_or_id(world, parent) + " is below " + name_or_id(world, entity);
        all_there = all_there && world.parent(entity) == parent;
    }
    if (!all_there) return {};
    return parent ? "Already below " + name_or_id(world, parent) : std::string("Already at the top");
}

std::string why_not_frame(const Context& context, ecs::Entity entity) {
    if (!context.world.alive(entity)) return "It was destroyed";
    if (context.viewport == nullptr || !context.viewport->bounds) return "There is no viewport";
    if (!context.viewport->bounds(entity)) return "It has no place in the scene";
    return {};
}

}  // namespace panels
