#include "panels/inspector/entity_edits.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <optional>
#include <utility>

#include "panels/base/language.hpp"
#include "panels/inspector/fresh_names.hpp"
#include "panels/widgets/first_steps.hpp"
#include "panels/widgets/widgets.hpp"

namespace panels {

namespace {

/// More entities than this are destroyed, or get or lose a component, by one edit, which keeps their values as columns.
constexpr std::size_t one_by_one = 8;

void append_additions(std::vector<ecs::Edit>& edits, const std::vector<ecs::Entity>& entities,
                      const ecs::Value& value) {
    if (entities.size() > one_by_one && value.type().copyable())
        edits.emplace_back(ecs::add_to_many(ecs::EntityRuns(entities), value));
    else
        for (const ecs::Entity entity : entities) edits.emplace_back(ecs::AddComponent{entity, value});
}

bool any_parents(const ecs::World& world) {
    for (ecs::ArchetypeId id = 0; id < world.archetype_count(); ++id)
        if (world.archetype(id).entity_count() > 0 && world.archetype(id).has(world.parent_id())) return true;
    return false;
}

/// Number of these entities and all below them.
std::size_t count_with_below(const ecs::World& world, const std::vector<ecs::Entity>& roots) {
    if (!any_parents(world)) return roots.size();
    std::size_t count = 0;
    std::vector<ecs::Entity> open = roots;
    while (!open.empty()) {
        const ecs::Entity entity = open.back();
        open.pop_back();
        ++count;
        const auto children = world.children(entity);
        open.insert(open.end(), children.begin(), children.end());
    }
    return count;
}

/// Offset of a copy from its original, so that both are visible and no other entity has its middle there. With
/// snapping, what stands on the grid has its copy on the grid.
ecs::Vec2 way_aside(const SceneLink& link, ecs::Entity original) {
    constexpr std::size_t most = 32;
    constexpr float least = 16, same_place = 0.5f;
    const auto from = link.bounds ? link.bounds(original) : std::nullopt;
    float step = from ? std::max(from->z * 1.5f, least) : least;
    if (link.snap_grid > 0) step = std::ceil(step / link.snap_grid) * link.snap_grid;
    if (!from || !link.pick) return {step, step};
    for (std::size_t steps = 1; steps < most; ++steps) {
        const float way = step * static_cast<float>(steps);
        const ecs::Vec2 place{from->x + way, from->y + way};
        const std::vector<ecs::Entity> there = link.pick(place);
        const bool taken = std::any_of(there.begin(), there.end(), [&](ecs::Entity other) {
            const auto bounds = link.bounds(other);
            return bounds && std::abs(bounds->x - place.x) < same_place && std::abs(bounds->y - place.y) < same_place;
        });
        if (!taken) return {way, way};
    }
    return {step, step};
}

/// Places copies beside their originals, under new names.
void tell_apart(const Context& context, const std::vector<ecs::Entity>& roots, std::vector<ecs::EntityRecord>& copies) {
    std::optional<FreshNames> names;
    std::size_t root = 0;
    const SceneLink* link = context.viewport != nullptr && context.viewport->shift ? context.viewport : nullptr;
    ecs::Vec2 by{};
    for (ecs::EntityRecord& copy : copies) {
        const bool of_root = copy.parent.generation != 0 || copy.parent == ecs::null_entity;
        if (of_root && root < roots.size()) {
            for (ecs::Value& value : copy.values) {
                if (value.type().id != context.world.name_id()) continue;
                if (!names) names.emplace(context.world);
                auto& name = static_cast<ecs::Name*>(value.data())->value;
                name = names->like(name);
            }
            // What was cut and is pasted again has its place for itself.
            by = {};
            if (link != nullptr && context.world.alive(roots[root])) by = way_aside(*link, roots[root]);
            ++root;
        }
        if (link != nullptr) link->shift(copy, by);
    }
}

/// Only these, without those below.
std::string who(const ecs::World& world, const std::vector<ecs::Entity>& entities) {
    return entities.size() == 1 ? name_or_id(world, entities.front())
                                : format_count(entities.size(), "entity", "entities");
}

void request(const Context& context, std::string label, std::vector<ecs::Edit> edits, bool select_created = false) {
    context.requests.push_back(EditRequest{std::move(label), std::move(edits), select_created});
}

}  // namespace

std::string words_for(const ecs::World& world, const std::vector<ecs::Entity>& roots) {
    const std::size_t count = count_with_below(world, roots);
    if (roots.size() > 1) return format_count(count, "entity", "entities");
    if (roots.empty()) return tr("nothing");
    const std::string name = name_or_id(world, roots.front());
    return count == 1 ? name : phrase("{} and {} below it", name, format_count(count - 1, "entity", "entities"));
}

std::vector<ecs::Entity> topmost(const ecs::World& world, const std::vector<ecs::Entity>& entities) {
    std::vector<ecs::Entity> result;
    result.reserve(entities.size());
    std::copy_if(entities.begin(), entities.end(), std::back_inserter(result),
                 [&](ecs::Entity entity) { return world.alive(entity); });
    if (!any_parents(world)) return result;
    std::vector<bool> chosen(world.slot_count());
    for (const ecs::Entity entity : result) chosen[entity.index] = true;
    std::erase_if(result, [&](ecs::Entity entity) {
        for (ecs::Entity above = world.parent(entity); above; above = world.parent(above))
            if (chosen[above.index]) return true;
        return false;
    });
    return result;
}

void request_create(const Context& context, ecs::Entity parent) {
    context.requests.push_back(create_request(context.world, parent));
}

void request_destroy(const Context& context, const std::vector<ecs::Entity>& entities) {
    const std::vector<ecs::Entity> roots = topmost(context.world, entities);
    if (roots.empty()) return;
    std::vector<ecs::Edit> edits;
    if (roots.size() > one_by_one)
        edits.emplace_back(ecs::DestroyMany{ecs::EntityRuns(roots)});
    else
        for (ecs::Entity entity : roots) edits.emplace_back(ecs::DestroyEntity{entity});
    const std::string words = words_for(context.world, roots);
    context.requests.push_back(EditRequest{
        .label = phrase("Destroy {}", words), .edits = std::move(edits), .done_label = phrase("Destroyed {}", words)});
}

void request_duplicate(const Context& context, const std::vector<ecs::Entity>& entities) {
    const std::vector<ecs::Entity> roots = topmost(context.world, entities);
    if (roots.empty()) return;
    std::vector<ecs::Edit> edits;
    ecs::Edit copy = ecs::duplicate(context.world, roots);
    if (auto* create = std::get_if<ecs::CreateEntities>(&copy)) tell_apart(context, roots, create->entities);
    edits.push_back(std::move(copy));
    request(context, phrase("Duplicate {}", words_for(context.world, roots)), std::move(edits), true);
}

EditRequest copies_request(const Context& context, std::string label, ecs::CreateEntities create,
                           const std::vector<ecs::Entity>& originals) {
    tell_apart(context, originals, create.entities);
    std::vector<ecs::Edit> edits;
    edits.push_back(std::move(create));
    return {std::move(label), std::move(edits), true};
}

void request_rename(const Context& context, ecs::Entity entity, const std::string& name) {
    if (!context.world.alive(entity) || context.world.name(entity) == name) return;
    std::vector<ecs::Edit> edits;
    edits.push_back(ecs::rename(context.world, entity, name));
    const std::string before = name_or_id(context.world, entity);
    request(
        context,
        name.empty() ? phrase("Remove the name of {}", before) : phrase("Rename {} to {}", before, one_line(name, 64)),
        std::move(edits));
}

void request_set_field(const Context& context, ecs::Entity entity, const ecs::Value& value, std::uint32_t field) {
    const ecs::ComponentType& type = value.type();
    const std::string label =
        phrase("Set {}.{} of {}", type.name, type.fields[field].name, name_or_id(context.world, entity));
    std::vector<ecs::Edit> edits;
    if (type.id == context.world.parent_id())
        edits.emplace_back(ecs::SetParent{entity, static_cast<const ecs::Parent*>(value.data())->value});
    else
        edits.emplace_back(ecs::SetComponent{entity, value, {field}});
    request(context, label, std::move(edits));
}

void request_set(const Context& context, ecs::Entity entity, ecs::Value value) {
    request_set_all(context, {&entity, 1}, {std::move(value)});
}

void request_set_all(const Context& context, std::span<const ecs::Entity> entities,
                     const std::vector<ecs::Value>& values) {
    std::vector<ecs::Edit> edits;
    std::vector<ecs::Entity> changed;
    std::vector<std::vector<ecs::Entity>> lacking(values.size());
    for (const ecs::Entity entity : entities) {
        if (!context.world.alive(entity)) continue;
        changed.push_back(entity);
        for (std::size_t i = 0; i < values.size(); ++i) {
            const ecs::Value& value = values[i];
            const bool adds = !context.world.has(entity, value.type().id);
            if (!why_not_change(context, entity, value.type(), adds ? WantedChange::Kind::Add : WantedChange::Kind::Set)
                     .empty())
                continue;
            if (adds)
                lacking[i].push_back(entity);
            else if (!value.type().is_tag())
                edits.emplace_back(ecs::SetComponent{entity, value, {}});
        }
    }
    for (std::size_t i = 0; i < values.size(); ++i) append_additions(edits, lacking[i], values[i]);
    if (edits.empty()) return;
    const std::string what = values.size() == 1 ? values.front().type().name : format_count(values.size(), "component");
    request(context, phrase("Set {} of {}", what, who(context.world, changed)), std::move(edits));
}

void request_add(const Context& context, std::span<const ecs::Entity> entities, ecs::ComponentId component) {
    const ecs::ComponentType& type = context.world.types()[component];
    std::vector<ecs::Edit> edits;
    std::vector<ecs::Entity> changed;
    for (const ecs::Entity entity : entities) {
        if (!context.world.alive(entity) || context.world.has(entity, component)) continue;
        changed.push_back(entity);
    }
    append_additions(edits, changed, ecs::Value(type));
    if (edits.empty()) return;
    request(context, phrase("Add {} to {}", type.name, who(context.world, changed)), std::move(edits));
}

void request_remove(const Context& context, std::span<const ecs::Entity> entities, ecs::ComponentId component) {
    const ecs::ComponentType& type = context.world.types()[component];
    std::vector<ecs::Edit> edits;
    std::vector<ecs::Entity> changed;
    for (const ecs::Entity entity : entities) {
        if (!context.world.has(entity, component) ||
            !why_not_change(context, entity, type, WantedChange::Kind::Remove).empty())
            continue;
        changed.push_back(entity);
    }
    if (component != context.world.parent_id() && changed.size() > one_by_one)
        edits.emplace_back(ecs::RemoveFromMany{component, ecs::EntityRuns(changed)});
    else
        for (const ecs::Entity entity : changed) {
            if (component == context.world.parent_id())
                edits.emplace_back(ecs::SetParent{entity, ecs::null_entity});
            else
                edits.emplace_back(ecs::RemoveComponent{entity, component});
        }
    if (edits.empty()) return;
    request(context, phrase("Remove {} from {}", type.name, who(context.world, changed)), std::move(edits));
}

std::string why_not_change(const Context& context, ecs::Entity entity, const ecs::ComponentType& type,
                           WantedChange::Kind change) {
    if (type.name == "ResourceHolder" && context.world.resource_holder() == entity)
        return tr("The world finds its resources by this component; it stays as it is");
    return why_not(context, WantedChange{change, entity, type.id});
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
            parent ? phrase("Move {} below {}", words_for(context.world, moved), name_or_id(context.world, parent))
                   : phrase("Move {} to the top", words_for(context.world, moved)),
            std::move(edits));
}

