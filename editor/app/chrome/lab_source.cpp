#include "editor/app/chrome/lab_source.hpp"

#include "editor/lab/lab_lesson.hpp"
#include "editor/lab/lab_scenario.hpp"

namespace editor {

panels::LabSource make_lab_source() {
    panels::LabSource source;
    // Read at once, the lessons as well, and not when first shown: all of it takes ten million instructions.
    for (const BuiltInScenario& each : built_in_scenarios()) {
        const std::string name(each.name);
        source.scenarios.push_back({name, read_scenario(each.text, name).title});
    }
    source.open = [](const std::string& name) -> ecs::Result<ecs::lab::Scenario> {
        try {
            return open_scenario(name);
        } catch (const files::FileError& error) {
            return ecs::Error{error.what()};
        }
    };
    source.lessons = open_lessons();
    source.words = read_lesson_words(built_in_lesson_words(), "words");
    return source;
}

}  // namespace editor
