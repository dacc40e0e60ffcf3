#include "editor/lab/lab_lesson.hpp"

#include <set>

#include "catch.hpp"

namespace lab_lesson_test {

using editor::read_lesson;
using namespace ecs::lab;

namespace {

constexpr const char* texts = R"("title": { "en": "T", "ja": "T" }, "goal": { "en": "G", "ja": "G" },
  "before": { "en": "B", "ja": "B" }, "scenarios": { "main": "move" },)";

std::string error_in(const std::string& rest) {
    try {
        read_lesson("{ " + std::string(texts) + "\n" + rest + " }", "try.json");
    } catch (const files::FileError& error) {
        return error.what();
    }
    return {};
}

std::string question(const std::string& answer, const std::string& more = {}) {
    return R"("questions": [ { "ask": { "en": "?", "ja": "?" }, "hints": [], "explain": { "en": "{answer}", "ja": "!" },
      "answer": )" +
           answer + (more.empty() ? "" : ", " + more) + " } ]";
}

}  // namespace

TEST_CASE("Lab lessons: those that come with the program can all be read, and have both languages", "[editor][lab]") {
    CHECK_FALSE(editor::built_in_lessons().empty());
    std::set<std::string> ids;
    for (const auto& lesson : editor::open_lessons()) {
        CAPTURE(lesson->id);
        CHECK(ids.insert(lesson->id).second);
        CHECK_FALSE(lesson->questions.empty());
        for (const Question& each : lesson->questions) {
            CHECK(each.ask.english != each.ask.japanese);
            CHECK(each.explain.english != each.explain.japanese);
            CHECK_FALSE(each.hints.empty());
            CHECK((each.after.view != LessonView::None || is_measured(each.answer)));
        }
    }
    const Words words = editor::read_lesson_words(editor::built_in_lesson_words(), "words");
    CHECK(words.size() == lesson_words.size());
}

TEST_CASE("Lab lessons: what is wrong is named by file, line, path and what was expected", "[editor][lab]") {
    struct Case {
        std::string rest;
        const char* expected;
    };
    const std::string moved = R"({ "fact": "bytes_moved", "storage": "chunks" })";
    for (const Case& each : {
             Case{R"("questions": [])", "try.json:3:14: /questions: a lesson asks one question at least"},
             Case{R"("question": [])", R"(unknown member "question" of a lesson; did you mean "questions"?)"},
             Case{question(R"({ "fact": "byts_moved", "storage": "chunks" })"), R"(did you mean "bytes_moved"?)"},
             Case{question(R"({ "fact": "bytes_moved", "storage": "005" })"), "is no storage: 000, 001"},
             Case{question(R"({ "fact": "bytes_moved", "storage": "000", "step": 9 })"), "the scenario has 6 steps"},
             Case{question(R"({ "fact": "bytes_moved", "storage": "000", "scenario": "mian" })"),
                  R"(the lesson has no scenario "mian")"},
             Case{question(R"({ "fact": "reads", "storage": "000", "step": 5 })"), R"(is no "get")"},
             Case{question(R"({ "fact": "first_move", "storage": "000", "entity": "z", "type": "Health", "from": 1 })"),
                  R"(no entity is called "z")"},
             Case{question(R"({ "fact": "first_move", "storage": "000", "entity": "a", "type": "Helth", "from": 1 })"),
                  R"(no component is called "Helth"; did you mean "Health"?)"},
             Case{question(R"({ "fact": "value_lines", "storage": "000", "entity": "a", "type": "Health" })"),
                  R"(the fact "value_lines" needs "bytes")"},
             Case{question(R"({ "fact": "ratio", "of": [ )" + moved + " ] }"), "is of 2 others"},
             Case{question(R"({ "fact": "verdict", "storage": "000", "step": 5 })"), R"(needs two "choices" at least)"},
             Case{question(moved, R"("choices": [ { "key": "a", "text": { "en": "a", "ja": "a" } } ])"),
                  R"("choices" are for words and orders only)"},
             Case{question(R"({ "fact": "copied", "storage": "000", "step": 5 })"), R"("before": { "view": "bytes" })"},
             Case{question(moved, R"("numbers": { "n": { "fact": "verdict", "storage": "000", "step": 1 } })"),
                  "must be a fact that is a number"},
             Case{question(moved, R"("unit": { "en": "rows" })"), R"(needs "ja")"},
             Case{question(moved, R"("after": { "view": "layout" })"), R"(the view "layout" needs "columns")"},
             Case{R"("by_hand": { "ask": { "en": "a", "ja": "b" }, "look": { "view": "bytes" } }, )" + question(moved),
                  R"(needs a scenario and its "step")"},
         }) {
        const std::string error = error_in(each.rest);
        INFO(each.rest << "\n" << error);
        CHECK(error.find(each.expected) != std::string::npos);
        CHECK(error.find("try.json:") == 0);
    }
    std::string unknown = question(moved);
    unknown.replace(unknown.find("{answer}"), 8, "{moved}");
    CHECK(error_in(unknown).find("speaks of {moved}, which is not in \"numbers\"") != std::string::npos);
    CHECK(error_in(question(moved)).empty());
}

TEST_CASE("Lab lessons: a mistake in a scenario of their own is named by its line in the lesson", "[editor][lab]") {
    const std::string text =
        "{ \"scenarios\": {\n\n \"own\": { \"components\": {},\n \"steps\": [ { \"creat\": {} } ] } } }";
    try {
        read_lesson(text, "own.json");
        FAIL("it was read");
    } catch (const files::FileError& error) {
        INFO(error.what());
        CHECK(std::string(error.what()).find("own.json, scenario own:4:") == 0);
    }
}

TEST_CASE("Lab lessons: words must be those that the interface uses, no more and no fewer", "[editor][lab]") {
    CHECK_THROWS_WITH(editor::read_lesson_words("{}", "w.json"), Catch::Contains("needs \"lessons\""));
    CHECK_THROWS_WITH(editor::read_lesson_words(R"({ "beginn": { "en": "a", "ja": "b" } })", "w.json"),
                      Catch::Contains("did you mean \"begin\"?"));
}

}  // namespace lab_lesson_test
