#include "editor/lab/lab_handout.hpp"

#include <algorithm>

#include "catch.hpp"
#include "editor/lab/lab_lesson.hpp"

namespace lab_handout_test {

using namespace ecs::lab;
using Catch::Matchers::Contains;

namespace {

std::string handout(const std::string& id, Language language) {
    const auto lesson = editor::find_lesson(id);
    REQUIRE(lesson);
    return editor::handout_of(*lesson, editor::read_lesson_words(editor::built_in_lesson_words(), "words"), language);
}

struct Pages {
    explicit Pages(const std::string& text) {
        const std::size_t end = text.find("page-break-after");
        REQUIRE(end != std::string::npos);
        questions = text.substr(0, end);
        answers = text.substr(end);
    }
    std::string questions, answers;
};

}  // namespace

TEST_CASE("Handout: the questions stand on one page, and the answers that the storages come to on the next",
          "[editor][lab][handout]") {
    const auto lesson = editor::find_lesson("L4");
    REQUIRE(lesson);
    for (const Language language : {Language::English, Language::Japanese}) {
        const Pages pages(handout("L4", language));
        CHECK_THAT(pages.questions, Contains("# L4 · " + lesson->title.in(language)));
        CHECK_THAT(pages.questions, Contains(lesson->goal.in(language)));
        for (std::size_t i = 0; i < lesson->questions.size(); ++i) {
            const Question& question = lesson->questions[i];
            const QuestionTruth truth = find_truth(*lesson, i);
            CHECK_THAT(pages.questions, Contains(question.ask.in(language)));
            CHECK_THAT(pages.questions, !Contains(explanation_of(question, truth, language)));
            CHECK_THAT(pages.answers, Contains(explanation_of(question, truth, language)));
            CHECK_THAT(pages.answers, Contains(answer_text(question, truth.answer, language)));
            for (const LessonChoice& choice : question.choices)
                CHECK_THAT(pages.questions, Contains(choice.text.in(language)));
            for (const Text& hint : question.hints) CHECK_THAT(pages.questions, Contains(hint.in(language)));
        }
    }
}

TEST_CASE("Handout: no word or number is missing, and the same lesson gives the same bytes", "[editor][lab][handout]") {
    std::size_t written = 0;
    for (const editor::BuiltInLesson& each : editor::built_in_lessons()) {
        const auto lesson = editor::find_lesson(std::string(each.id));
        REQUIRE(lesson);
        // The tests that go through all lessons by script run the large ones.
        std::uint64_t entities = 0;
        for (const auto& [key, scenario] : lesson->scenarios.by_key) entities = std::max(entities, scenario->entities);
        if (entities > 2'000) continue;
        ++written;
        for (const Language language : {Language::English, Language::Japanese}) {
            CAPTURE(each.id, static_cast<int>(language));
            CHECK(handout(std::string(each.id), language).find('{') == std::string::npos);
        }
    }
    CHECK(written >= 5);
    CHECK(handout("L4", Language::English) == handout("L4", Language::English));
    CHECK(editor::find_lesson("L99") == nullptr);
}

}  // namespace lab_handout_test
