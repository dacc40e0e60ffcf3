// Copies of edits and steps, for a history that goes to another moment.
#pragma once

#include <vector>

#include "ecs/edit/history.hpp"

namespace ecs {

/// Empty when one of them cannot be copied.
std::vector<Edit> copies_of(const std::vector<Edit>& edits);
/// Without edits when one of them cannot be copied. Only one of both may free the handles that it keeps.
HistoryStep copy_of_step(const HistoryStep& step);

}  // namespace ecs
