// The Lesson picture panel is what the open lesson is about, as large as the window lets it be, beside the text in the
// Lessons panel. It owns nothing: the Lessons panel draws into it, as long as there is one.
#pragma once

#include <memory>
#include <utility>

#include "panels/base/language.hpp"
#include "panels/lessons/lessons_panel.hpp"

namespace panels {

class LessonPicturePanel : public Panel {
public:
    /// Of the panel that LessonsPanel::link() leads to.
    explicit LessonPicturePanel(std::shared_ptr<LessonsPanel* const> lessons)
        : Panel("lesson_picture", tr_later("Lesson picture"), DockPlace::Middle,
                tr_later("What the open lesson is about")),
          lessons_(std::move(lessons)) {}

protected:
    void draw(const Context& context) override {
        if (*lessons_ != nullptr)
            (*lessons_)->show_picture(context);
        else
            LessonsPanel::show_none(context);
    }

private:
    std::shared_ptr<LessonsPanel* const> lessons_;
};

}  // namespace panels
