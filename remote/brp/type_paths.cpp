#include "remote/brp/type_paths.hpp"

#include <algorithm>

namespace remote {

namespace {

constexpr std::string_view own_crate = "world::";

bool is_listed(const ecs::ComponentType& type) { return !type.retired; }

}  // namespace

std::string path_of(const ecs::World& world, ecs::ComponentId component) {
    if (component == world.name_id()) return std::string(name_path);
    if (component == world.parent_id()) return std::string(parent_path);
    const std::string& name = world.types()[component].name;
    return name.find("::") == std::string::npos ? std::string(own_crate) + name : name;
}

std::optional<RemoteType> find_type(const ecs::World& world, std::string_view path) {
    const bool own = path.starts_with(own_crate);
    const ecs::ComponentType* type = world.types().find(own ? path.substr(own_crate.size()) : path);
    if (type == nullptr && own) type = world.types().find(path);
    if (path == name_path || (type != nullptr && type->id == world.name_id()))
        return RemoteType{RemoteType::Role::Name, world.name_id()};
    if (path == parent_path || (type != nullptr && type->id == world.parent_id()))
        return RemoteType{RemoteType::Role::Parent, world.parent_id()};
    if (path == children_path) return RemoteType{RemoteType::Role::Children, ecs::no_component};
    if (type == nullptr || !is_listed(*type)) return std::nullopt;
    return RemoteType{RemoteType::Role::Component, type->id};
}

std::vector<std::string> all_paths(const ecs::World& world) {
    std::vector<std::string> paths{std::string(children_path)};
    for (ecs::ComponentId id = 0; id < world.types().size(); ++id)
        if (is_listed(world.types()[id])) paths.push_back(path_of(world, id));
    std::sort(paths.begin(), paths.end());
    return paths;
}

SplitPath split(std::string_view path) {
    const std::size_t last = path.rfind("::"), first = path.find("::");
    if (last == std::string_view::npos) return {path, path, path};
    return {path.substr(0, first), path.substr(0, last), path.substr(last + 2)};
}

}  // namespace remote
