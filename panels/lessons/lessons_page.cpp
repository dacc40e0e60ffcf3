#include <algorithm>
#include <cmath>

#include "panels/base/language.hpp"
#include "panels/lab/lab_bytes.hpp"
#include "panels/lessons/lesson_text.hpp"
#include "panels/lessons/lessons_panel.hpp"
#include "panels/widgets/little_room.hpp"
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
    const bool view_here = has_picture() && !picture_elsewhere();
    const float all = ImGui::GetContentRegionAvail().x;
    const float width =
        view_here ? std::clamp(all * 0.38f, style.px(280), style.px(520)) : std::min(all, style.px(640));
    if (compat::begin_child("lesson", {width, 0})) {
        const bool acts = !by_hand_wanted_ && session_->part() != LessonPart::Done;
        const float bar = acts ? ImGui::GetFrameHeight() + style.px(16) : 0;
        if (compat::begin_child("text", {0, -bar})) {
            if (by_hand_wanted_)
                draw_by_hand(context);
            else if (session_->part() == LessonPart::Goal)
                draw_goal(context);
            else if (session_->part() == LessonPart::Done)
                draw_done(context);
            else
                draw_question(context);
        }
        ImGui::EndChild();
        if (acts && session_) draw_actions(context);
    }
    ImGui::EndChild();
    if (!view_here || !session_) return;
    ImGui::SameLine(0, style.px(16));
    if (compat::begin_child("view")) draw_view(context);
    ImGui::EndChild();
    pick_bytes();
}

/// Which question it is of how many, as words and as a bar of as many parts.
void LessonsPanel::draw_place(const Style& style) {
    ImGui::Dummy({0, style.px(2)});
    const std::size_t count = lesson_->questions.size(), now = session_->question_number();
    quiet_text(style, word("question", {{"number", std::to_string(now + 1)}, {"count", std::to_string(count)}}));
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float gap = style.px(4), height = std::floor(style.px(3));
    const float part = (ImGui::GetContentRegionAvail().x + gap) / static_cast<float>(count) - gap;
    for (std::size_t i = 0; i < count; ++i) {
        const float x = std::floor(at.x + (part + gap) * static_cast<float>(i));
        const ImU32 color = i <= now ? style.theme->text : style.theme->raised;
        list.AddRectFilled({x, at.y}, {std::floor(x + part), at.y + height}, color);
    }
    ImGui::Dummy({0, style.px(10)});
}

/// The components of the question's world, with their bytes.
void LessonsPanel::draw_components(const Style& style) {
    const auto scenario = lesson_->scenarios.find(session_->question().before.scenario);
    constexpr std::size_t most = 6;
    if (!scenario || scenario->types.size() < 2 || scenario->types.size() > most) return;
    ImGui::Dummy({0, style.px(2)});
    const float row = std::floor(style.px(20)), mark = std::floor(style.px(8));
    ImDrawList& list = *ImGui::GetWindowDrawList();
    for (std::size_t i = 0; i < scenario->types.size(); ++i) {
        const ecs::ComponentType& type = *scenario->types[i];
        const ImVec2 at = ImGui::GetCursorScreenPos();
        const float right = at.x + ImGui::GetContentRegionAvail().x;
        const float middle = std::floor(at.y + (row - mark) / 2);
        list.AddRectFilled({at.x, middle}, {at.x + mark, middle + mark},
                           color_of_role(style, *scenario, Role::Payload, static_cast<std::int32_t>(i)), style.px(2));
        const float text_top = std::floor(at.y + (row - ImGui::GetTextLineHeight()) / 2);
        const std::string bytes = format_bytes(type.size);
        const compat::FontScope mono(style.mono);
        const float bytes_left = std::floor(right - ImGui::CalcTextSize(bytes.c_str()).x);
        list.AddText({bytes_left, text_top}, style.theme->quiet, bytes.c_str());
        const compat::FontScope words(style.words);
        draw_text_until(list, {at.x + style.px(16), text_top}, bytes_left - style.px(8), style.theme->text, type.name);
        ImGui::Dummy({std::max(right - at.x, 1.0f), row});
    }
}

