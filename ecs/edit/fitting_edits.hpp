// What of a step still fits a world that ran on since: systems, or the program of a mirrored world, may have destroyed
// entities of the step, or changed which components they have.
#pragma once

#include <string>
#include <vector>

#include "ecs/edit/edit.hpp"

namespace ecs {

/// Whether all edits fit when they are applied in order, or from the last one if `backwards`; only what values refer to,
/// and circles of parents, are not looked at. A step that is not about entities alone counts as fitting, because nothing
/// can be taken out of it: its edits may depend on each other.
bool all_fit(const World& world, const std::vector<Edit>& edits, bool backwards);

struct UnfittingEdits {
    std::vector<Edit> edits;  // to be released
    std::string why;          // of the first one, for a person
};

/// Takes out of `edits` what does not fit, entity by entity. `edits` may be empty afterwards. The world is only read.
/// When memory runs out, throws std::bad_alloc, and `edits` cannot be used any more.
UnfittingEdits take_unfitting(const World& world, const Schedule& schedule, std::vector<Edit>& edits, bool backwards);

}  // namespace ecs
