#include "panels/lessons/lessons_panel.hpp"

#include <algorithm>
#include <utility>

#include "panels/base/language.hpp"
#include "panels/lab/lab_source.hpp"
#include "panels/widgets/first_steps.hpp"
#include "panels/widgets/widgets.hpp"

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
            if (!question.trial) continue;
            text += question.trial->ask.japanese;
            for (const Knob& knob : question.trial->knobs) {
                text += knob.label.japanese;
                for (const Knob::Position& position : knob.positions) text += position.text.japanese;
            }
            for (const Reading& reading : question.trial->readings)
                text += reading.label.japanese + reading.unit.japanese;
        }
    }
    return text;
}

}  // namespace

LessonsPanel::LessonsPanel(FindTruth find_truth)
    : Panel("lessons", tr_later("Lessons"), DockPlace::Middle,
            tr_later("How memory is laid out: predict first, then see what really happens")),
      find_truth_(std::move(find_truth)) {
    if (!find_truth_)
        find_truth_ = [](const Lesson& lesson, std::size_t question, const std::stop_token& stop) {
            return ecs::lab::find_truth(lesson, question, {}, stop);
        };
}

std::string LessonsPanel::word(std::string_view key, const Values& values) const { return words_(key, values); }

std::string LessonsPanel::label(std::string_view key) const { return word(key) + "###" + std::string(key); }

std::string LessonsPanel::count_text(std::uint64_t count) { return lesson_number(static_cast<double>(count), false); }

/// That of the interface, until a person chose another one for the lessons.
Language LessonsPanel::language() const {
    const ecs::Catalog* const interface = ecs::spoken();
    const bool japanese = interface != nullptr && interface->code() == "ja";
    return chosen_language_.value_or(japanese ? Language::Japanese : Language::English);
}

std::string LessonsPanel::save_settings() const {
    return std::string(!chosen_language_                         ? "as"
                       : *chosen_language_ == Language::Japanese ? "ja"
                                                                 : "en") +
           (expert_ ? " expert " : " guided ") + course_.to_text();
}

void LessonsPanel::load_settings(std::string_view line) {
    const std::string_view language = line.substr(0, 2);
    chosen_language_ = language == "ja"   ? std::optional(Language::Japanese)
                       : language == "en" ? std::optional(Language::English)
                                          : std::nullopt;
    expert_ = line.find(" expert") != std::string_view::npos;
    course_.from_text(line);
}

bool LessonsPanel::open(const LabSource& source, std::string_view id) {
    for (const auto& lesson : source.lessons)
        if (lesson->id == id) {
            start(lesson);
            return true;
        }
    return false;
}

void LessonsPanel::finish() {
    truth_.wait();
    viewer_.state().finish();
    trial_.finish();
}

void LessonsPanel::start(std::shared_ptr<const Lesson> lesson) {
    by_hand_.reset();
    by_hand_wanted_ = false;
    trial_.end();
    truth_.abandon();
    lesson_ = std::move(lesson);
    session_.emplace(*lesson_);
    viewer_.look(lesson_->scenarios, {});
    if (!session_->go_on_at(course_.of(lesson_->id).place)) return;
    begin_question();
    if (session_->part() == LessonPart::Predict) return;
    viewer_.map().picks = false;
    if (const auto& prediction = session_->prediction()) viewer_.map().marked = prediction->bytes;
}

void LessonsPanel::start_again() {
    course_.keep_place(lesson_->id, {});
    start(lesson_);
}

void LessonsPanel::leave_lesson() {
    by_hand_.reset();
    by_hand_wanted_ = false;
    trial_.end();
    truth_.abandon();
    session_.reset();
}

void LessonsPanel::keep_place() { course_.keep_place(lesson_->id, session_->place()); }

void LessonsPanel::begin_question() {
    const Question& question = session_->question();
    typed_.clear();
    own_words_.clear();
    problem_.clear();
    focuses_field_ = true;
    chosen_.clear();
    cards_.clear();
    for (const LessonChoice& choice : question.choices) cards_.push_back(choice.key);
    hints_shown_ = course_.hints() == Course::Hints::Open;
    trial_.end();
    viewer_.look(lesson_->scenarios, question.before);
    viewer_.map().picks = answer_of(question.answer.kind) == AnswerKind::Bytes;
}

LessonsPanel::Entered LessonsPanel::entered() { return {typed_, chosen_, cards_, viewer_.map().marked}; }

void LessonsPanel::submit() {
    const AnswerKind kind = answer_of(session_->question().answer.kind);
    if (kind == AnswerKind::Number)
        problem_ = session_->predict_number(typed_);
    else
        problem_ = session_->predict({kind, 0, chosen_, cards_, viewer_.map().marked});
    if (!problem_.empty()) refused_ = entered();
    focuses_field_ = !problem_.empty();  // to mend it
    viewer_.map().picks = !problem_.empty() && kind == AnswerKind::Bytes;
    keep_place();
}

void LessonsPanel::take_truth() {
    if (!truth_.finished()) return;
    session_->take(truth_.take());
    course_.note(session_->feedback());
    viewer_.look(lesson_->scenarios, session_->question().after);
}

LessonsPanel::~LessonsPanel() { *link_ = nullptr; }

void LessonsPanel::show_none(const Context& context) {
    empty_without_program(context, tr("There are no lessons here"), tr("The program that shows this panel lends none"));
}

