// Lessons of the Storage Lab as JSON: the questions, the facts that answer them, the views, and every text in English
// and Japanese.
//
//     { "title": { "en": "…", "ja": "…" }, "goal": …, "before": …, "scenarios": { "main": "move" },
//       "questions": [ { "ask": …, "answer": { "fact": "bytes_moved", "storage": "chunks", "step": 5 }, "unit": …,
//                        "hints": [ … ], "explain": …, "numbers": { "name": { "fact": … } },
//                        "before": { "view": "bytes", "step": 4 }, "after": { "view": "steps", "step": 5 } } ] }
//
// A scenario is the name of a built-in one, or is written out as in lab_scenario.hpp.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "ecs/lab/lessons/lesson.hpp"
#include "files/base/file_error.hpp"

namespace editor {

/// Throws FileError with line, path and what was expected. `id` is the lesson's id, and appears in messages.
ecs::lab::Lesson read_lesson(std::string_view text, const std::string& id);
/// The words of the lessons' interface: { "begin": { "en": "…", "ja": "…" }, … }. Throws FileError.
ecs::lab::Words read_lesson_words(std::string_view text, const std::string& file);

struct BuiltInLesson {
    std::string_view id, text;
};
/// The built-in lessons, in the order of the course.
const std::vector<BuiltInLesson>& built_in_lessons();
std::string_view built_in_lesson_words();

/// All of them, read.
std::vector<std::shared_ptr<const ecs::lab::Lesson>> open_lessons();

}  // namespace editor