void LessonsPanel::draw_question(const Context& context) {
    const Style& style = context.style;
    draw_place(style);
    {
        const compat::FontScope font(style.words_bold);
        colored_text(style.theme->text, word("lesson_world"));
    }
    lesson_text(style.theme->quiet, lesson_->before.in(shown_));
    draw_components(style);
    draw_so_far(context);
    ImGui::Dummy({0, style.px(4)});
    ImGui::Separator();
    ImGui::Dummy({0, style.px(4)});
    {
        const compat::FontScope font(style.words_bold);
        lesson_text(style.theme->text, session_->question().ask.in(shown_));
    }
    ImGui::Dummy({0, style.px(4)});
    if (session_->part() == LessonPart::Predict)
        draw_predict(context);
    else if (session_->part() == LessonPart::Run)
        draw_run(context);
    else
        draw_feedback(context);
}

bool LessonsPanel::has_picture() const {
    return session_ && (trial_.shown() || viewer_.present().view != LessonView::None);
}

bool LessonsPanel::picture_elsewhere() const { return ImGui::GetFrameCount() - picture_frame_ <= 1; }

void LessonsPanel::show_picture(const Context& context) {
    picture_frame_ = ImGui::GetFrameCount();
    if (!begin_frame(context)) return;
    if (!session_) return draw_cover(context);
    if (has_picture()) {
        draw_view(context);
        pick_bytes();
        return;
    }
    empty_state(context.style, word("picture_later").c_str(), word("picture_later_hint").c_str());
}

/// What the Lesson picture shows beside the list: where to begin, or to go on.
void LessonsPanel::draw_cover(const Context& context) {
    const Style& style = context.style;
    const auto& lessons = context.lab->lessons;
    const auto begun = std::find_if(lessons.begin(), lessons.end(),
                                    [&](const auto& each) { return !course_.of(each->id).place.empty(); });
    const auto open =
        std::find_if(lessons.begin(), lessons.end(), [&](const auto& each) { return !course_.of(each->id).done; });
    const auto next = begun != lessons.end() ? begun : open;
    if (next == lessons.end()) {
        empty_state(style, word("course_done").c_str(), word("course_done_hint").c_str());
        return;
    }
    const std::string what = (*next)->id + "  " + (*next)->title.in(shown_);
    const std::string first_step = word(begun != lessons.end() ? "go_on" : "start");
    if (empty_state(style, what.c_str(), (*next)->goal.in(shown_).c_str(), first_step.c_str())) start(*next);
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
    {
        const compat::FontScope font(style.words_bold);
        lesson_text(style.theme->text, lesson_->goal.in(shown_));
    }
    ImGui::Dummy({0, style.px(4)});
    lesson_text(style.theme->quiet, lesson_->before.in(shown_));
}

void LessonsPanel::draw_run(const Context& context) {
    const Style& style = context.style;
    if (const auto& prediction = session_->prediction())
        lesson_text(style.theme->text,
                    word("your_answer") + ": " + answer_text(session_->question(), *prediction, shown_));
    if (truth_.running()) return quiet_text(style, word("running"));
    // Who asked for the answer has asked for the run.
    if (session_->prediction())
        lesson_text(style.theme->quiet, word("run_rule"));
    else
        find_answer();
}

void LessonsPanel::find_answer() {
    truth_.start([find = find_truth_, lesson = lesson_, question = session_->question_number()](
                     ecs::Progress& progress) { return find(*lesson, question, progress.stop_token()); });
}

/// Below the text: what may be done besides at the left, and at the right what most people do next, by Enter, too.
void LessonsPanel::draw_actions(const Context& context) {
    const Style& style = context.style;
    const LessonPart part = session_->part();
    ImGui::Separator();
    ImGui::Dummy({0, style.px(1)});
    if (part == LessonPart::Run && (truth_.running() || !session_->prediction())) return;

    std::string besides;
    if (part == LessonPart::Goal && expert_ && lesson_->hands_on) besides = "by_hand";
    if (part == LessonPart::Predict && expert_) besides = "reveal";
    if (part == LessonPart::Explain && session_->question().trial && !trial_.shown()) besides = "try_it";
    const bool last = session_->question_number() + 1 == lesson_->questions.size();
    const std::string next = part == LessonPart::Goal      ? "begin"
                             : part == LessonPart::Predict ? "predict"
                             : part == LessonPart::Run     ? "run"
                             : part == LessonPart::See     ? "compare_why"
                             : last                        ? "finish"
                                                           : "next_question";
    const bool asked_besides = !besides.empty() && button(label(besides).c_str());
    if (!besides.empty()) ImGui::SameLine();
    const compat::FontScope font(style.words_bold);  // as primary_button() has it
    const float width = std::ceil(button_width(word(next)));
    ImGui::SetCursorPosX(std::max(ImGui::GetCursorPosX(), ImGui::GetContentRegionMax().x - width));
    const bool pressed = primary_button(style, label(next).c_str());
    if (pressed || enter_pressed())
        go_on();
    else if (asked_besides)
        do_besides();
}

