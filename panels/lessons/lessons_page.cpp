#include <algorithm>
#include <cmath>

#include "panels/lessons/lesson_text.hpp"
#include "panels/lessons/lessons_panel.hpp"
#include "panels/widgets/widgets.hpp"

namespace panels {

using namespace ecs::lab;

namespace {

Badge badge_of(const Question& question) {
    switch (evidence_of(question)) {
        case Evidence::Measured:
            return Badge::Measured;
        case Evidence::Rule:
            return Badge::Simulated;
        case Evidence::Exact:
            break;
    }
    return Badge::Exact;
}

}  // namespace

void LessonsPanel::draw_lesson(const Context& context) {
    const Style& style = context.style;
    const bool has_view = trial_.shown() || viewer_.present().view != LessonView::None;
    const float all = ImGui::GetContentRegionAvail().x;
    const float width = has_view ? std::clamp(all * 0.38f, style.px(280), style.px(520)) : std::min(all, style.px(640));
    if (compat::begin_child("text", {width, 0})) {
        if (by_hand_wanted_)
            draw_by_hand(context);
        else if (session_->part() == LessonPart::Goal)
            draw_goal(context);
        else if (session_->part() == LessonPart::Done)
            draw_done(context);
        else {
            const Question& question = session_->question();
            quiet_text(style, word("question", {{"number", std::to_string(session_->question_number() + 1)},
                                                {"count", std::to_string(lesson_->questions.size())}}));
            draw_so_far(context);
            lesson_text(style.theme->text, question.ask.in(shown_));
            ImGui::Dummy({0, style.px(4)});
            if (session_->part() == LessonPart::Predict)
                draw_predict(context);
            else if (session_->part() == LessonPart::Run)
                draw_run(context);
            else
                draw_feedback(context);
        }
    }
    ImGui::EndChild();
    if (!has_view) return;
    ImGui::SameLine(0, style.px(16));
    if (compat::begin_child("view")) draw_view(context);
    ImGui::EndChild();
    pick_bytes();
}

void LessonsPanel::draw_view(const Context& context) {
    if (trial_.shown()) {
        const bool has_look = trial_.trial().look.view != LessonView::None;
        if (trial_.show(context, shown_, word("running")) && has_look) viewer_.look(lesson_->scenarios, trial_.look());
        if (!has_look) return;
        ImGui::Dummy({0, context.style.px(8)});
    }
    viewer_.show(context, words_);
}

void LessonsPanel::draw_goal(const Context& context) {
    const Style& style = context.style;
    lesson_text(style.theme->text, lesson_->goal.in(shown_));
    ImGui::Dummy({0, style.px(4)});
    lesson_text(style.theme->quiet, lesson_->before.in(shown_));
    ImGui::Dummy({0, style.px(8)});
    if (primary_button(style, label("begin").c_str())) {
        session_->begin();
        begin_question();
        return;
    }
    if (!lesson_->hands_on || !expert_) return;
    next_to(word("by_hand"));
    if (button(label("by_hand").c_str())) begin_by_hand();
}

void LessonsPanel::draw_run(const Context& context) {
    const Style& style = context.style;
    if (const auto& prediction = session_->prediction())
        lesson_text(style.theme->text,
                    word("your_answer") + ": " + answer_text(session_->question(), *prediction, shown_));
    if (truth_.running()) {
        quiet_text(style, word("running"));
        return;
    }
    // Who asked for the answer has asked for the run.
    bool runs = !session_->prediction();
    if (!runs) {
        lesson_text(style.theme->quiet, word("run_rule"));
        ImGui::Dummy({0, style.px(4)});
        runs = button(label("run").c_str());
    }
    if (runs)
        truth_.start([find = find_truth_, lesson = lesson_, question = session_->question_number()](
                         ecs::Progress& progress) { return find(*lesson, question, progress.stop_token()); });
}

std::string LessonsPanel::feedback_text() const {
    const Question& question = session_->question();
    const Feedback& feedback = session_->feedback();
    Values values{{"answer", answer_text(question, session_->truth().answer, shown_)}};
    if (!feedback.asked) return word("not_asked", values);
    if (feedback.right) return word("right", values);
    values["prediction"] = answer_text(question, *session_->prediction(), shown_);
    values["missing"] = count_text(feedback.missing);
    values["extra"] = count_text(feedback.extra);
    values["count"] = count_text(question.choices.size());
    values["difference"] = lesson_number(std::abs(feedback.difference), question.hex);
    switch (session_->truth().answer.kind) {
        case AnswerKind::Number:
            return word(feedback.difference > 0 ? "wrong_more" : "wrong_less", values);
        case AnswerKind::Word:
            return word("wrong_choice", values);
        case AnswerKind::Order:
            return word("wrong_order", values);
        case AnswerKind::Bytes:
            break;
    }
    return word("wrong_bytes", values);
}

void LessonsPanel::draw_feedback(const Context& context) {
    const Style& style = context.style;
    const Feedback& feedback = session_->feedback();
    lesson_text(!feedback.asked  ? style.theme->text
                : feedback.right ? style.theme->good
                                 : style.theme->warn,
                feedback_text());
    badge(style, badge_of(session_->question()), "From runs of the storages that the lesson names");
    if (session_->question().after.event) {
        next_to(word("replay"));
        if (button(label("replay").c_str())) viewer_.look(lesson_->scenarios, session_->question().after);
    }
    ImGui::Dummy({0, style.px(8)});
    draw_explain(context);
}

void LessonsPanel::draw_explain(const Context& context) {
    const Style& style = context.style;
    if (session_->part() == LessonPart::See) {
        lesson_text(style.theme->text, word("why"));
        ImGui::SetNextItemWidth(ImGui::GetContentRegionAvail().x);
        const bool entered =
            input_text("##why", own_words_, word("why_hint").c_str(), ImGuiInputTextFlags_EnterReturnsTrue);
        if (button(label("compare_why").c_str()) || entered) session_->explain(own_words_);
        return;
    }
    if (!session_->own_words().empty()) lesson_text(style.theme->quiet, "“" + session_->own_words() + "”");
    lesson_text(style.theme->text, explanation_of(session_->question(), session_->truth(), shown_));
    ImGui::Dummy({0, style.px(8)});
    draw_go_on(context);
}

void LessonsPanel::draw_go_on(const Context& context) {
    if (session_->question().trial && !trial_.shown()) {
        if (button(label("try_it").c_str())) {
            trial_.begin(lesson_, session_->question_number());
            if (trial_.trial().look.view != LessonView::None) viewer_.look(lesson_->scenarios, trial_.look());
        }
        ImGui::Dummy({0, context.style.px(4)});
    }
    const bool last = session_->question_number() + 1 == lesson_->questions.size();
    if (!primary_button(context.style, label(last ? "finish" : "next_question").c_str())) return;
    session_->next();
    trial_.end();
    if (session_->part() == LessonPart::Done)
        course_.finish(lesson_->id, session_->right());
    else
        begin_question();
    if (session_->part() != LessonPart::Done) keep_place();
}

}  // namespace panels
