// What a change touches: the values that its query and its steps read, those that the steps write, and whom it visits.
// TextChange::use() asks for it.
#pragma once

#include <vector>

#include "ecs/language/change_steps.hpp"
#include "ecs/language/text_change.hpp"

namespace ecs {

ChangeUse use_of(const World& world, const BoundQuery& query, const std::vector<BoundStep>& steps);

}  // namespace ecs
