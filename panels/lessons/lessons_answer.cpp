#include <algorithm>
#include <utility>

#include "panels/lessons/lesson_text.hpp"
#include "panels/lessons/lessons_panel.hpp"
#include "panels/widgets/widgets.hpp"

namespace panels {

using namespace ecs::lab;

void LessonsPanel::draw_predict(const Context& context) {
    const Style& style = context.style;
    lesson_text(style.theme->quiet, word("predict_rule"));
    draw_input(context);
    if (!problem_.empty() && refused_ != entered()) problem_.clear();
    if (!problem_.empty()) lesson_text(style.theme->error, word(problem_));
    if (session_->part() == LessonPart::Predict) draw_hints(context);
}

void LessonsPanel::draw_input(const Context& context) {
    const Style& style = context.style;
    const Question& question = session_->question();
    switch (answer_of(question.answer.kind)) {
        case AnswerKind::Number:
            ImGui::SetNextItemWidth(style.px(160));
            if (std::exchange(focuses_field_, false) && ImGui::IsWindowFocused(ImGuiFocusedFlags_RootAndChildWindows))
                ImGui::SetKeyboardFocusHere();
            if (input_text("##number", typed_, question.hex ? "0x…" : "", ImGuiInputTextFlags_EnterReturnsTrue))
                submit();
            ImGui::SameLine();
            colored_text(style.theme->text, unit_of_many(question.unit.in(shown_)));
            return;
        case AnswerKind::Word:
            for (const LessonChoice& choice : question.choices) {
                const bool chosen = chosen_ == choice.key;
                const std::string mark = chosen ? "●  " : "○  ";
                ImGui::PushID(choice.key.c_str());
                if (selectable((mark + choice.text.in(shown_) + "###choice").c_str(), chosen)) chosen_ = choice.key;
                // Elsewhere Enter takes the prediction; where the keyboard stands on a choice, it does so the second
                // time.
                const bool again = chosen && ImGui::IsItemFocused() && ImGui::GetIO().NavVisible;
                ImGui::PopID();
                if (again && compat::key_pressed(compat::Key::Enter, false)) return submit();
            }
            return;
        case AnswerKind::Order:
            return draw_cards(style);
        case AnswerKind::Bytes:
            lesson_text(style.theme->text,
                        word("click_values", {{"bytes", count_text(byte_count(viewer_.map().marked))}}));
    }
}

void LessonsPanel::draw_cards(const Style& style) {
    lesson_text(style.theme->quiet, word("order_rule"));
    const Question& question = session_->question();
    const float arrows = style.px(64);
    ImGui::PushStyleVar(ImGuiStyleVar_ButtonTextAlign, {0.0f, 0.5f});
    for (std::size_t i = 0; i < cards_.size(); ++i) {
        const auto card = std::find_if(question.choices.begin(), question.choices.end(),
                                       [&](const LessonChoice& choice) { return choice.key == cards_[i]; });
        ImGui::PushID(cards_[i].c_str());
        const std::string text = std::to_string(i + 1) + "   " + card->text.in(shown_) + "###card";
        ImGui::Button(text.c_str(), {ImGui::GetContentRegionAvail().x - arrows, 0});
        // A card that is dragged over its neighbour's place changes places with it.
        const ImVec2 low = ImGui::GetItemRectMin(), high = ImGui::GetItemRectMax();
        const float mouse = ImGui::GetIO().MousePos.y;
        std::size_t other = i;
        if (ImGui::IsItemActive() && mouse < low.y && i > 0) other = i - 1;
        if (ImGui::IsItemActive() && mouse > high.y && i + 1 < cards_.size()) other = i + 1;
        ImGui::SameLine();
        if (ImGui::ArrowButton("up", ImGuiDir_Up) && i > 0) other = i - 1;
        ImGui::SameLine(0, style.px(2));
        if (ImGui::ArrowButton("down", ImGuiDir_Down) && i + 1 < cards_.size()) other = i + 1;
        ImGui::PopID();
        if (other != i) std::swap(cards_[i], cards_[other]);
    }
    ImGui::PopStyleVar();
}

void LessonsPanel::draw_hints(const Context& context) {
    const Style& style = context.style;
    const std::vector<Text>& hints = session_->question().hints;
    if (hints.empty() || (!hints_shown_ && course_.hints() == Course::Hints::None)) return;
    ImGui::Dummy({0, style.px(8)});
    if (!hints_shown_) {
        hints_shown_ = button(label("hint").c_str());
        return;
    }
    for (const Text& hint : hints) lesson_text(style.theme->quiet, hint.in(shown_));
}

void LessonsPanel::pick_bytes() {
    LabMap& map = viewer_.map();
    const ScenarioRun* run = viewer_.run();
    if (!map.picks || !map.clicked() || run == nullptr) return;
    const Address byte = *map.clicked();
    if (by_hand_) {
        if (!by_hand_->finished()) by_hand_wrong_ = by_hand_->click(byte) == ByHand::Click::Wrong;
        if (by_hand_->finished()) course_.finish_by_hand(lesson_->id);
        return;
    }
    for (const Span& span : spans_of(run->storage())) {
        if (span.role != Role::Payload || byte < span.at || byte >= span.end()) continue;
        // A value that was chosen is taken out of the chosen bytes again.
        ByteRanges kept;
        bool was_chosen = false;
        for (const auto& [begin, end] : map.marked) {
            if (end <= span.at || begin >= span.end()) {
                kept.emplace_back(begin, end);
                continue;
            }
            was_chosen = true;
            if (begin < span.at) kept.emplace_back(begin, span.at);
            if (end > span.end()) kept.emplace_back(span.end(), end);
        }
        if (!was_chosen) kept.emplace_back(span.at, span.end());
        map.marked = std::move(kept);
    }
}

void LessonsPanel::begin_by_hand() {
    by_hand_wanted_ = true;
    by_hand_wrong_ = false;
    by_hand_.reset();
    viewer_.look(lesson_->scenarios, lesson_->hands_on->look);
    viewer_.map().picks = true;
}

void LessonsPanel::draw_by_hand(const Context& context) {
    const Style& style = context.style;
    lesson_text(style.theme->text, lesson_->hands_on->ask.in(shown_));
    ImGui::Dummy({0, style.px(8)});
    if (!by_hand_) {
        if (ScenarioRun* run = viewer_.run()) by_hand_ = std::make_unique<ByHand>(*run);
        return;
    }
    const std::string mistakes = std::to_string(by_hand_->mistakes());
    if (by_hand_->finished()) {
        lesson_text(style.theme->good, word("by_hand_done", {{"mistakes", mistakes}}));
        if (button(label("again").c_str())) begin_by_hand();
        return draw_what_next(context);
    }
    const Event& event = by_hand_->present();
    const bool copy = event.kind == EventKind::Copy;
    lesson_text(style.theme->text, word(!copy                           ? "by_hand_write"
                                        : by_hand_->wants_destination() ? "by_hand_to"
                                                                        : "by_hand_copy",
                                        {{"beat", std::to_string(by_hand_->done() + 1)},
                                         {"count", std::to_string(by_hand_->beats())},
                                         {"bytes", count_text(event.bytes)}}));
    if (!event.text.empty()) {
        ImGui::PushTextWrapPos(0);
        mono_text(style, event.text, style.theme->quiet);
        ImGui::PopTextWrapPos();
    }
    if (by_hand_wrong_) lesson_text(style.theme->warn, word("by_hand_wrong", {{"mistakes", mistakes}}));
    if (by_hand_->mistakes_here() >= 2)
        lesson_text(
            style.theme->quiet,
            word("by_hand_hint", {{"address", lesson_number(static_cast<double>(by_hand_->wanted().first), true)}}));
}

}  // namespace panels