bool LessonsPanel::begin_frame(const Context& context) {
    if (context.lab == nullptr || context.lab->lessons.empty()) {
        show_none(context);
        return false;
    }
    if (std::exchange(frame_, ImGui::GetFrameCount()) == ImGui::GetFrameCount()) return true;
    words_.words = &context.lab->words;
    choose_language(context);
    words_.language = shown_;
    viewer_.update(context);
    trial_.update(context);
    take_truth();
    if (truth_.running() && context.stay_awake != nullptr) *context.stay_awake = true;
    return true;
}

void LessonsPanel::draw(const Context& context) {
    if (!begin_frame(context)) return;
    draw_bar(context);
    if (!session_)
        draw_list(context);
    else
        draw_lesson(context);
}

void LessonsPanel::choose_language(const Context& context) {
    if (language() == Language::Japanese && !glyphs_wanted_ && context.lab->want_glyphs) {
        context.lab->want_glyphs(all_japanese(*context.lab));
        glyphs_wanted_ = true;
        if (context.stay_awake != nullptr) *context.stay_awake = true;  // they are there in the next frame
    }
    shown_ = compat::has_glyph(some_kana) ? language() : Language::English;
}

void LessonsPanel::draw_bar(const Context& context) {
    const Style& style = context.style;
    if (session_) {
        if (button(label("back").c_str())) leave_lesson();
        ImGui::SameLine();
    }
    if (session_ && !session_->place().empty()) {
        if (button(label("start_again").c_str())) start_again();
        ImGui::SameLine();
    }
    const auto language_button = [&](const char* name, Language each) {
        if (choice(style, name, language() == each, {}, each == Language::Japanese ? "日本語" : "English"))
            chosen_language_ = each;
    };
    language_button("EN", Language::English);
    ImGui::SameLine(0, 0);
    language_button("JA", Language::Japanese);
    const ImGuiStyle& spacing = ImGui::GetStyle();
    same_line_if_fits(
        ImGui::GetFrameHeight() + spacing.ItemInnerSpacing.x + ImGui::CalcTextSize(word("expert").c_str()).x, -1);
    if (checkbox(style, label("expert").c_str(), expert_)) {
    }
    tooltip(word("expert_hint"));
    if (session_) {
        const compat::FontScope font(style.words_bold);
        clipped_line(style.theme->text, lesson_->id + "  " + lesson_->title.in(shown_));
    }
    if (language() != shown_) wrapped_text(style.theme->warn, word("no_japanese"));
}

void LessonsPanel::draw_list(const Context& context) {
    const Style& style = context.style;
    const auto& lessons = context.lab->lessons;
    const auto done =
        std::count_if(lessons.begin(), lessons.end(), [&](const auto& lesson) { return course_.of(lesson->id).done; });
    quiet_text(style, word("all_done", {{"done", std::to_string(done)}, {"count", std::to_string(lessons.size())}}));
    // Where there is little room, the goals stand in tooltips.
    const bool goals = ImGui::GetContentRegionAvail().x >= style.px(560);
    if (!ImGui::BeginTable(goals ? "lessons" : "titles", goals ? 3 : 2, list_table_flags)) return;
    ImGui::TableSetupScrollFreeze(0, 1);
    constexpr ImGuiTableColumnFlags fixed = ImGuiTableColumnFlags_WidthFixed, rest = ImGuiTableColumnFlags_WidthStretch;
    ImGui::TableSetupColumn(word("lesson_column").c_str(), goals ? fixed : rest, goals ? style.px(240) : 1);
    if (goals) ImGui::TableSetupColumn(word("goal_column").c_str(), rest);
    ImGui::TableSetupColumn(word("progress").c_str(), fixed, style.px(goals ? 136 : 112));
    static constexpr const char* hints[] = {nullptr, nullptr, nullptr};
    header_row(style, hints, 0);
    bool cards_begin = true;
    for (const auto& lesson : lessons) {
        if (lesson->is_card && std::exchange(cards_begin, false)) {
            begin_row(style);
            quiet_text(style, word("cards"));
        }
        draw_entry(context, lesson, goals);
    }
    ImGui::EndTable();
}

void LessonsPanel::draw_entry(const Context& context, const std::shared_ptr<const Lesson>& lesson, bool goal) {
    const Style& style = context.style;
    begin_row(style);
    ImGui::PushID(lesson->id.c_str());
    const bool opened = selectable("##lesson", false, ImGuiSelectableFlags_SpanAllColumns);
    if (!goal) tooltip(lesson->goal.in(shown_));
    ImGui::SameLine(0, 0);
    clipped_line(style.theme->text, lesson->id + "  " + lesson->title.in(shown_));
    if (goal) {
        ImGui::TableNextColumn();
        clipped_text(lesson->goal.in(shown_), ImGui::GetContentRegionAvail().x);
    }
    ImGui::TableNextColumn();
    const Course::Progress& progress = course_.of(lesson->id);
    if (!progress.place.empty())
        colored_text(style.theme->text,
                     word("at_question", {{"number", std::to_string(progress.place.given.size() + 1)},
                                          {"count", std::to_string(lesson->questions.size())}}));
    else if (progress.done)
        colored_text(style.theme->good, word("done_right", {{"right", std::to_string(progress.right)},
                                                            {"count", std::to_string(lesson->questions.size())}}));
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

}  // namespace panels
