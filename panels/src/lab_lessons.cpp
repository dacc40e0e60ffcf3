#include "panels/lab_lessons.hpp"

#include <algorithm>
#include <chrono>

#include "panels/lab_source.hpp"
#include "panels/lesson_text.hpp"
#include "panels/widgets.hpp"

namespace panels {

using namespace ecs::lab;

namespace {

constexpr unsigned int some_kana = 0x3042;

/// All that has to be shown in Japanese.
std::string all_japanese(const LabSource& source) {
    std::string text = "日本語";
    for (const auto& [key, word] : source.words) text += word.japanese;
    for (const auto& lesson : source.lessons) {
        text += lesson->title.japanese + lesson->goal.japanese + lesson->before.japanese;
        if (lesson->hands_on) text += lesson->hands_on->ask.japanese;
        for (const Question& question : lesson->questions) {
            text += question.ask.japanese + question.unit.japanese + question.explain.japanese;
            for (const Text& hint : question.hints) text += hint.japanese;
            for (const LessonChoice& choice : question.choices) text += choice.text.japanese;
        }
    }
    return text;
}

/// Numbers by other storages than ours' layout are what a rule says, not what memory holds.
Badge badge_of(const Question& question) {
    if (is_measured(question.answer)) return Badge::Measured;
    const bool layout = question.answer.kind == FactKind::Capacity || question.answer.kind == FactKind::Slack;
    return layout && question.answer.rule != ecs::LayoutRule::Ours ? Badge::Simulated : Badge::Exact;
}

std::string count_text(std::uint64_t count) { return lesson_number(static_cast<double>(count), false); }

}  // namespace

LabLessons::~LabLessons() {
    if (truth_.valid()) truth_.wait();
}

std::string LabLessons::word(std::string_view key, const Values& values) const {
    const auto found = words_->find(key);
    return found == words_->end() ? std::string(key) : fill(found->second.in(shown_), values);
}

std::string LabLessons::label(std::string_view key) const { return word(key) + "###" + std::string(key); }

std::string LabLessons::save_settings() const {
    return std::string(language_ == Language::Japanese ? "ja" : "en") + (expert_ ? " expert " : " guided ") +
           course_.to_text();
}

void LabLessons::load_settings(std::string_view line) {
    language_ = line.substr(0, 2) == "ja" ? Language::Japanese : Language::English;
    expert_ = line.find(" expert") != std::string_view::npos;
    course_.from_text(line);
}

bool LabLessons::open(const LabSource& source, std::string_view id) {
    for (const auto& lesson : source.lessons)
        if (lesson->id == id) {
            start(lesson);
            return true;
        }
    return false;
}

void LabLessons::finish() {
    if (truth_.valid()) truth_.wait();
    viewer_.state().finish();
}

void LabLessons::start(std::shared_ptr<const Lesson> lesson) {
    by_hand_.reset();
    by_hand_wanted_ = false;
    lesson_ = std::move(lesson);
    session_.emplace(*lesson_);
    viewer_.look(lesson_->scenarios, {});
}

void LabLessons::begin_question() {
    const Question& question = session_->question();
    typed_.clear();
    own_words_.clear();
    problem_.clear();
    chosen_.clear();
    cards_.clear();
    for (const LessonChoice& choice : question.choices) cards_.push_back(choice.key);
    hints_shown_ = course_.hints() == Course::Hints::Open;
    viewer_.look(lesson_->scenarios, question.before);
    viewer_.map().picks = answer_of(question.answer.kind) == AnswerKind::Bytes;
}

void LabLessons::submit() {
    const AnswerKind kind = answer_of(session_->question().answer.kind);
    if (kind == AnswerKind::Number)
        problem_ = session_->predict_number(typed_);
    else
        problem_ = session_->predict({kind, 0, chosen_, cards_, viewer_.map().marked});
    viewer_.map().picks = false;
    if (!problem_.empty()) viewer_.map().picks = kind == AnswerKind::Bytes;
}

void LabLessons::take_truth() {
    if (!truth_.valid() || truth_.wait_for(std::chrono::seconds(0)) != std::future_status::ready) return;
    session_->take(truth_.get());
    course_.note(session_->feedback());
    viewer_.look(lesson_->scenarios, session_->question().after);
}

void LabLessons::begin_by_hand() {
    by_hand_wanted_ = true;
    by_hand_wrong_ = false;
    by_hand_.reset();
    viewer_.look(lesson_->scenarios, lesson_->hands_on->look);
    viewer_.map().picks = true;
}

bool LabLessons::show(const Context& context) {
    words_ = &context.lab->words;
    choose_language(context);
    viewer_.update(context);
    take_truth();
    if (truth_.valid() && context.stay_awake != nullptr) *context.stay_awake = true;
    const bool leaves = button(label("leave").c_str());
    ImGui::SameLine();
    draw_bar(context);
    if (!session_)
        draw_list(context);
    else
        draw_lesson(context);
    return leaves;
}

void LabLessons::choose_language(const Context& context) {
    if (language_ == Language::Japanese && !glyphs_wanted_ && context.lab->want_glyphs) {
        context.lab->want_glyphs(all_japanese(*context.lab));
        glyphs_wanted_ = true;
        if (context.stay_awake != nullptr) *context.stay_awake = true;  // they are there in the next frame
    }
    shown_ = compat::has_glyph(some_kana) ? language_ : Language::English;
}

void LabLessons::draw_bar(const Context& context) {
    const Style& style = context.style;
    if (session_) {
        if (button(label("back").c_str())) {
            by_hand_.reset();
            if (truth_.valid()) truth_.wait();
            truth_ = {};
            session_.reset();
        }
        ImGui::SameLine();
    }
    const auto language_button = [&](const char* name, Language language) {
        if (choice(style, name, language_ == language, {}, language == Language::Japanese ? "Japanese" : "English"))
            language_ = language;
    };
    language_button("EN", Language::English);
    ImGui::SameLine(0, 0);
    language_button("JA", Language::Japanese);
    ImGui::SameLine();
    if (checkbox(style, label("expert").c_str(), expert_)) {
    }
    tooltip(word("expert_hint"));
    if (session_) {
        ImGui::SameLine();
        colored_text(style.theme->accent, lesson_->id + "  " + lesson_->title.in(shown_));
    }
    if (language_ != shown_) wrapped_text(style.theme->warning, word("no_japanese"));
}

void LabLessons::draw_list(const Context& context) {
    const Style& style = context.style;
    const auto& lessons = context.lab->lessons;
    const auto done =
        std::count_if(lessons.begin(), lessons.end(), [&](const auto& lesson) { return course_.of(lesson->id).done; });
    quiet_text(style, word("all_done", {{"done", std::to_string(done)}, {"count", std::to_string(lessons.size())}}));
    constexpr int columns = 3;
    if (!ImGui::BeginTable("lessons", columns, list_table_flags)) return;
    ImGui::TableSetupScrollFreeze(0, 1);
    ImGui::TableSetupColumn(word("lesson_column").c_str(), ImGuiTableColumnFlags_WidthFixed, style.px(240));
    ImGui::TableSetupColumn(word("goal_column").c_str(), ImGuiTableColumnFlags_WidthStretch);
    ImGui::TableSetupColumn(word("progress").c_str(), ImGuiTableColumnFlags_WidthFixed, style.px(90));
    static constexpr const char* hints[columns] = {nullptr, nullptr, nullptr};
    header_row(style, hints, 0);
    for (const auto& lesson : lessons) {
        begin_row(style);
        ImGui::PushID(lesson->id.c_str());
        const bool opened = ImGui::Selectable("##lesson", false, ImGuiSelectableFlags_SpanAllColumns);
        ImGui::SameLine(0, 0);
        colored_text(style.theme->text, lesson->id + "  " + lesson->title.in(shown_));
        ImGui::TableNextColumn();
        clipped_text(lesson->goal.in(shown_), ImGui::GetContentRegionAvail().x);
        ImGui::TableNextColumn();
        const Course::Progress& progress = course_.of(lesson->id);
        if (progress.done)
            colored_text(style.theme->good,
                         std::to_string(progress.right) + " / " + std::to_string(lesson->questions.size()));
        else
            quiet_text(style, "–");
        if (progress.by_hand) {
            ImGui::SameLine();
            colored_text(style.theme->good, "+");
            tooltip(word("by_hand"));
        }
        ImGui::PopID();
        if (opened) start(lesson);
    }
    ImGui::EndTable();
}

void LabLessons::draw_lesson(const Context& context) {
    const Style& style = context.style;
    const bool has_view = viewer_.present().view != LessonView::None;
    const float all = ImGui::GetContentRegionAvail().x;
    const float width = has_view ? std::clamp(all * 0.34f, style.px(280), style.px(520)) : std::min(all, style.px(640));
    if (compat::begin_child("text", {width, 0})) {
        if (by_hand_wanted_)
            draw_by_hand(context);
        else if (session_->stage() == LessonStage::Goal)
            draw_goal(context);
        else if (session_->stage() == LessonStage::Done)
            draw_done(context);
        else {
            const Question& question = session_->question();
            quiet_text(style, word("question", {{"number", std::to_string(session_->question_number() + 1)},
                                                {"count", std::to_string(lesson_->questions.size())}}));
            lesson_text(style.theme->text, question.ask.in(shown_));
            ImGui::Dummy({0, style.px(4)});
            if (session_->stage() == LessonStage::Predict)
                draw_predict(context);
            else if (session_->stage() == LessonStage::Run)
                draw_run(context);
            else
                draw_feedback(context);
        }
    }
    ImGui::EndChild();
    if (!has_view) return;
    ImGui::SameLine(0, style.px(16));
    if (compat::begin_child("view")) viewer_.show(context, word("running"));
    ImGui::EndChild();
    pick_bytes();
}

void LabLessons::pick_bytes() {
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

void LabLessons::draw_goal(const Context& context) {
    const Style& style = context.style;
    lesson_text(style.theme->text, lesson_->goal.in(shown_));
    ImGui::Dummy({0, style.px(4)});
    lesson_text(style.theme->quiet_text, lesson_->before.in(shown_));
    ImGui::Dummy({0, style.px(8)});
    if (button(label("begin").c_str())) {
        session_->begin();
        begin_question();
        return;
    }
    if (!lesson_->hands_on || !expert_) return;
    ImGui::SameLine();
    if (button(label("by_hand").c_str())) begin_by_hand();
}

void LabLessons::draw_predict(const Context& context) {
    const Style& style = context.style;
    lesson_text(style.theme->quiet_text, lesson_->before.in(shown_));
    ImGui::Dummy({0, style.px(4)});
    lesson_text(style.theme->quiet_text, word("predict_rule"));
    draw_input(context);
    if (!problem_.empty()) lesson_text(style.theme->error, word(problem_));
    ImGui::Dummy({0, style.px(4)});
    if (button(label("predict").c_str())) submit();
    if (expert_ && session_->stage() == LessonStage::Predict) {
        ImGui::SameLine();
        if (button(label("reveal").c_str())) {
            session_->skip_prediction();
            viewer_.map().picks = false;
        }
    }
    if (session_->stage() == LessonStage::Predict) draw_hints(context);
}

void LabLessons::draw_input(const Context& context) {
    const Style& style = context.style;
    const Question& question = session_->question();
    switch (answer_of(question.answer.kind)) {
        case AnswerKind::Number:
            ImGui::SetNextItemWidth(style.px(160));
            if (input_text("##number", typed_, question.hex ? "0x…" : "", ImGuiInputTextFlags_EnterReturnsTrue))
                submit();
            ImGui::SameLine();
            colored_text(style.theme->text, question.unit.in(shown_));
            return;
        case AnswerKind::Word:
            for (const LessonChoice& choice : question.choices) {
                const bool chosen = chosen_ == choice.key;
                const std::string mark = chosen ? "●  " : "○  ";
                ImGui::PushID(choice.key.c_str());
                if (ImGui::Selectable((mark + choice.text.in(shown_) + "###choice").c_str(), chosen))
                    chosen_ = choice.key;
                ImGui::PopID();
            }
            return;
        case AnswerKind::Order:
            return draw_cards(style);
        case AnswerKind::Bytes:
            lesson_text(style.theme->text,
                        word("click_values", {{"bytes", count_text(byte_count(viewer_.map().marked))}}));
    }
}

void LabLessons::draw_cards(const Style& style) {
    lesson_text(style.theme->quiet_text, word("order_rule"));
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

void LabLessons::draw_hints(const Context& context) {
    const Style& style = context.style;
    const std::vector<Text>& hints = session_->question().hints;
    if (hints.empty() || (!hints_shown_ && course_.hints() == Course::Hints::None)) return;
    ImGui::Dummy({0, style.px(8)});
    if (!hints_shown_) {
        hints_shown_ = button(label("hint").c_str());
        return;
    }
    for (const Text& hint : hints) lesson_text(style.theme->quiet_text, hint.in(shown_));
}

void LabLessons::draw_run(const Context& context) {
    const Style& style = context.style;
    if (const auto& prediction = session_->prediction())
        lesson_text(style.theme->text,
                    word("your_answer") + ": " + answer_text(session_->question(), *prediction, shown_));
    lesson_text(style.theme->quiet_text, word("run_rule"));
    ImGui::Dummy({0, style.px(4)});
    if (truth_.valid()) {
        quiet_text(style, word("running"));
        return;
    }
    if (button(label("run").c_str()))
        truth_ = std::async(std::launch::async, [lesson = lesson_, question = session_->question_number()] {
            return find_truth(*lesson, question);
        });
}

std::string LabLessons::feedback_text() const {
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

void LabLessons::draw_feedback(const Context& context) {
    const Style& style = context.style;
    const Feedback& feedback = session_->feedback();
    lesson_text(!feedback.asked  ? style.theme->text
                : feedback.right ? style.theme->good
                                 : style.theme->warning,
                feedback_text());
    badge(style, badge_of(session_->question()), "From runs of the storages that the lesson names");
    if (session_->question().after.event) {
        ImGui::SameLine();
        if (button(label("replay").c_str())) viewer_.look(lesson_->scenarios, session_->question().after);
    }
    ImGui::Dummy({0, style.px(8)});
    draw_explain(context);
}

void LabLessons::draw_explain(const Context& context) {
    const Style& style = context.style;
    if (session_->stage() == LessonStage::See) {
        lesson_text(style.theme->text, word("why"));
        ImGui::SetNextItemWidth(ImGui::GetContentRegionAvail().x);
        const bool entered =
            input_text("##why", own_words_, word("why_hint").c_str(), ImGuiInputTextFlags_EnterReturnsTrue);
        if (button(label("compare_why").c_str()) || entered) session_->explain(own_words_);
        return;
    }
    if (!session_->own_words().empty()) lesson_text(style.theme->quiet_text, "“" + session_->own_words() + "”");
    lesson_text(style.theme->text, explanation_of(session_->question(), session_->truth(), shown_));
    ImGui::Dummy({0, style.px(8)});
    const bool last = session_->question_number() + 1 == lesson_->questions.size();
    if (!button(label(last ? "finish" : "next_question").c_str())) return;
    session_->next();
    if (session_->stage() == LessonStage::Done)
        course_.finish(lesson_->id, session_->right());
    else
        begin_question();
}

void LabLessons::draw_done(const Context& context) {
    const Style& style = context.style;
    lesson_text(style.theme->good, word("done", {{"right", std::to_string(session_->right())},
                                                 {"count", std::to_string(lesson_->questions.size())}}));
    ImGui::Dummy({0, style.px(8)});
    if (lesson_->hands_on && button(label("by_hand").c_str())) begin_by_hand();
    if (button(label("again").c_str())) start(lesson_);
}

void LabLessons::draw_by_hand(const Context& context) {
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
        if (button(label("back").c_str())) {
            by_hand_.reset();
            session_.reset();
            by_hand_wanted_ = false;
        }
        return;
    }
    const Event& event = by_hand_->present();
    const bool copy = event.kind == EventKind::Copy;
    lesson_text(style.theme->text, word(!copy                           ? "by_hand_write"
                                        : by_hand_->wants_destination() ? "by_hand_to"
                                                                        : "by_hand_copy",
                                        {{"beat", std::to_string(by_hand_->done() + 1)},
                                         {"count", std::to_string(by_hand_->beats())},
                                         {"bytes", count_text(event.bytes)}}));
    if (!event.text.empty()) mono_text(style, event.text, style.theme->quiet_text);
    if (by_hand_wrong_) lesson_text(style.theme->warning, word("by_hand_wrong", {{"mistakes", mistakes}}));
    if (by_hand_->mistakes_here() >= 2)
        lesson_text(
            style.theme->quiet_text,
            word("by_hand_hint", {{"address", lesson_number(static_cast<double>(by_hand_->wanted().first), true)}}));
}

}  // namespace panels
