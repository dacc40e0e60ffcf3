// Each lesson that comes with the program, taken in its panel with the mouse from the first question to the end.
#include <algorithm>
#include <set>

#include "app/chrome/japanese_font.hpp"
#include "catch.hpp"
#include "ecs/snapshot/state_hash.hpp"
#include "editor/app/chrome/lab_source.hpp"
#include "editor/support/lesson_answers.hpp"
#include "panels/lessons/lessons_panel.hpp"
#include "panels/support/headless.hpp"

namespace lessons_test {

using namespace ecs::lab;

namespace {

struct Class {
    std::vector<unsigned char> font;
    Harness harness;
    panels::LabSource source = editor::make_lab_source();
    panels::LessonsPanel panel;

    explicit Class(ImVec2 size) : harness(size) {
        harness.lend(&panels::Context::lab, &source);
        harness.add(panel);
        finish_work();
    }
    /// The answers of questions from this one on stand nowhere: in no text that is drawn, in both languages.
    void check_nothing_is_told(const std::vector<QuestionTruth>& truths, std::size_t from) {
        const Lesson& lesson = session().lesson();
        for (const Language language : {Language::English, Language::Japanese}) {
            if (language == Language::Japanese && font.empty()) return;
            harness.click_text(language == Language::Japanese ? "JA" : "EN");
            harness.frames(2);
            if (language == Language::Japanese) CHECK(harness.says("レッスン一覧"));
            std::vector<std::string> options;  // that may be chosen now or were, and so stand there
            if (session().part() == LessonPart::Predict)
                for (const LessonChoice& choice : session().question().choices)
                    options.push_back(choice.text.in(language));
            // What he said himself tells him nothing.
            const auto own = [&](const Question& question, const std::optional<Answer>& prediction) {
                if (prediction) options.push_back(answer_text(question, *prediction, language));
            };
            for (std::size_t i = 0; i < session().given().size(); ++i)
                own(lesson.questions[i], session().given()[i].prediction);
            if (session().part() != LessonPart::Goal) own(session().question(), session().prediction());
            for (std::size_t i = from; i < truths.size(); ++i)
                for (const Telltale& telltale : telltales(lesson.questions[i], truths[i].answer, language)) {
                    if (std::find(options.begin(), options.end(), telltale.said) != options.end()) continue;
                    CAPTURE(lesson.id, session().question_number() + 1, i + 1, telltale.said);
                    for (const DrawnText& drawn : harness.texts()) {
                        CAPTURE(drawn.text);
                        CHECK((!tells(drawn.text, telltale) || is_harmless(lesson.id, i, drawn.text)));
                    }
                }
        }
        if (!font.empty()) {
            harness.click_text("EN");
            harness.frames(2);
        }
    }
    panels::LessonsPanel& lessons() { return panel; }
    const LessonSession& session() { return *lessons().session(); }
    void finish_work() {
        harness.frames(2);
        lessons().finish();
        harness.frames(3);
    }
    void click(const char* words) {
        INFO(harness.screen());
        harness.click_text(words);
        finish_work();
    }
    /// A prediction that is well formed, and wrong where that can be told beforehand.
    void predict() {
        const Question& question = session().question();
        switch (answer_of(question.answer.kind)) {
            case AnswerKind::Number:
                harness.click(field());
                harness.replace_text("123456789012");
                break;
            case AnswerKind::Word:
                // The first that the test's font has all letters of.
                // With the mark before it, for predictions so far may say the same.
                harness.click_text("  " +
                                   std::find_if(question.choices.begin(), question.choices.end(), [](const auto& each) {
                                       return std::all_of(each.text.english.begin(), each.text.english.end(),
                                                          [](char c) { return static_cast<unsigned char>(c) < 128; });
                                   })->text.english);
                break;
            case AnswerKind::Bytes:
                lessons().viewer().map().marked = {{1, 2}};
                break;
            case AnswerKind::Order:
                break;
        }
        harness.frames(2);  // what was said of no answer goes, and the button comes up
        click("That is my prediction");
    }
    /// Where the number is typed: the unit stands beside it, or the beginning of an address in it.
    ImVec2 field() {
        const Question& question = session().question();
        const float left = harness.need("Predict first").low.x;
        std::optional<float> height;
        if (!question.hex && question.unit.english.empty())  // above what was said of no number at all
            height = harness.need("A prediction is a number").low.y - 14;
        for (const DrawnText& drawn : harness.texts())
            if (question.hex ? drawn.text.rfind("0x", 0) == 0 && drawn.text.size() <= 5
                             : drawn.text == unit_of_many(question.unit.english))
                height = drawn.middle().y;
        INFO(harness.screen());
        REQUIRE(height.has_value());
        return {left + 20, *height};
    }
    void check_refused() {
        const AnswerKind kind = answer_of(session().question().answer.kind);
        if (kind == AnswerKind::Order) return;  // cards are always an order
        click("That is my prediction");
        CHECK(session().part() == LessonPart::Predict);
        CHECK(harness.says(kind == AnswerKind::Number ? "A prediction is a number"
                           : kind == AnswerKind::Word ? "Choose one of the answers"
                                                      : "Click at least one value"));
    }
};

}  // namespace

TEST_CASE("Lessons: each is taken to its end with the mouse, tells no answer too early, and leaves the world alone",
          "[ui][lessons]") {
    Class lab({1100, 640});
    if (!add_japanese(lab.font)) WARN("without a font, Japanese is not looked at");
    const std::uint64_t world = ecs::state_hash(lab.harness.world);
    for (const auto& lesson : lab.source.lessons) {
        CAPTURE(lesson->id);
        REQUIRE(lab.lessons().open(lab.source, lesson->id));
        lab.finish_work();
        std::vector<QuestionTruth> truths;
        for (std::size_t i = 0; i < lesson->questions.size(); ++i)
            truths.push_back(is_measured(lesson->questions[i].answer) ? QuestionTruth{} : find_truth(*lesson, i));
        lab.check_nothing_is_told(truths, 0);
        lab.click("Begin");
        while (lab.session().part() != LessonPart::Done) {
            const std::size_t number = lab.session().question_number();
            CAPTURE(number);
            lab.check_nothing_is_told(truths, number);
            const std::size_t right = lab.session().right();
            const Question& question = lab.session().question();
            lab.check_refused();
            lab.predict();
            REQUIRE(lab.session().part() == LessonPart::Run);
            lab.click("Run it");
            REQUIRE(lab.session().part() == LessonPart::See);
            lab.check_nothing_is_told(truths, number + 1);
            if (answer_of(question.answer.kind) == AnswerKind::Number) {
                CHECK(lab.session().right() == right);
                CHECK(
                    lab.harness.says(question.hex ? "You predicted 0x123456789012" : "You predicted 123,456,789,012"));
            }
            lab.click("Compare with the explanation");
            lab.check_nothing_is_told(truths, number + 1);
            if (question.trial) {
                lab.click("Try it yourself");
                REQUIRE(lab.lessons().trial().readings() != nullptr);
                lab.check_nothing_is_told(truths, number + 1);
            }
            const bool last = lab.session().question_number() + 1 == lesson->questions.size();
            lab.click(last ? "Finish the lesson" : "Next question");
        }
        CHECK(lab.harness.says("Done: "));
        CHECK(lab.lessons().course().of(lesson->id).done);
    }
    CHECK(ecs::state_hash(lab.harness.world) == world);
    CHECK(lab.harness.performed.empty());

    panels::LessonsPanel other;  // progress is kept
    other.load_settings(lab.panel.save_settings());
    for (const auto& lesson : lab.source.lessons) CHECK(other.course().of(lesson->id).done);
}

TEST_CASE("Lessons: an expert sees each answer without a prediction", "[ui][lessons]") {
    Class lab({1100, 640});
    lab.click("Expert");
    for (const auto& lesson : lab.source.lessons) {
        if (is_measured(lesson->questions.back().answer)) continue;
        CAPTURE(lesson->id);
        REQUIRE(lab.lessons().open(lab.source, lesson->id));
        lab.finish_work();
        if (lesson->hands_on) CHECK(lab.harness.says("Do it yourself"));
        lab.click("Begin");
        lab.click("Show the answer");
        CHECK_FALSE(lab.session().prediction().has_value());
        lab.finish_work();
        CHECK(lab.session().part() == LessonPart::See);
        CHECK(lab.harness.says("The answer:"));
    }
}

}  // namespace lessons_test
