// How the verbs write an edit as one object of an edit script.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "ecs/edit/edit.hpp"

namespace files {

/// `{ "<verb>": "12v3"`; more members and ` }` follow.
std::string open_edit(std::string_view verb, ecs::Entity entity);
/// The same about a system or a component, by its name.
std::string open_edit(std::string_view verb, std::string_view name);
/// `, "<name>": `; the value follows.
void append_member(std::string& line, std::string_view name);
/// `["Position", "Health"]`
void append_components(std::string& line, const ecs::World& world, std::span<const ecs::ComponentId> components);

}  // namespace files
