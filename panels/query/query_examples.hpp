// Queries and changes for a person who asks for the first time: made from the components that the world has, so that
// each of them finds something where that is possible.
#pragma once

#include <string>
#include <vector>

#include "ecs/world/world.hpp"

namespace panels {

struct QueryExample {
    std::string text;
    std::string about;  // what it asks, in words
};
/// At most three. Looks at the archetypes and at a few rows of each.
std::vector<QueryExample> query_examples(const ecs::World& world);
/// The same of changes, at most two. Each fits all that it matches.
std::vector<QueryExample> change_examples(const ecs::World& world);

}  // namespace panels
