// Words that the messages and descriptions of several kinds of edit share.
#pragma once

#include <string>

#include "ecs/edit/edit.hpp"

namespace ecs {

/// How descriptions call an entity: by its name alone if it has one.
std::string short_label(const World& world, Entity entity);
std::string count_of_entities(std::size_t count);
std::string component_name(const World& world, ComponentId component);

/// The reason when an entity is not alive.
std::string gone(Entity entity);
/// Why the world cannot take the value; empty when it can.
std::string problem_of(const World& world, const Value& value);

bool is_name(const World& world, const Value& value);
/// The text of a value that is a name.
const std::string& name_in(const Value& name);

}  // namespace ecs