std::string why_not_move(const Context& context, const std::vector<ecs::Entity>& entities, ecs::Entity parent) {
    const ecs::World& world = context.world;
    if (!entities.empty())
        if (std::string why = why_not(context, WantedChange{WantedChange::Kind::Move, entities.front()}); !why.empty())
            return why;
    if (parent && !world.alive(parent)) return phrase("{} was destroyed", ecs::to_string(parent));
    const std::vector<ecs::Entity> moved = topmost(world, entities);
    if (moved.empty()) return tr("The entity was destroyed");
    bool all_there = true;
    for (ecs::Entity entity : moved) {
        if (entity == parent) return tr("An entity can't be its own parent");
        if (parent && world.is_below(parent, entity))
            return phrase("{} is below {}", name_or_id(world, parent), name_or_id(world, entity));
        all_there = all_there && world.parent(entity) == parent;
    }
    if (!all_there) return {};
    return parent ? phrase("Already below {}", name_or_id(world, parent)) : std::string(tr("Already at the top"));
}

std::string label_of(const ecs::World& world, const PlaceSiblingsRequest& request) {
    const std::string moved = words_for(world, request.entities), beside = name_or_id(world, request.place.beside);
    return request.place.behind ? phrase("Move {} behind {}", moved, beside)
                                : phrase("Move {} before {}", moved, beside);
}

std::string why_not_frame(const Context& context, ecs::Entity entity) {
    if (!context.world.alive(entity)) return tr("The entity was destroyed");
    if (context.viewport == nullptr || !context.viewport->bounds) return tr("The Scene panel is not there");
    const std::optional<ecs::Vec3> bounds = context.viewport->bounds(entity);
    if (!bounds) return tr("The entity has no place in the scene");
    if (!std::isfinite(bounds->x) || !std::isfinite(bounds->y))
        return tr("The place of the entity is no finite number");
    return {};
}

}  // namespace panels
