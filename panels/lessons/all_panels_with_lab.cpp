#include "panels/lessons/all_panels_with_lab.hpp"

#include <algorithm>

#include "panels/lab/lab_panel.hpp"
#include "panels/lessons/lesson_picture_panel.hpp"

namespace panels {

std::vector<std::unique_ptr<Panel>> make_all_panels_with_lab() {
    std::vector<std::unique_ptr<Panel>> all = make_all_panels();
    auto place = std::find_if(all.begin(), all.end(),
                              [](const auto& panel) { return std::string_view(panel->id()) == "scene"; });
    if (place != all.end()) ++place;
    place = all.insert(place, std::make_unique<LabPanel>());
    auto lessons = std::make_unique<LessonsPanel>();
    auto picture = std::make_unique<LessonPicturePanel>(lessons->link());
    place = all.insert(place + 1, std::move(lessons));
    all.insert(place + 1, std::move(picture));
    return all;
}

}  // namespace panels
