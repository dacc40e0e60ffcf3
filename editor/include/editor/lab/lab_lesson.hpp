// Lessons of the Storage Lab as JSON: what is asked, which fact answers it, what is looked at, every text in English
// and Japanese.
//
//     { "title": { "en": "…", "ja": "…" }, "goal": …, "before": …, "scenarios": { "main": "move" },
//       "questions": [ { "ask": …, "answer": { "fact": "bytes_moved", "storage": "chunks", "step": 5 }, "unit": …,
//                        "hints": [ … ], "explain": …, "numbers": { "name": { "fact": … } },
//                        "before": { "view": "bytes", "step": 4 }, "after": { "view": "steps", "step": 5 } } ] }
//
// A scenario is the name of one that comes with the program, or is written out as in lab_scenario.hpp.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "ecs/lab/lessons/lesson.hpp"
#include "editor/base/file_error.hpp"

namespace editor {

/// Throws FileError, with line and path and what was expected. `id` is the lesson's, and stands in messages.
ecs::lab::Lesson read_lesson(std::string_view text, const std::string& id);
/// The words of the lessons' interface: { "begin": { "en": "…", "ja": "…" }, … }. Throws FileError.
ecs::lab::Words read_lesson_words(std::string_view text, const std::string& file);

struct BuiltInLesson {
    std::string_view id, text;
};
/// Those that come with the program, in the order in which they are taken.
const std::vector<BuiltInLesson>& built_in_lessons();
std::string_view built_in_lesson_words();

/// All of them, read.
std::vector<std::shared_ptr<const ecs::lab::Lesson>> open_lessons();

}  // namespace editor
