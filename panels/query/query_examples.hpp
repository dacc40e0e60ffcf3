// Queries and changes for a person who asks for the first time: made from the components that the world has, so that
// each of them finds something where that is possible.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "ecs/language/text_query.hpp"

namespace panels {

struct QueryExample {
    std::string text;
    std::string about;  // what it asks, in words
};
/// At most three. Looks at the archetypes and at a few rows of each.
std::vector<QueryExample> query_examples(const ecs::World& world);
/// The same of changes, at most two. Each fits all that it matches.
std::vector<QueryExample> change_examples(const ecs::World& world);
/// Another number where other examples may be due: other components or archetypes came, or a component got other
/// fields, or its former ones again.
inline std::uint64_t examples_made_at(const ecs::World& world) {
    return ecs::types_fingerprint(world.types()) + world.archetype_count();
}

}  // namespace panels
