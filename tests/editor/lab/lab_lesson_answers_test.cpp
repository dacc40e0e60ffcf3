// No text that is read before a question is answered gives its answer away: neither what stood before it, nor its
// hints, nor the page of questions on paper. What is drawn beside the texts, tests/app/chrome/lessons_test looks at.
#include "editor/support/lesson_answers.hpp"

#include "catch.hpp"
#include "editor/lab/lab_handout.hpp"
#include "editor/lab/lab_lesson.hpp"

namespace lab_lesson_answers_test {

using namespace ecs::lab;

namespace {

/// What has been read when question `open` is asked, and not yet answered.
std::vector<std::string> read_so_far(const Lesson& lesson, const std::vector<QuestionTruth>& truths, std::size_t open,
                                     Language language) {
    std::vector<std::string> texts{lesson.title.in(language), lesson.goal.in(language), lesson.before.in(language)};
    for (std::size_t i = 0; i <= open; ++i) {
        const Question& question = lesson.questions[i];
        texts.push_back(question.ask.in(language));
        for (const Text& hint : question.hints) texts.push_back(hint.in(language));
        if (i == open) break;
        texts.push_back(answer_text(question, truths[i].answer, language));
        texts.push_back(explanation_of(question, truths[i], language));
        if (!question.trial) continue;
        texts.push_back(question.trial->ask.in(language));
        for (const Reading& reading : question.trial->readings) texts.push_back(reading.label.in(language));
    }
    return texts;
}

}  // namespace

TEST_CASE("Lesson answers: no text gives one away before its question is answered", "[editor][lesson]") {
    const Words words = editor::read_lesson_words(editor::built_in_lesson_words(), "words");
    for (const auto& lesson : editor::open_lessons()) {
        std::vector<QuestionTruth> truths;
        for (std::size_t i = 0; i < lesson->questions.size(); ++i)
            truths.push_back(is_measured(lesson->questions[i].answer) ? QuestionTruth{} : find_truth(*lesson, i));
        for (const Language language : {Language::English, Language::Japanese}) {
            const std::string paper = editor::handout_of(*lesson, words, language);
            const std::string questions = paper.substr(0, paper.find("page-break-after"));
            for (std::size_t open = 0; open < lesson->questions.size(); ++open)
                for (std::size_t i = open; i < lesson->questions.size(); ++i) {
                    const Question& question = lesson->questions[i];
                    for (const Telltale& telltale : telltales(question, truths[i].answer, language)) {
                        CAPTURE(lesson->id, open + 1, i + 1, telltale.said);
                        for (const std::string& text : read_so_far(*lesson, truths, open, language)) {
                            CAPTURE(text);
                            CHECK((!tells(text, telltale) || is_harmless(lesson->id, i, text)));
                        }
                        // On paper the options of words stand there, of course.
                        if (question.choices.empty() && !is_harmless(lesson->id, i, telltale.said))
                            CHECK_FALSE(tells(questions, telltale));
                    }
                }
        }
    }
}

TEST_CASE("Lesson answers: cards of an order do not lie as the answer is", "[editor][lesson]") {
    for (const auto& lesson : editor::open_lessons())
        for (std::size_t i = 0; i < lesson->questions.size(); ++i) {
            const Question& question = lesson->questions[i];
            if (answer_of(question.answer.kind) != AnswerKind::Order) continue;
            CAPTURE(lesson->id, i + 1);
            std::vector<std::string> cards;
            for (const LessonChoice& choice : question.choices) cards.push_back(choice.key);
            const std::vector<std::string> truth = find_truth(*lesson, i).answer.order;
            CHECK(cards != truth);
            CHECK(cards.size() == truth.size());
        }
}

TEST_CASE("Lesson answers: a number is told as a whole, a small one with what it counts", "[editor][lesson]") {
    CHECK(tells("it moves 40 B", {"40", {"bytes", "B"}}));
    CHECK_FALSE(tells("it moves 140 B", {"40", {"bytes", "B"}}));
    CHECK_FALSE(tells("event 40", {"40", {"bytes", "B"}}));
    CHECK(tells("1,125 lines.", {"1,125", {}}));
    CHECK_FALSE(tells("1,125,000 lines", {"1,125", {}}));
    CHECK_FALSE(tells("11,125 lines", {"1,125", {}}));
    CHECK_FALSE(tells("2.65", {"65", {}}));
    CHECK(tells("2 lines", {"2", {"line"}}));
}

}  // namespace lab_lesson_answers_test
