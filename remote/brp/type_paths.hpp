// How the protocol calls component types: by paths such as `world::Health`. Names and parents have the paths that they
// have in Bevy, for there clients look for them; children are listed although no component holds them. Private to
// remote.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ecs/world/world.hpp"

namespace remote {

inline constexpr std::string_view name_path = "bevy_ecs::name::Name", parent_path = "bevy_ecs::hierarchy::ChildOf",
                                  children_path = "bevy_ecs::hierarchy::Children";

struct RemoteType {
    enum class Role { Component, Name, Parent, Children };
    Role role = Role::Component;
    ecs::ComponentId component = ecs::no_component;  // none for Children
};

std::string path_of(const ecs::World& world, ecs::ComponentId component);
/// By its path, or by its plain name. Nothing when the world does not know it.
std::optional<RemoteType> find_type(const ecs::World& world, std::string_view path);
/// All paths there are, sorted.
std::vector<std::string> all_paths(const ecs::World& world);
/// `a::b` of `a::b::C`, and `C`.
struct SplitPath {
    std::string_view crate, module, name;
};
SplitPath split(std::string_view path);

}  // namespace remote
