// The picture of a query's cache lines: one storage or two beside each other, line by line, with what each of them
// holds. Values that were read are in their full tone, what only came along with them is dimmed, and lines that were
// not touched are nearly dark.
#pragma once

#include <vector>

#include "panels/base/panel.hpp"
#include "panels/lab/lab_state.hpp"
#include "panels/lessons/lesson_text.hpp"

namespace panels {

/// Fills the room that is left. `storages` stand beside each other where that is wide enough, else below each other.
void show_lesson_lines(const Context& context, LabRuns& runs, const std::vector<ecs::lab::StorageKind>& storages,
                       const LessonWords& words);

}  // namespace panels
