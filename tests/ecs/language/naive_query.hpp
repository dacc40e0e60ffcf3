// Asks one entity at a time what a query says, over the description of the types, as slowly and plainly as the manual
// puts it. The brute-force test compares TextQuery with it.
#pragma once

#include <optional>
#include <string>
#include <variant>

#include "ecs/language/parse.hpp"
#include "ecs/world/world.hpp"

namespace test {

/// What cannot be looked up in the world is a std::logic_error: make queries of known names only.
bool naive_matches(const ecs::World& world, const ecs::Syntax& syntax, ecs::Entity entity);

}  // namespace test
