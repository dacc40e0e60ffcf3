// What a lesson came to: the predictions so far, and at its end what was learned and where to go on.
#include <algorithm>

#include "panels/lab/lab_source.hpp"
#include "panels/lessons/lesson_text.hpp"
#include "panels/lessons/lessons_panel.hpp"
#include "panels/widgets/widgets.hpp"

namespace panels {

using namespace ecs::lab;

/// The predictions behind the present question, in a line.
void LessonsPanel::draw_so_far(const Context& context) {
    const std::vector<Given>& given = session_->given();
    if (given.empty()) return;
    std::string predictions;
    for (std::size_t i = 0; i < given.size(); ++i) {
        Values values{{"number", std::to_string(i + 1)}};
        if (given[i].prediction)
            values["prediction"] = answer_text(lesson_->questions[i], *given[i].prediction, shown_);
        predictions += (i == 0 ? "" : "; ") + word(given[i].right        ? "so_far_right"
                                                   : given[i].prediction ? "so_far_wrong"
                                                                         : "passed_over",
                                                   values);
    }
    lesson_text(context.style.theme->quiet, word("so_far", {{"predictions", predictions}}));
    ImGui::Dummy({0, context.style.px(4)});
}

void LessonsPanel::draw_done(const Context& context) {
    const Style& style = context.style;
    lesson_text(style.theme->good, word("done", {{"right", std::to_string(session_->right())},
                                                 {"count", std::to_string(lesson_->questions.size())}}));
    ImGui::Dummy({0, style.px(8)});
    draw_what_next(context);
    if (!session_ || session_->part() != LessonPart::Done) return;
    ImGui::Dummy({0, style.px(8)});
    lesson_text(style.theme->quiet, word("learned"));
    for (std::size_t i = 0; i < session_->given().size(); ++i) draw_learned(context, i);
}

void LessonsPanel::draw_learned(const Context& context, std::size_t question) {
    const Style& style = context.style;
    const Question& asked = lesson_->questions[question];
    const Given& given = session_->given()[question];
    ImGui::Dummy({0, style.px(4)});
    lesson_text(style.theme->quiet, std::to_string(question + 1) + ". " + asked.ask.in(shown_));
    LessonWords::Values values{{"answer", answer_text(asked, given.truth, shown_)}};
    if (given.prediction) values["prediction"] = answer_text(asked, *given.prediction, shown_);
    lesson_text(given.right ? style.theme->good : style.theme->text, word(given.right        ? "learned_right"
                                                                          : given.prediction ? "learned_wrong"
                                                                                             : "not_asked",
                                                                          values));
}

/// The next lesson, the list, and the same once more.
void LessonsPanel::draw_what_next(const Context& context) {
    const auto& lessons = context.lab->lessons;
    const auto here = std::find(lessons.begin(), lessons.end(), lesson_);
    const bool by_hand_done = by_hand_ != nullptr;
    if (here != lessons.end() && std::next(here) != lessons.end()) {
        const auto next = *std::next(here);
        const std::string name = next->id + "  " + next->title.in(shown_);
        if (primary_button(context.style, (word("next_lesson", {{"lesson", name}}) + "###next_lesson").c_str()))
            return start(next);
    }
    if (!by_hand_done && lesson_->hands_on && button(label("by_hand").c_str())) return begin_by_hand();
    if (button((word("back") + "###to_list").c_str())) return leave_lesson();
    if (button(label("again").c_str())) by_hand_done ? begin_by_hand() : start_again();
}

}  // namespace panels
