// What the protocol reads: entities, their components, and resources.
#include <algorithm>
#include <utility>

#include "remote/brp/brp_methods.hpp"

namespace remote {

namespace {

/// Values that one answer may have: the world stands still while it is made.
constexpr std::size_t most_values = 1'000'000;

/// The components of a query that the world knows.
struct QueryColumns {
    std::vector<RemoteType> needed, optional, has, with, without;
    std::vector<std::string> has_paths;  // as they were asked for, all of them
    bool all = false;                    // every component that a match has
};

/// False when nothing can match, because a component that matches must have is unknown.
bool add_known(const ecs::World& world, const std::vector<std::string>& paths, bool strict,
               std::vector<RemoteType>& to) {
    bool all_known = true;
    for (const std::string& path : paths) {
        const auto type = find_type(world, path);
        if (type) to.push_back(*type);
        if (!type && strict) unknown_component(path);
        all_known &= type.has_value();
    }
    return all_known;
}

bool may_hold(const ecs::Archetype& archetype, const RemoteType& type) {
    return type.role == RemoteType::Role::Children || archetype.has(type.component);
}

bool is_candidate(const ecs::Archetype& archetype, const QueryColumns& columns) {
    const auto holds = [&](const RemoteType& type) { return may_hold(archetype, type); };
    return std::all_of(columns.needed.begin(), columns.needed.end(), holds) &&
           std::all_of(columns.with.begin(), columns.with.end(), holds) &&
           std::none_of(columns.without.begin(), columns.without.end(), [&](const RemoteType& type) {
               return type.role != RemoteType::Role::Children && archetype.has(type.component);
           });
}

/// Children stand in no archetype.
bool children_match(const ecs::World& world, ecs::Entity entity, const QueryColumns& columns) {
    const bool any = !world.children(entity).empty();
    const auto children = [](const RemoteType& type) { return type.role == RemoteType::Role::Children; };
    if (std::any_of(columns.without.begin(), columns.without.end(), children)) return !any;
    return any || (std::none_of(columns.needed.begin(), columns.needed.end(), children) &&
                   std::none_of(columns.with.begin(), columns.with.end(), children));
}

void add_value(const ecs::World& world, ecs::Entity entity, const RemoteType& type, Json& to) {
    if (!has(world, entity, type)) return;
    const bool children = type.role == RemoteType::Role::Children;
    if (!children && !is_described(world.types()[type.component])) return;
    to[children ? std::string(children_path) : path_of(world, type.component)] = value_of(world, entity, type);
}

Json row_json(const ecs::World& world, ecs::Entity entity, const ecs::Archetype& archetype,
              const QueryColumns& columns) {
    Json components = Json::object();
    for (const RemoteType& type : columns.needed) add_value(world, entity, type, components);
    for (const RemoteType& type : columns.optional) add_value(world, entity, type, components);
    if (columns.all)
        for (const ecs::ComponentId id : archetype.components())
            add_value(world, entity, *find_type(world, path_of(world, id)), components);
    Json row{{"entity", entity.bits()}, {"components", std::move(components)}};
    if (!columns.has_paths.empty()) {
        Json has_json = Json::object();
        for (const std::string& path : columns.has_paths) {
            const auto type = find_type(world, path);
            has_json[path] = type && has(world, entity, *type);
        }
        row["has"] = std::move(has_json);
    }
    return row;
}

template <class F>
void each_entity(const ecs::Archetype& archetype, F&& visit) {
    for (std::size_t c = 0; c < archetype.chunk_count(); ++c) {
        const ecs::Chunk& chunk = archetype.chunk(c);
        const auto* const entities = reinterpret_cast<const ecs::Entity*>(chunk.at(ecs::Chunk::header_bytes));
        for (std::uint32_t row = 0; row < chunk.rows; ++row) visit(entities[row]);
    }
}

}  // namespace

Json query(const ServedWorld& served, const Json& params) {
    const ecs::World& world = served.world;
    const bool strict = flag_in(params, "strict");
    const Json nothing = Json::object();
    const Json *data = given(params, "data"), *filter = given(params, "filter");
    if (data == nullptr) data = &nothing;
    if (filter == nullptr) filter = &nothing;
    QueryColumns columns;
    bool possible = add_known(world, texts_in(given(*data, "components"), "components"), strict, columns.needed);
    const Json* const option = given(*data, "option");
    columns.all = option != nullptr && *option == "all";
    if (!columns.all) add_known(world, texts_in(option, "option"), strict, columns.optional);
    columns.has_paths = texts_in(given(*data, "has"), "has");
    if (strict) add_known(world, columns.has_paths, strict, columns.has);
    possible &= add_known(world, texts_in(given(*filter, "with"), "with"), strict, columns.with);
    add_known(world, texts_in(given(*filter, "without"), "without"), strict, columns.without);

    Json rows = Json::array();
    if (!possible) return rows;
    std::size_t values = 0;
    for (ecs::ArchetypeId id = 0; id < world.archetype_count(); ++id) {
        const ecs::Archetype& archetype = world.archetype(id);
        if (archetype.entity_count() == 0 || !is_candidate(archetype, columns)) continue;
        const std::size_t of_a_row = 1 + columns.needed.size() + columns.optional.size() + columns.has_paths.size() +
                                     (columns.all ? archetype.components().size() : 0);
        values += archetype.entity_count() * of_a_row;
        if (values > most_values)
            throw RpcError(internal_error, "the answer would have more than " + std::to_string(most_values) +
                                               " values: ask for fewer components, or name a filter");
        each_entity(archetype, [&](ecs::Entity entity) {
            if (children_match(world, entity, columns)) rows.push_back(row_json(world, entity, archetype, columns));
        });
    }
    return rows;
}

Json get_components(const ServedWorld& served, const Json& params) {
    const ecs::World& world = served.world;
    const ecs::Entity entity = entity_in(world, params);
    const bool strict = flag_in(params, "strict");
    Json found = Json::object(), errors = Json::object();
    for (const std::string& path : texts_in(&needed(params, "components"), "components")) {
        try {
            const RemoteType type = readable_type(world, path);
            if (!has(world, entity, type))
                throw RpcError(component_not_present,
                               "Component `" + path + "` not present in entity " + std::to_string(entity.bits()));
            found[path] = value_of(world, entity, type);
        } catch (const RpcError& error) {
            if (strict) throw;
            errors[path] = {{"code", error.code}, {"message", error.what()}};
        }
    }
    if (strict) return found;
    return {{"components", std::move(found)}, {"errors", std::move(errors)}};
}

Json list_components(const ServedWorld& served, const Json& params) {
    if (params.is_null()) return all_paths(served.world);
    return paths_of(served.world, entity_in(served.world, params));
}

Json get_resources(const ServedWorld& served, const Json& params) {
    const ecs::ComponentId resource = resource_in(served.world, params);
    const ecs::Entity holder = holder_of(served.world, resource, params);
    return {{"value", json_of(served.world.types()[resource], served.world.get(holder, resource))}};
}

Json list_resources(const ServedWorld& served, const Json&) {
    const ecs::World& world = served.world;
    Json paths = Json::array();
    const ecs::Entity holder = world.resource_holder();
    if (!world.alive(holder)) return paths;
    for (const ecs::ComponentType* const type : world.archetype_of(holder).types())
        if (!type->is_tag() && is_described(*type) && type->id != world.name_id() &&
            type->id != world.id<ecs::ResourceHolder>())
            paths.push_back(path_of(world, type->id));
    std::sort(paths.begin(), paths.end());
    return paths;
}

ecs::ComponentId resource_in(const ecs::World& world, const Json& params) {
    const std::string path = text_in(params, "resource");
    const auto type = find_type(world, path);
    if (!type) throw RpcError(resource_error, "Unknown resource type: `" + path + "`");
    if (type->role != RemoteType::Role::Component || !is_described(world.types()[type->component]))
        throw RpcError(resource_error, "`" + path + "` is no resource whose value can be told");
    return type->component;
}

ecs::Entity holder_of(const ecs::World& world, ecs::ComponentId resource, const Json& params) {
    const ecs::Entity holder = world.resource_holder();
    if (!world.alive(holder) || !world.has(holder, resource))
        throw RpcError(resource_not_present, "Resource `" + text_in(params, "resource") + "` not present in the world");
    return holder;
}

// Parameters

const Json* given(const Json& params, const char* name) {
    if (!params.is_object()) return nullptr;
    const auto found = params.find(name);
    return found == params.end() || found->is_null() ? nullptr : &*found;
}

const Json& needed(const Json& params, const char* name) {
    if (params.is_null()) throw RpcError(invalid_params, "Params not provided");
    const Json* const found = given(params, name);
    if (found == nullptr) throw RpcError(invalid_params, "missing field `" + std::string(name) + "`");
    return *found;
}

std::string text_in(const Json& params, const char* name) {
    const Json& text = needed(params, name);
    if (!text.is_string()) throw RpcError(invalid_params, "`" + std::string(name) + "` must be a string");
    return text.get<std::string>();
}

std::vector<std::string> texts_in(const Json* list, const char* name) {
    std::vector<std::string> texts;
    if (list == nullptr) return texts;
    if (!list->is_array()) throw RpcError(invalid_params, "`" + std::string(name) + "` must be a list of strings");
    if (list->size() > 1024) throw RpcError(invalid_params, "`" + std::string(name) + "` is too long");
    for (const Json& each : *list) {
        if (!each.is_string()) throw RpcError(invalid_params, "`" + std::string(name) + "` must be a list of strings");
        texts.push_back(each.get<std::string>());
    }
    return texts;
}

bool flag_in(const Json& params, const char* name) {
    const Json* const flag = given(params, name);
    if (flag == nullptr) return false;
    if (!flag->is_boolean()) throw RpcError(invalid_params, "`" + std::string(name) + "` must be true or false");
    return flag->get<bool>();
}

ecs::Entity living(const ecs::World& world, const Json& number) {
    const ecs::Entity entity = read_entity(number);
    if (!world.alive(entity)) throw RpcError(entity_not_found, "Entity " + number.dump() + " not found");
    return entity;
}

ecs::Entity entity_in(const ecs::World& world, const Json& params) { return living(world, needed(params, "entity")); }

// Components of an entity

void unknown_component(std::string_view path) {
    throw RpcError(component_error, "Unknown component type: `" + std::string(path.substr(0, 256)) + "`");
}

RemoteType readable_type(const ecs::World& world, std::string_view path) {
    const auto type = find_type(world, path);
    if (!type) unknown_component(path);
    if (type->role == RemoteType::Role::Component && !is_described(world.types()[type->component]))
        throw RpcError(component_error, "Component `" + std::string(path) + "` isn't reflectable");
    return *type;
}

bool has(const ecs::World& world, ecs::Entity entity, const RemoteType& type) {
    if (type.role == RemoteType::Role::Children) return !world.children(entity).empty();
    return world.has(entity, type.component);
}

Json value_of(const ecs::World& world, ecs::Entity entity, const RemoteType& type) {
    switch (type.role) {
        case RemoteType::Role::Name:
            return std::string(world.name(entity));
        case RemoteType::Role::Parent:
            return world.parent(entity).bits();
        case RemoteType::Role::Children: {
            Json list = Json::array();
            for (const ecs::Entity child : world.children(entity)) list.push_back(child.bits());
            return list;
        }
        case RemoteType::Role::Component:
            break;
    }
    return json_of(world.types()[type.component], world.get(entity, type.component));
}

std::vector<std::string> paths_of(const ecs::World& world, ecs::Entity entity) {
    std::vector<std::string> paths;
    for (const ecs::ComponentId id : world.archetype_of(entity).components()) paths.push_back(path_of(world, id));
    if (!world.children(entity).empty()) paths.emplace_back(children_path);
    std::sort(paths.begin(), paths.end());
    return paths;
}

}  // namespace remote
