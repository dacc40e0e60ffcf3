// One condition of a query for one entity: why it is not as wanted, and which edit would make it so.
#pragma once

#include <optional>
#include <string>

#include "ecs/edit/edit.hpp"
#include "ecs/language/evaluator.hpp"
#include "ecs/language/text_query.hpp"

namespace ecs {

/// `slice` is the row of the entity, whose archetype the evaluator of the query has entered.
std::string reason_of(const World& world, TextQuery& query, std::uint32_t node, Entity entity, const ChunkSlice& slice,
                      bool wanted);
std::optional<Edit> edit_for(const World& world, TextQuery& query, std::uint32_t node, Entity entity,
                             const ChunkSlice& slice, bool wanted);

}  // namespace ecs
