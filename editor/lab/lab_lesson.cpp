#include "editor/lab/lab_lesson.hpp"

#include "editor/lab/lab_lesson_reader.hpp"
#include "lab_lessons/sources.hpp"

namespace editor {

using ecs::lab::Lesson, ecs::lab::Words;

Lesson read_lesson(std::string_view text, const std::string& id) { return LessonReader(text, id).read(); }

Words read_lesson_words(std::string_view text, const std::string& file) {
    return LessonReader(text, file).read_words();
}

const std::vector<BuiltInLesson>& built_in_lessons() {
    static const std::vector<BuiltInLesson> all(std::begin(lab_lessons::all), std::end(lab_lessons::all));
    return all;
}

std::string_view built_in_lesson_words() { return lab_lessons::words; }

std::vector<std::shared_ptr<const Lesson>> open_lessons() {
    std::vector<std::shared_ptr<const Lesson>> lessons;
    for (const BuiltInLesson& each : built_in_lessons())
        lessons.push_back(std::make_shared<const Lesson>(read_lesson(each.text, std::string(each.id))));
    return lessons;
}

}  // namespace editor
