// What the protocol changes: every call becomes edits of one step. A value is checked as a whole before anything is
// changed, and what the world refuses changes nothing.
#include <algorithm>
#include <utility>

#include "ecs/base/language.hpp"
#include "remote/brp/brp_methods.hpp"

namespace remote {

namespace {

using Role = RemoteType::Role;

constexpr std::size_t most_entities = 4096;  // that one call may move

EditOutcome change(const ServedWorld& served, std::string what, std::vector<ecs::Edit> edits) {
    if (edits.empty()) return {};
    EditOutcome outcome = served.perform(ecs::phrase("Remote: {}", what), std::move(edits));
    if (!outcome.why.empty()) throw RpcError(internal_error, outcome.why);
    return outcome;
}

/// All edits under the name of the first.
void change(const ServedWorld& served, std::vector<ecs::Edit> edits) {
    if (edits.empty()) return;
    std::string what = ecs::describe_edit(served.world, edits.front());
    change(served, std::move(what), std::move(edits));
}

void refuse_children(const RemoteType& type) {
    if (type.role == Role::Children)
        throw RpcError(component_error, "`" + std::string(children_path) + "` follows from the parents: set `" +
                                            std::string(parent_path) + "`");
}

const Json& values_in(const Json& params) {
    const Json& values = needed(params, "components");
    if (!values.is_object()) throw RpcError(invalid_params, "`components` must be an object");
    return values;
}

std::string name_in(const Json& value) {
    // Before 0.16 a name was an object with a hash.
    const Json* const text = value.is_object() ? given(value, "name") : &value;
    if (text == nullptr || !text->is_string()) throw RpcError(component_error, "a name must be a string");
    return text->get<std::string>();
}

ecs::Entity parent_in(const ecs::World& world, const Json& value) { return living(world, value); }

ecs::Value value_in(const ecs::World& world, ecs::ComponentId component, const Json& value) {
    ecs::Value read(world.types()[component]);
    read_over(value, world.types()[component], read);
    return read;
}

ecs::Value name_value(const ecs::World& world, std::string name) {
    return ecs::Value::of(world.types()[world.name_id()], ecs::Name{std::move(name)});
}

ecs::Edit insert_edit(const ecs::World& world, ecs::Entity entity, const RemoteType& type, const Json& value) {
    if (type.role == Role::Name) {
        std::string name = name_in(value);
        // An empty name is one, too, on the wire.
        if (!name.empty()) return ecs::rename(world, entity, std::move(name));
        if (world.has(entity, world.name_id())) return ecs::SetComponent{entity, name_value(world, {}), {}};
        return ecs::AddComponent{entity, name_value(world, {})};
    }
    if (type.role == Role::Parent) return ecs::SetParent{entity, parent_in(world, value)};
    ecs::Value read = value_in(world, type.component, value);
    if (!world.has(entity, type.component)) return ecs::AddComponent{entity, std::move(read)};
    return ecs::SetComponent{entity, std::move(read), {}};
}

/// As a SetComponent of the one field that the path leads into.
ecs::Edit mutate_edit(const ecs::World& world, ecs::Entity entity, ecs::ComponentId component, const Json& value,
                      const std::string& path) {
    const ecs::ComponentType& type = world.types()[component];
    if (type.is_tag()) throw RpcError(component_error, "`" + type.name + "` has no fields");
    if (type.opaque_json) throw RpcError(component_error, "`" + type.name + "` is set as a whole, by insert");
    ecs::Value changed(type, world.get(entity, component));
    const auto field = write_at(value, type, changed, path);
    std::vector<std::uint32_t> fields;
    if (field) fields.push_back(*field);
    return ecs::SetComponent{entity, std::move(changed), std::move(fields)};
}

ecs::Entity resource_entity(const ecs::World& world) {
    const ecs::Entity holder = world.resource_holder();
    if (!world.alive(holder))
        throw RpcError(resource_error, "this world has no resources yet: its program sets the first one");
    return holder;
}

}  // namespace

Json spawn_entity(const ServedWorld& served, const Json& params) {
    const ecs::World& world = served.world;
    ecs::EntityRecord record;
    for (const auto& [path, value] : values_in(params).items()) {
        const RemoteType type = readable_type(world, path);
        refuse_children(type);
        if (type.role == Role::Parent)
            record.parent = parent_in(world, value);
        else if (type.role == Role::Name)
            record.values.push_back(name_value(world, name_in(value)));
        else
            record.values.push_back(value_in(world, type.component, value));
    }
    const auto duplicate = [&] {
        for (std::size_t i = 0; i < record.values.size(); ++i)
            for (std::size_t k = 0; k < i; ++k)
                if (record.values[i].type().id == record.values[k].type().id) return true;
        return false;
    };
    if (duplicate()) throw RpcError(component_error, "a component is given twice");
    const auto create = [&](ecs::Entity wanted) {
        ecs::CreateEntities entities{.entities = {record}};
        entities.entities.front().entity = wanted;
        std::vector<ecs::Edit> edits;
        edits.emplace_back(std::move(entities));
        return served.perform(ecs::phrase("Remote: {}", ecs::tr("Create an entity")), std::move(edits));
    };
    EditOutcome outcome;
    // Not in Bevy's protocol: the id that a destroyed entity had, so that what refers to it is right again.
    if (const Json* const wanted = given(params, "entity")) outcome = create(read_entity(*wanted));
    if (outcome.created.empty()) outcome = create({});
    if (!outcome.why.empty()) throw RpcError(internal_error, outcome.why);
    if (outcome.created.empty()) throw RpcError(internal_error, "the entity was not created");
    return {{"entity", outcome.created.front().bits()}};
}

Json insert_components(const ServedWorld& served, const Json& params) {
    const ecs::World& world = served.world;
    const ecs::Entity entity = entity_in(world, params);
    std::vector<ecs::Edit> edits;
    for (const auto& [path, value] : values_in(params).items()) {
        const RemoteType type = readable_type(world, path);
        refuse_children(type);
        edits.push_back(insert_edit(world, entity, type, value));
    }
    change(served, std::move(edits));
    return nullptr;
}

Json mutate_components(const ServedWorld& served, const Json& params) {
    const ecs::World& world = served.world;
    const ecs::Entity entity = entity_in(world, params);
    const std::string component = text_in(params, "component"), path = text_in(params, "path");
    const RemoteType type = readable_type(world, component);
    refuse_children(type);
    if (!has(world, entity, type))
        throw RpcError(component_not_present,
                       "Component `" + component + "` not present in entity " + std::to_string(entity.bits()));
    const auto value = params.find("value");
    if (value == params.end()) throw RpcError(invalid_params, "missing field `value`");
    std::vector<ecs::Edit> edits;
    if (type.role == Role::Component) {
        edits.push_back(mutate_edit(world, entity, type.component, *value, path));
    } else {
        // Both are one value: the path to it may be empty, or go through the field that holds it.
        const std::string_view inner = type.role == Role::Name ? ".name" : ".0";
        if (!path.empty() && path != inner && path != inner.substr(1) && path != ".0" && path != "0")
            throw RpcError(component_error, "Error accessing element with `" + path +
                                                "` access: The struct accessed doesn't have \"" + path + "\" field");
        edits.push_back(insert_edit(world, entity, type, *value));
    }
    change(served, std::move(edits));
    return nullptr;
}

Json remove_components(const ServedWorld& served, const Json& params) {
    const ecs::World& world = served.world;
    const ecs::Entity entity = entity_in(world, params);
    std::vector<ecs::Edit> edits;
    std::vector<ecs::ComponentId> removed;
    for (const std::string& path : texts_in(&needed(params, "components"), "components")) {
        const auto type = find_type(world, path);
        if (!type) unknown_component(path);
        refuse_children(*type);
        if (!has(world, entity, *type) || std::find(removed.begin(), removed.end(), type->component) != removed.end())
            continue;
        removed.push_back(type->component);
        if (type->role == Role::Parent)
            edits.emplace_back(ecs::SetParent{entity, {}});
        else
            edits.emplace_back(ecs::RemoveComponent{entity, type->component});
    }
    change(served, std::move(edits));
    return nullptr;
}

Json despawn_entity(const ServedWorld& served, const Json& params) {
    std::vector<ecs::Edit> edits;
    edits.emplace_back(ecs::DestroyEntity{entity_in(served.world, params)});
    change(served, std::move(edits));
    return nullptr;
}

Json reparent_entities(const ServedWorld& served, const Json& params) {
    const ecs::World& world = served.world;
    const Json& list = needed(params, "entities");
    if (!list.is_array() || list.size() > most_entities)
        throw RpcError(invalid_params,
                       "`entities` must be a list of at most " + std::to_string(most_entities) + " entities");
    const Json* const to = given(params, "parent");
    const ecs::Entity parent = to == nullptr ? ecs::null_entity : living(world, *to);
    std::vector<ecs::Edit> edits;
    for (const Json& each : list) {
        const ecs::Entity entity = living(world, each);
        if (entity == parent) throw RpcError(self_reparent, "Cannot reparent an entity to itself");
        if (world.parent(entity) != parent) edits.emplace_back(ecs::SetParent{entity, parent});
    }
    change(served, std::move(edits));
    return nullptr;
}

Json insert_resources(const ServedWorld& served, const Json& params) {
    const ecs::World& world = served.world;
    const ecs::ComponentId resource = resource_in(world, params);
    const ecs::Entity holder = resource_entity(world);
    std::vector<ecs::Edit> edits;
    edits.push_back(insert_edit(world, holder, {Role::Component, resource}, needed(params, "value")));
    change(served, std::move(edits));
    return nullptr;
}

Json mutate_resources(const ServedWorld& served, const Json& params) {
    const ecs::World& world = served.world;
    const ecs::ComponentId resource = resource_in(world, params);
    const ecs::Entity holder = holder_of(world, resource, params);
    const auto value = params.find("value");
    if (value == params.end()) throw RpcError(invalid_params, "missing field `value`");
    std::vector<ecs::Edit> edits;
    edits.push_back(mutate_edit(world, holder, resource, *value, text_in(params, "path")));
    change(served, std::move(edits));
    return nullptr;
}

Json remove_resources(const ServedWorld& served, const Json& params) {
    const ecs::ComponentId resource = resource_in(served.world, params);
    const ecs::Entity holder = holder_of(served.world, resource, params);
    std::vector<ecs::Edit> edits;
    edits.emplace_back(ecs::RemoveComponent{holder, resource});
    change(served, std::move(edits));
    return nullptr;
}

}  // namespace remote
