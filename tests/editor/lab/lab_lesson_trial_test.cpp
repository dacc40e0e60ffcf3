#include "catch.hpp"
#include "ecs/lab/lessons/lesson_trial.hpp"
#include "editor/lab/lab_lesson.hpp"
#include "files/base/file_error.hpp"

namespace lab_lesson_trial_test {

using editor::read_lesson;
using namespace ecs::lab;

namespace {

std::string lesson_with(const std::string& variants, const std::string& trial) {
    return R"({ "title": { "en": "T", "ja": "T" }, "goal": { "en": "G", "ja": "G" }, "before": { "en": "B", "ja": "B" },
  "scenarios": { "main": "move" }, "variants": { )" +
           variants + R"( },
  "questions": [ { "ask": { "en": "?", "ja": "?" }, "hints": [], "explain": { "en": "!", "ja": "!" },
    "answer": { "fact": "allocated", "storage": "chunks" }, "trial": )" +
           trial + " } ] }";
}
std::string trial_of(const std::string& knobs, const std::string& fact) {
    return R"({ "ask": { "en": "?", "ja": "?" }, "knobs": [ )" + knobs +
           R"( ], "readings": [ { "label": { "en": "R", "ja": "R" }, "fact": )" + fact + " } ] }";
}
std::string knob_of(const std::string& rest) { return R"({ "label": { "en": "K", "ja": "K" }, )" + rest + " }"; }

std::string error_in(const std::string& text) {
    try {
        read_lesson(text, "try.json");
    } catch (const files::FileError& error) {
        return error.what();
    }
    return {};
}

const std::string allocated = R"({ "fact": "allocated", "storage": "chunks" })";
const std::string way = knob_of(R"("positions": [
  { "text": { "en": "a", "ja": "a" }, "set": { "removal": "swap" } },
  { "text": { "en": "b", "ja": "b" }, "set": { "removal": "shift", "mode": "faithful", "storage": "002" } } ])");

}  // namespace

TEST_CASE("Lab lessons: a trial is read with its knobs, ranges and readings", "[editor][lab]") {
    const std::string range = knob_of(R"("range": { "from": 0, "to": 2, "set": "scenario" })");
    const std::string tags = knob_of(R"("positions": [ { "text": { "en": "t", "ja": "t" }, "set": { "scenario": "t" } },
      { "text": { "en": "b", "ja": "b" }, "set": { "scenario": "b" } } ])");
    const Lesson lesson = read_lesson(lesson_with(R"("t": { "of": "main", "marks": "tags", "up_to": 2 },
      "b": { "of": "main", "marks": "bools", "up_to": 2 })",
                                                  trial_of(tags + ", " + range, allocated)),
                                      "try.json");
    REQUIRE(lesson.questions[0].trial.has_value());
    const Trial& trial = *lesson.questions[0].trial;
    REQUIRE(trial.knobs.size() == 2);
    CHECK_FALSE(trial.knobs[0].slides);
    CHECK(trial.knobs[1].slides);
    CHECK(trial.knobs[1].positions.size() == 3);
    CHECK(tweak_at(trial, {1, 2}).scenario == "b2");
    CHECK(lesson.scenarios.find("t2")->types.size() == lesson.scenarios.find("main")->types.size() + 2);
    CHECK(find_readings(lesson, trial, {0, 2})[0].number > 0);
}

TEST_CASE("Lab lessons: what is wrong in a trial is told", "[editor][lab]") {
    struct Case {
        std::string variants, trial;
        const char* expected;
    };
    const std::string good = trial_of(way, allocated);
    CHECK(error_in(lesson_with("", good)).empty());
    for (const Case& each : {
             Case{"", trial_of("", allocated), "a trial has one knob and one reading at least"},
             Case{"", trial_of(knob_of(R"("positions": [])"), allocated), R"(two "positions" at least, or a "range")"},
             Case{"", trial_of(knob_of(R"("range": { "from": 3, "to": 2, "set": "base" })"), allocated), "goes up"},
             Case{"", trial_of(knob_of(R"("range": { "from": 0, "to": 2, "set": "mode" })"), allocated),
                  "neither scenario nor base"},
             Case{"", trial_of(knob_of(R"("range": { "from": 0, "to": 2, "set": "scenario" })"), allocated),
                  R"(the knobs lead to the scenario "0", which is not there)"},
             Case{"", trial_of(way, R"({ "fact": "copied", "storage": "chunks", "step": 5 })"), "a number or a word"},
             Case{R"("t": { "of": "main", "marks": "tags", "up_to": 40 })", good, "at most 32 components"},
             Case{R"("t": { "of": "main", "marks": "flags", "up_to": 1 })", good, "neither tags nor bools"},
             Case{R"("t": { "of": "main", "marks": "tags", "by_adds": true })", good, R"(either "marks" or "by_adds")"},
             Case{R"("t": { "of": "mian", "by_adds": true })", good, R"(no scenario "mian")"},
         }) {
        const std::string error = error_in(lesson_with(each.variants, each.trial));
        INFO(each.variants << "\n" << each.trial << "\n" << error);
        CHECK(error.find(each.expected) != std::string::npos);
        CHECK(error.find("try.json:") == 0);
    }
}

}  // namespace lab_lesson_trial_test
