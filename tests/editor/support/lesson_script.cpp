#include "editor/support/lesson_script.hpp"

#include <algorithm>
#include <stdexcept>

#include "catch.hpp"
#include "ecs/lab/lessons/lesson_session.hpp"
#include "editor/lab/lab_lesson.hpp"

using namespace ecs::lab;

Lesson lesson_called(std::string_view id) {
    for (const editor::BuiltInLesson& each : editor::built_in_lessons())
        if (each.id == id) return editor::read_lesson(each.text, std::string(id));
    throw std::runtime_error("no such lesson");
}

Answer number(double value) { return {AnswerKind::Number, value, {}, {}, {}}; }
Answer word(std::string value) { return {AnswerKind::Word, 0, std::move(value), {}, {}}; }
Answer order(std::vector<std::string> value) { return {AnswerKind::Order, 0, {}, std::move(value), {}}; }

double rows_that_fit(std::uint64_t header, std::uint64_t align, const std::vector<std::uint64_t>& sizes,
                     std::uint64_t block) {
    for (std::uint64_t rows = 0;; ++rows) {
        std::uint64_t end = header;
        for (const std::uint64_t size : sizes) end = (end + align - 1) / align * align + size * (rows + 1);
        if (end > block) return static_cast<double>(rows);
    }
}

namespace {

/// Any prediction that is well formed and is not `truth`.
Answer wrong_one(const Question& question, Answer truth) {
    switch (truth.kind) {
        case AnswerKind::Number:
            truth.number = truth.number * 10 + 10;
            break;
        case AnswerKind::Word:
            for (const LessonChoice& choice : question.choices)
                if (choice.key != truth.word) {
                    truth.word = choice.key;
                    break;
                }
            break;
        case AnswerKind::Order:
            std::swap(truth.order.front(), truth.order.back());
            break;
        case AnswerKind::Bytes:
            truth.bytes.back().second += 4;
            break;
    }
    return truth;
}

/// What is no prediction at all, of this kind.
Answer no_prediction(const Question& question) {
    Answer answer;
    answer.kind = answer_of(question.answer.kind);
    answer.number = -1;
    answer.word = "nothing of the kind";
    for (const LessonChoice& choice : question.choices) answer.order.push_back(choice.key);
    if (!answer.order.empty()) answer.order.pop_back();
    return answer;
}

/// Every number of the explanation is what was reckoned, and none is left out.
void check_numbers(const QuestionTruth& truth, const Reckoned& reckoned) {
    CHECK(truth.numbers.size() == reckoned.numbers.size());
    for (const auto& [name, value] : truth.numbers) {
        CAPTURE(name);
        const auto found = reckoned.numbers.find(name);
        REQUIRE(found != reckoned.numbers.end());
        CHECK(value == Approx(found->second));
    }
}

}  // namespace

void take(const Lesson& lesson, const std::vector<Reckoned>& questions, const Measurements& measurements) {
    REQUIRE(lesson.questions.size() == questions.size());
    LessonSession right(lesson), wrong(lesson);
    right.begin();
    wrong.begin();
    for (std::size_t i = 0; i < questions.size(); ++i) {
        CAPTURE(i, lesson.questions[i].ask.english);
        const QuestionTruth truth = find_truth(lesson, i, measurements);
        const Question& question = lesson.questions[i];
        CAPTURE(answer_text(question, truth.answer, Language::English));
        CAPTURE(explanation_of(question, truth, Language::English));
        REQUIRE(truth.answer.kind == questions[i].answer.kind);
        REQUIRE_FALSE(right.predict(no_prediction(question)).empty());
        REQUIRE(right.part() == LessonPart::Predict);
        REQUIRE(right.predict(questions[i].answer).empty());
        REQUIRE(wrong.predict(wrong_one(question, questions[i].answer)).empty());
        right.take(truth);
        wrong.take(truth);
        CHECK(right.feedback().right);
        CHECK_FALSE(wrong.feedback().right);
        const bool says_difference =
            wrong.feedback().difference != 0 || wrong.feedback().missing > 0 || wrong.feedback().extra > 0;
        CHECK(says_difference == (truth.answer.kind != AnswerKind::Word));
        check_numbers(truth, questions[i]);
        for (const Language language : {Language::English, Language::Japanese}) {
            const std::string explained = explanation_of(question, truth, language);
            CHECK(explained.find('{') == std::string::npos);
        }
        right.explain("Because it is so.");
        wrong.explain({});
        right.next();
        wrong.next();
    }
    CHECK(right.part() == LessonPart::Done);
    CHECK(right.right() == questions.size());
    CHECK(wrong.part() == LessonPart::Done);
    CHECK(wrong.right() == 0);
}
