// Each lesson taken by a script, once with the right predictions and once with wrong ones. What is right is computed
// here in closed form, without storages.
#include <cstring>
#include <numeric>

#include "catch.hpp"
#include "ecs/lab/by_hand.hpp"
#include "ecs/lab/lesson_session.hpp"
#include "editor/lab_lesson.hpp"

using namespace ecs::lab;

namespace {

Lesson lesson_called(std::string_view id) {
    for (const editor::BuiltInLesson& each : editor::built_in_lessons())
        if (each.id == id) return editor::read_lesson(each.text, std::string(id));
    throw std::runtime_error("no such lesson");
}

Answer number(double value) { return {AnswerKind::Number, value, {}, {}, {}}; }
Answer word(std::string value) { return {AnswerKind::Word, 0, std::move(value), {}, {}}; }
Answer order(std::vector<std::string> value) { return {AnswerKind::Order, 0, {}, std::move(value), {}}; }

/// Any prediction that is well formed and is not `truth`.
Answer wrong_one(const Question& question, Answer truth) {
    switch (truth.kind) {
        case AnswerKind::Number:
            truth.number = truth.number * 2 + 1;
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

/// Takes the whole lesson with these predictions: each must be right, and one like it must be wrong.
void take(const Lesson& lesson, const std::vector<Answer>& answers) {
    REQUIRE(lesson.questions.size() == answers.size());
    LessonSession right(lesson), wrong(lesson);
    right.begin();
    wrong.begin();
    for (std::size_t i = 0; i < answers.size(); ++i) {
        CAPTURE(i, lesson.questions[i].ask.english);
        const QuestionTruth truth = find_truth(lesson, i);
        const Question& question = lesson.questions[i];
        CAPTURE(answer_text(question, truth.answer, Language::English));
        CAPTURE(explanation_of(question, truth, Language::English));
        REQUIRE(truth.answer.kind == answers[i].kind);
        REQUIRE(right.predict(answers[i]).empty());
        REQUIRE(wrong.predict(wrong_one(question, answers[i])).empty());
        right.take(truth);
        wrong.take(truth);
        CHECK(right.feedback().right);
        CHECK_FALSE(wrong.feedback().right);
        for (const Language language : {Language::English, Language::Japanese}) {
            const std::string explained = explanation_of(question, truth, language);
            CHECK(explained.find('{') == std::string::npos);
        }
        right.explain("Because it is so.");
        wrong.explain({});
        right.next();
        wrong.next();
    }
    CHECK(right.stage() == LessonStage::Done);
    CHECK(right.right() == answers.size());
    CHECK(wrong.stage() == LessonStage::Done);
    CHECK(wrong.right() == 0);
}

/// Rows that fit: the most for which header and columns, each begun at a multiple of `align`, end within 16 KiB.
double rows_that_fit(std::uint64_t header, std::uint64_t align, const std::vector<std::uint64_t>& sizes) {
    for (std::uint64_t rows = 0;; ++rows) {
        std::uint64_t end = header;
        for (const std::uint64_t size : sizes) end = (end + align - 1) / align * align + size * (rows + 1);
        if (end > 16'384) return static_cast<double>(rows);
    }
}

/// The bytes of `type`'s values of entities, where they lie after `steps` steps.
ByteRanges values_of(const Lesson& lesson, StorageKind kind, std::size_t steps,
                     const std::vector<std::string>& entities) {
    ScenarioRun run(*lesson.scenarios.find(""), kind, Mode::Repaired, {}, Tracing::Events);
    run.run_to(steps);
    ByteRanges ranges;
    for (const Span& span : spans_of(run.storage())) {
        const auto owner = run.entity_of({span.handle});
        if (span.role != Role::Payload || !owner) continue;
        const std::string name = run.scenario().entity_name(*owner);
        if (std::find(entities.begin(), entities.end(), name) != entities.end())
            ranges.emplace_back(span.at, span.end());
    }
    return joined_ranges(ranges);
}

}  // namespace

TEST_CASE("Lesson L3: how many fit in 16 KiB", "[editor][lesson]") {
    take(lesson_called("L3"),
         {number(16'384 / (8 + 12 + 12 + 4)), number(rows_that_fit(64, 16, {8, 12, 12, 4})),
          number(rows_that_fit(64, 64, {8, 12, 12, 4})), number(rows_that_fit(64, 16, {8, 12, 12, 4, 1}))});
    CHECK(rows_that_fit(64, 16, {8, 12, 12, 4}) == 452);
    CHECK(rows_that_fit(64, 64, {8, 12, 12, 4}) == 448);
}

TEST_CASE("Lesson L4: what adding a Velocity moves", "[editor][lesson]") {
    const Lesson lesson = lesson_called("L4");
    Answer clicked;
    clicked.kind = AnswerKind::Bytes;
    clicked.bytes = values_of(lesson, StorageKind::Chunks, 4, {"b", "d"});
    CHECK(byte_count(clicked.bytes) == 2 * (12 + 4));
    take(lesson, {clicked, number((12 + 4) + (8 + 12 + 4)), number(0)});
}

TEST_CASE("Lesson L5: swap-remove", "[editor][lesson]") {
    const double rows = 1000.0 * 999 / 2, row_bytes = 4 + 4;
    take(lesson_called("L5"),
         {order({"a", "e", "c", "d"}), order({"a", "c", "d", "e"}), number(50), number(rows * row_bytes)});
}

TEST_CASE("Lessons: an operation done by hand is graded against the trace", "[editor][lesson]") {
    for (const char* id : {"L4", "L5"}) {
        CAPTURE(id);
        const Lesson lesson = lesson_called(id);
        REQUIRE(lesson.hands_on.has_value());
        const Look& look = lesson.hands_on->look;
        ScenarioRun run(*lesson.scenarios.find(look.scenario), look.storage, look.mode, look.options, Tracing::Events);
        run.run_to(*look.step);
        const Arena::Snapshot after = run.arena().snapshot();
        {
            ByHand hand(run);
            REQUIRE(hand.beats() > 0);
            CHECK(hand.click(1) == ByHand::Click::Wrong);
            CHECK(hand.mistakes() == 1);
            std::size_t clicks = 0;
            while (!hand.finished()) {
                const bool copy = hand.present().kind == EventKind::Copy;
                const std::size_t done = hand.done();
                REQUIRE(hand.click(hand.wanted().second - 1) == ByHand::Click::Right);
                if (copy) {
                    CHECK(hand.wants_destination());
                    REQUIRE(hand.click(hand.wanted().first) == ByHand::Click::Right);
                }
                CHECK(hand.done() == done + 1);
                clicks += copy ? 2 : 1;
            }
            CHECK(clicks > hand.beats());
            CHECK(hand.mistakes() == 1);
        }
        CHECK(run.arena().snapshot() == after);
    }
}