/// Enter where nothing else has a use for it.
bool LessonsPanel::enter_pressed() const {
    return ImGui::IsWindowFocused(ImGuiFocusedFlags_RootAndChildWindows) && !ImGui::IsAnyItemActive() &&
           !compat::keyboard_at_item() && !ImGui::GetIO().WantTextInput &&
           compat::key_pressed(compat::Key::Enter, false);
}

void LessonsPanel::do_besides() {
    switch (session_->part()) {
        case LessonPart::Goal:
            return begin_by_hand();
        case LessonPart::Predict:
            session_->skip_prediction();
            viewer_.map().picks = false;
            return keep_place();
        default:
            trial_.begin(lesson_, session_->question_number());
            if (trial_.trial().look.view != LessonView::None) viewer_.look(lesson_->scenarios, trial_.look());
    }
}

void LessonsPanel::go_on() {
    switch (session_->part()) {
        case LessonPart::Goal:
            session_->begin();
            return begin_question();
        case LessonPart::Predict:
            return submit();
        case LessonPart::Run:
            return find_answer();
        case LessonPart::See:
            return session_->explain(own_words_);
        default:
            break;
    }
    session_->next();
    trial_.end();
    if (session_->part() == LessonPart::Done) return course_.finish(lesson_->id, session_->right());
    begin_question();
    keep_place();
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
            values["found"] = count_text(byte_count(session_->truth().answer.bytes) - feedback.missing);
            break;
    }
    return word(feedback.extra == 0 ? "missing_bytes" : "wrong_bytes", values);
}

void LessonsPanel::draw_feedback(const Context& context) {
    const Style& style = context.style;
    const Feedback& feedback = session_->feedback();
    draw_verdict(style, feedback);
    badge(style, badge_of(session_->question()), tr("From runs of the storages that the lesson names"));
    if (session_->question().after.event) {
        next_to(word("replay"));
        if (button(label("replay").c_str())) viewer_.look(lesson_->scenarios, session_->question().after);
    }
    ImGui::Dummy({0, style.px(8)});
    draw_explain(context);
}

/// What the prediction came to, on a raised ground with its sign.
void LessonsPanel::draw_verdict(const Style& style, const Feedback& feedback) {
    const Theme& theme = *style.theme;
    const ImU32 color = !feedback.asked ? theme.text : feedback.right ? theme.good : theme.error;
    const float padding = std::floor(style.px(8)), icon = std::floor(style.px(16));
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.ChannelsSplit(2);
    list.ChannelsSetCurrent(1);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x;
    if (feedback.asked)
        draw_icon(list, feedback.right ? Icon::Check : Icon::Close, {at.x + padding, at.y + padding}, icon, color);
    ImGui::SetCursorScreenPos({at.x + padding + icon + padding, at.y + padding});
    ImGui::BeginGroup();
    lesson_text(color, feedback_text(), width - icon - 3 * padding);
    ImGui::EndGroup();
    const float bottom = ImGui::GetItemRectMax().y + padding;
    list.ChannelsSetCurrent(0);
    list.AddRectFilled(at, {at.x + width, bottom}, theme.raised, style.px(4));
    list.ChannelsMerge();
    ImGui::SetCursorScreenPos(at);
    ImGui::Dummy({width, bottom - at.y});
}

void LessonsPanel::draw_explain(const Context& context) {
    const Style& style = context.style;
    if (session_->part() == LessonPart::See) {
        lesson_text(style.theme->text, word("why"));
        ImGui::SetNextItemWidth(ImGui::GetContentRegionAvail().x);
        if (input_text("##why", own_words_, word("why_hint").c_str(), ImGuiInputTextFlags_EnterReturnsTrue)) go_on();
        return;
    }
    if (!session_->own_words().empty()) lesson_text(style.theme->quiet, "“" + session_->own_words() + "”");
    lesson_text(style.theme->text, explanation_of(session_->question(), session_->truth(), shown_));
}

}  // namespace panels
