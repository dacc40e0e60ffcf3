// A lesson of the Storage Lab on paper, as Markdown: a page of questions with room for predictions, and a page of
// answers. Running the storages finds the answers, as in the program.
#pragma once

#include <memory>
#include <string>

#include "ecs/lab/lessons/lesson.hpp"

namespace editor {

/// The built-in lesson of this id, like `L4`; null when there is none. Throws FileError when it cannot be read.
std::shared_ptr<const ecs::lab::Lesson> find_lesson(const std::string& id);

/// Both pages. Takes as long as the lesson's storages run.
std::string handout_of(const ecs::lab::Lesson& lesson, const ecs::lab::Words& words, ecs::lab::Language language);

}  // namespace editor
