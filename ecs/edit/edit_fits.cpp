#include <algorithm>
#include <unordered_set>
#include <vector>

#include "ecs/edit/edit.hpp"

namespace ecs {

namespace {

// Each returns the reason why the edit does not fit; empty when it does.

std::string gone(Entity entity) { return entity ? to_string(entity) + " is gone" : "no entity was given"; }

std::string problem_of(const World& world, const Value& value) {
    if (!value) return "no value was given";
    const ComponentType& type = value.type();
    if (type.id >= world.types().size() || &world.types()[type.id] != &type)
        return type.name + " is a component of another world";
    return {};
}

std::string use_move(const World& world, Entity entity) {
    return "Parent of " + label_of(world, entity) + " changes when it is moved below another entity";
}

std::string label_of_record(const World& world, const EntityRecord& record) {
    std::string id = record.entity ? to_string(record.entity) : std::string();
    for (const Value& value : record.values) {
        if (!value || value.type().id != world.name_id()) continue;
        const std::string& name = static_cast<const Name*>(value.data())->value;
        if (!name.empty()) return id.empty() ? name : name + " (" + id + ")";
    }
    return id.empty() ? "the new entity" : id;
}

std::string problem_of_values(const World& world, const EntityRecord& record) {
    for (std::size_t i = 0; i < record.values.size(); ++i) {
        const Value& value = record.values[i];
        if (std::string problem = problem_of(world, value); !problem.empty()) return problem;
        if (value.type().id == world.parent_id())
            return label_of_record(world, record) + " has its parent among its components";
        for (std::size_t j = 0; j < i; ++j)
            if (record.values[j].type().id == value.type().id)
                return label_of_record(world, record) + " has " + value.type().name + " twice";
    }
    return {};
}

std::string problem_of_handle(const World& world, const EntityRecord& record) {
    const EntityIndex& index = world.entity_index();
    if (index.can_acquire(record.entity) && (!record.kept || index.parked(record.entity))) return {};
    if (world.alive(record.entity)) return label_of(world, record.entity) + " exists already";
    if (record.entity.generation == 0 || record.entity.index == 0 || record.entity.index > EntityIndex::max_index)
        return "there can be no entity " + to_string(record.entity);
    return label_of_record(world, record) + (record.kept ? " cannot come back: its id was used again since"
                                                         : " cannot be created: its id was used before");
}

std::string reason(const World& world, const Schedule&, const CreateEntities& edit) {
    std::unordered_set<Entity> before;  // handles of the records so far
    std::unordered_set<std::uint32_t> slots;
    for (std::size_t i = 0; i < edit.entities.size(); ++i) {
        const EntityRecord& record = edit.entities[i];
        if (std::string problem = problem_of_values(world, record); !problem.empty()) return problem;
        if (const Entity parent = record.parent; parent.generation == 0 && parent.index != 0) {
            if (parent.index > i) return "the parent of " + label_of_record(world, record) + " must stand before it";
        } else if (parent && !world.alive(parent) && before.count(parent) == 0) {
            return to_string(parent) + ", the parent of " + label_of_record(world, record) + ", is gone";
        }
        if (record.entity == null_entity) continue;
        if (std::string problem = problem_of_handle(world, record); !problem.empty()) return problem;
        if (!slots.insert(record.entity.index).second)
            return label_of_record(world, record) + " would be created twice";
        before.insert(record.entity);
    }
    return {};
}

std::string reason(const World& world, const Schedule&, const DestroyEntity& edit) {
    return world.alive(edit.entity) ? std::string() : gone(edit.entity);
}

std::string reason(const World& world, const Schedule&, const DestroyEntities& edit) {
    std::unordered_set<Entity> doomed;
    for (const Entity entity : edit.entities) {
        if (!world.alive(entity)) return gone(entity);
        if (!doomed.insert(entity).second) return label_of(world, entity) + " would be destroyed twice";
    }
    for (const Entity entity : edit.entities)
        for (const Entity child : world.children(entity))
            if (doomed.count(child) == 0)
                return label_of(world, entity) + " has got a child since: " + label_of(world, child);
    return {};
}

std::string reason(const World& world, const Schedule&, const AddComponent& edit) {
    if (!world.alive(edit.entity)) return gone(edit.entity);
    if (std::string problem = problem_of(world, edit.value); !problem.empty()) return problem;
    const ComponentType& type = edit.value.type();
    if (type.id == world.parent_id()) return use_move(world, edit.entity);
    if (world.has(edit.entity, type.id)) return label_of(world, edit.entity) + " already has " + type.name;
    return {};
}

std::string reason(const World& world, const Schedule&, const RemoveComponent& edit) {
    if (!world.alive(edit.entity)) return gone(edit.entity);
    if (edit.component >= world.types().size()) return "no component was given";
    if (edit.component == world.parent_id()) return use_move(world, edit.entity);
    if (!world.has(edit.entity, edit.component))
        return label_of(world, edit.entity) + " has no " + world.types()[edit.component].name;
    return {};
}

std::string reason(const World& world, const Schedule&, const SetComponent& edit) {
    if (!world.alive(edit.entity)) return gone(edit.entity);
    if (std::string problem = problem_of(world, edit.value); !problem.empty()) return problem;
    const ComponentType& type = edit.value.type();
    if (type.id == world.parent_id()) return use_move(world, edit.entity);
    if (!world.has(edit.entity, type.id)) return label_of(world, edit.entity) + " has no " + type.name;
    for (const std::uint32_t field : edit.fields)
        if (field >= type.fields.size()) return type.name + " has no field number " + std::to_string(field);
    return {};
}

std::string reason(const World& world, const Schedule&, const SetParent& edit) {
    if (!world.alive(edit.entity)) return gone(edit.entity);
    if (!edit.parent) return {};
    if (!world.alive(edit.parent)) return gone(edit.parent);
    if (edit.parent == edit.entity) return label_of(world, edit.entity) + " cannot be below itself";
    if (world.parent(edit.parent) == edit.entity)
        return label_of(world, edit.entity) + " cannot be below its own child " + label_of(world, edit.parent);
    if (world.is_below(edit.parent, edit.entity))
        return label_of(world, edit.entity) + " cannot be below " + label_of(world, edit.parent) +
               ", which is below it";
    return {};
}

std::string reason(const World&, const Schedule& schedule, const ToggleSystem& edit) {
    if (schedule.find(edit.system)) return {};
    std::vector<std::string> known;
    for (const System* system : schedule.systems()) known.push_back(system->description.name);
    const std::string nearest = nearest_name(edit.system, known);
    return "there is no system named " + edit.system + (nearest.empty() ? "" : "; did you mean " + nearest + "?");
}

std::string reason(const World&, const Schedule& schedule, const AddSystem& edit) {
    return schedule.why_not_add(edit.description);
}

std::string reason(const World&, const Schedule& schedule, const RemoveSystem& edit) {
    if (!schedule.find(edit.system)) return "there is no system named " + edit.system;
    return schedule.within_tick() ? edit.system + " cannot be removed in the middle of a tick" : std::string();
}

std::string reason(const World& world, const Schedule&, const FitBlocks& edit) {
    for (const FitBlocks::Block& block : edit.blocks)
        if (block.archetype >= world.archetype_count())
            return "there is no archetype " + std::to_string(block.archetype);
    return {};
}

std::string reason(const World&, const Schedule&, const GatherBlocks&) { return {}; }

std::string problem_of_tags(const World& world, const std::vector<ComponentId>& tags) {
    if (tags.empty()) return "no tags were given";
    for (std::size_t i = 0; i < tags.size(); ++i) {
        if (tags[i] >= world.types().size()) return "no component was given";
        const ComponentType& type = world.types()[tags[i]];
        if (!type.is_tag()) return type.name + " is no tag: it has a value";
        if (std::find(tags.begin(), tags.begin() + static_cast<std::ptrdiff_t>(i), tags[i]) !=
            tags.begin() + static_cast<std::ptrdiff_t>(i))
            return type.name + " is named twice";
    }
    return {};
}

bool has_fields_of_tags(const World& world, const ComponentType& type, const std::vector<ComponentId>& tags) {
    return std::equal(
        type.fields.begin(), type.fields.end(), tags.begin(), tags.end(), [&](const Field& field, ComponentId tag) {
            return field.kind == FieldKind::Bool && field.count == 1 && field.name == world.types()[tag].name;
        });
}

std::string reason(const World& world, const Schedule&, const FoldTags& edit) {
    if (std::string problem = problem_of_tags(world, edit.tags); !problem.empty()) return problem;
    if (edit.into.empty()) return "the component that the tags go into needs a name";
    const ComponentType* into = world.types().find(edit.into);
    if (!into) return {};
    if (!into->made_at_run_time || !has_fields_of_tags(world, *into, edit.tags))
        return "there is another component named " + edit.into + " already";
    for (ArchetypeId id = 0; id < world.archetype_count(); ++id)
        if (world.archetype(id).entity_count() > 0 && world.archetype(id).has(into->id))
            return "entities have " + edit.into + " already";
    return {};
}

std::string reason(const World& world, const Schedule&, const UnfoldTags& edit) {
    if (std::string problem = problem_of_tags(world, edit.tags); !problem.empty()) return problem;
    if (edit.from >= world.types().size()) return "no component was given";
    const ComponentType& from = world.types()[edit.from];
    if (!has_fields_of_tags(world, from, edit.tags)) return from.name + " does not have a bool field for each tag";
    return {};
}

}  // namespace

std::string why_not(const World& world, const Schedule& schedule, const Edit& edit) {
    return std::visit([&](const auto& kind) { return reason(world, schedule, kind); }, edit);
}

}  // namespace ecs
