// What of a step still fits a world that ran on since: systems, or the program of a mirrored world, may have destroyed
// entities of the step, or changed which components they have.
#pragma once

#include <vector>

#include "ecs/edit/edit.hpp"

namespace ecs {

/// Takes out of `edits` what does not fit, entity by entity, and returns it, to be released. The rest fits when it is
/// applied in order, or from the last one if `backwards`; only what values refer to, and circles of parents, are not
/// looked at. Of a step that is not about entities alone nothing is taken out, because its edits may depend on each
/// other. `edits` may be empty afterwards. The world is only read.
std::vector<Edit> leave_out_unfitting(const World& world, std::vector<Edit>& edits, bool backwards);

}  // namespace ecs
