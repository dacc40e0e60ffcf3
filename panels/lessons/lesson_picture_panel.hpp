// The Lesson picture panel is what the open lesson is about, as large as the window lets it be, beside the text in the
// Lessons panel. It owns nothing: the Lessons panel draws into it.
#pragma once

#include "panels/lessons/lessons_panel.hpp"

namespace panels {

class LessonPicturePanel : public Panel {
public:
    /// `lessons` must outlive every show().
    explicit LessonPicturePanel(LessonsPanel& lessons)
        : Panel("lesson_picture", "Lesson picture", DockPlace::Middle, "What the open lesson is about"),
          lessons_(lessons) {}

protected:
    void draw(const Context& context) override { lessons_.show_picture(context); }

private:
    LessonsPanel& lessons_;
};

}  // namespace panels
