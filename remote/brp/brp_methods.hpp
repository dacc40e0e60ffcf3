// The single methods of the protocol, each a function of the world and its parameters, and what they share. All throw
// RpcError. Private to remote.
#pragma once

#include <span>

#include "remote/brp/brp.hpp"
#include "remote/brp/type_paths.hpp"
#include "remote/brp/value_json.hpp"

namespace remote {

using BrpFunction = Json (*)(const ServedWorld&, const Json& params);
struct BrpMethod {
    std::string_view name, former;  // the name since 0.17, and the one before; empty: there was none
    BrpFunction run = nullptr;      // null: a watch
    bool writes = false;
};
std::span<const BrpMethod> brp_methods();

// Parameters

/// The member, which must be there.
const Json& needed(const Json& params, const char* name);
/// Null when it is not there.
const Json* given(const Json& params, const char* name);
std::string text_in(const Json& params, const char* name);
std::vector<std::string> texts_in(const Json* list, const char* name);
bool flag_in(const Json& params, const char* name);
/// A living entity.
ecs::Entity entity_in(const ecs::World& world, const Json& params);
ecs::Entity living(const ecs::World& world, const Json& number);

// Components of an entity

[[noreturn]] void unknown_component(std::string_view path);
/// Throws when the world does not know it, or its values cannot be told.
RemoteType readable_type(const ecs::World& world, std::string_view path);
bool has(const ecs::World& world, ecs::Entity entity, const RemoteType& type);
/// The entity has the component.
Json value_of(const ecs::World& world, ecs::Entity entity, const RemoteType& type);
/// Paths of all that the entity has, sorted.
std::vector<std::string> paths_of(const ecs::World& world, ecs::Entity entity);

// Reading (brp_read.cpp, brp_schema.cpp, brp_schedule.cpp)

Json query(const ServedWorld& served, const Json& params);
Json get_components(const ServedWorld& served, const Json& params);
Json list_components(const ServedWorld& served, const Json& params);
Json get_resources(const ServedWorld& served, const Json& params);
Json list_resources(const ServedWorld& served, const Json& params);
Json registry_schema(const ServedWorld& served, const Json& params);
Json schedule_list(const ServedWorld& served, const Json& params);
Json schedule_graph(const ServedWorld& served, const Json& params);
Json discover(const ServedWorld& served, const Json& params);

// Changes (brp_write.cpp)

Json spawn_entity(const ServedWorld& served, const Json& params);
Json insert_components(const ServedWorld& served, const Json& params);
Json mutate_components(const ServedWorld& served, const Json& params);
Json remove_components(const ServedWorld& served, const Json& params);
Json despawn_entity(const ServedWorld& served, const Json& params);
Json reparent_entities(const ServedWorld& served, const Json& params);
Json insert_resources(const ServedWorld& served, const Json& params);
Json mutate_resources(const ServedWorld& served, const Json& params);
Json remove_resources(const ServedWorld& served, const Json& params);

/// The resource by its path. Throws when the world does not know the type.
ecs::ComponentId resource_in(const ecs::World& world, const Json& params);
/// Throws when the world has no such resource.
ecs::Entity holder_of(const ecs::World& world, ecs::ComponentId resource, const Json& params);

}  // namespace remote
