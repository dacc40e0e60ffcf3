#include "panels/lessons/lessons_panel.hpp"

#include <atomic>

#include "catch.hpp"
#include "ecs/snapshot/state_hash.hpp"
#include "ecs/support/gate.hpp"
#include "panels/lessons/lesson_text.hpp"
#include "panels/support/lessons_scene.hpp"

namespace lessons_panel_test {

using namespace lessons_scene;

namespace {

/// Opens it when the test ends, however it ends: whoever waits for it is waited for then.
struct OpensAtEnd {
    Gate& gate;
    ~OpensAtEnd() { gate.open(); }
};

}  // namespace

TEST_CASE("Lessons: who leaves or starts again does not wait for the answer that is being found",
          "[panels][lessons][background]") {
    Gate gate;
    std::atomic<int> ended = 0, stopped = 0;
    {
        Lab lab([&](const Lesson& lesson, std::size_t question, const std::stop_token& stop) {
            gate.pass();
            ++ended;
            if (stop.stop_requested()) ++stopped;
            return find_truth(lesson, question);
        });
        const OpensAtEnd opens{gate};
        lab.click("Swap it");
        lab.click("<begin>");
        lab.predict("8");
        lab.harness.click_text("<run>");
        gate.wait_until_reached();
        lab.harness.frames(2);
        CHECK(lab.harness.says("<running>"));
        lab.harness.click_text("<back>");
        lab.harness.frames(2);
        CHECK(lab.lessons().session() == nullptr);
        CHECK(lab.harness.says("at 1 of 3"));
        CHECK(ended == 0);

        lab.click("Swap it");
        CHECK(lab.lessons().session()->part() == LessonPart::Run);
        lab.harness.click_text("<run>");
        lab.harness.frames(2);
        CHECK(lab.harness.says("<running>"));
        lab.harness.click_text("<start_again>");
        lab.harness.frames(2);
        CHECK(lab.lessons().session()->part() == LessonPart::Goal);
        CHECK(ended == 0);

        // What was abandoned does not come back as the answer to something else.
        gate.open();
        lab.finish_work();
        CHECK(lab.lessons().session()->part() == LessonPart::Goal);
        lab.click("<begin>");
        lab.predict("8");
        lab.run_on();
        CHECK(lab.lessons().session()->part() == LessonPart::See);
    }
    CHECK(ended == 3);
    CHECK(stopped == 2);
}

TEST_CASE("Lessons: all of one is taken, hints fade, and progress stands in the list and the settings",
          "[panels][lessons]") {
    Lab lab;
    lab.click("Swap it");
    lab.click("<begin>");
    lab.predict("4");
    lab.run_on();
    INFO(lab.harness.screen());
    CHECK(lab.harness.says("<right> 4 bytes"));
    lab.click("<compare_why>");
    lab.click("<next_question>");

    CHECK(lab.harness.says("Which values are copied?"));
    CHECK_FALSE(lab.harness.says("One row only."));  // after a right prediction it waits behind a button
    CHECK(lab.harness.says("<hint>"));
    lab.click("<predict>");
    CHECK(lab.harness.says("<no_bytes>"));
    // The last entity's value: its name stands on it.
    lab.click("#4");
    CHECK(byte_count(lab.lessons().viewer().map().marked) == 4);
    lab.click("#4");
    CHECK(lab.lessons().viewer().map().marked.empty());
    lab.click("#4");
    lab.click("#3");
    lab.click("<predict>");
    lab.run_on();
    CHECK(lab.harness.says("found 4 of 4 bytes, too many 4"));
    lab.click("<compare_why>");
    lab.click("<next_question>");

    CHECK(lab.harness.says("One row only."));  // and a wrong one brings hints back
    lab.click("<predict>");
    lab.run_on();
    CHECK(lab.harness.says("3 of 4 elsewhere"));
    lab.click("<compare_why>");
    lab.click("<finish>");
    CHECK(lab.harness.says("found 1 of 3"));
    CHECK(lab.harness.says("4 bytes as predicted"));
    CHECK(lab.harness.says("4 bytes not 8 bytes"));
    CHECK(lab.lessons().course().of("L5") == Course::Progress{true, false, 1});
    lab.click("go to L6  Another one");
    CHECK(lab.lessons().session()->lesson().id == "L6");
    CHECK(lab.lessons().session()->part() == LessonPart::Goal);
    lab.click("<back>");
    CHECK(lab.harness.says("<done_right>"));

    panels::LessonsPanel other;
    other.load_settings(lab.panel.save_settings());
    CHECK(other.course().of("L5") == Course::Progress{true, false, 1});
    CHECK(other.save_settings() == lab.panel.save_settings());
}

TEST_CASE("Lessons: one that is left goes on at the question where it was, also after the program ends",
          "[panels][lessons]") {
    Lab lab;
    lab.click("Swap it");
    lab.click("<begin>");
    CHECK_FALSE(lab.harness.says("<start_again>"));  // there is nothing to lose yet
    lab.predict("12");
    lab.click("<back>");
    CHECK(lab.harness.says("at 1 of 3"));
    lab.click("Swap it");
    // What was predicted stays predicted, whether it has run or not.
    CHECK(lab.lessons().session()->part() == LessonPart::Run);
    CHECK(lab.harness.says("<your_answer>: 12 bytes"));
    lab.run_on();
    lab.click("<back>");
    lab.click("Swap it");
    CHECK(lab.harness.says("<your_answer>: 12 bytes"));
    lab.run_on();
    lab.click("<compare_why>");
    lab.click("<next_question>");
    lab.click("#4");
    lab.click("<predict>");

    Lab other;  // of the next day
    other.panel.load_settings(lab.panel.save_settings());
    other.finish_work();
    CHECK(other.harness.says("at 2 of 3"));
    other.click("Swap it");
    INFO(other.harness.screen());
    CHECK(other.lessons().session()->part() == LessonPart::Run);
    CHECK(other.harness.says("Which values are copied?"));
    CHECK(other.harness.says("so far 1. 12 bytes wrong"));
    CHECK(other.harness.says("<your_answer>: 4 bytes"));
    CHECK(byte_count(other.lessons().viewer().map().marked) == 4);
    other.run_on();
    CHECK(other.lessons().session()->feedback().right);

    // Another lesson meanwhile leaves this one where it is.
    other.click("<back>");
    other.click("Another one");
    CHECK(other.lessons().session()->part() == LessonPart::Goal);
    other.click("<back>");
    other.click("Swap it");
    CHECK(other.lessons().session()->question_number() == 1);
    other.click("<start_again>");
    CHECK(other.lessons().session()->part() == LessonPart::Goal);
    CHECK(other.lessons().session()->given().empty());
    CHECK(other.lessons().course().of("L5").place.empty());
    other.click("<back>");
    CHECK_FALSE(other.harness.says("at 2 of 3"));
}

TEST_CASE("Lessons: the end of one leads to the next, to the list, and to the beginning", "[panels][lessons]") {
    Lab lab;
    lab.click("<expert>");
    const auto take = [&](const char* title) {
        lab.click(title);
        lab.click("<begin>");
        for (int i = 0; i < 3; ++i) {
            lab.click("<reveal>");
            lab.finish_work();
            lab.click("<compare_why>");
            lab.click(i < 2 ? "<next_question>" : "<finish>");
            if (i == 0) CHECK(lab.harness.says("so far 1. passed"));
        }
        CHECK(lab.harness.says("found 0 of 3"));
    };
    take("Another one");
    CHECK_FALSE(lab.harness.says("go to"));  // it is the last
    lab.harness.click_text("<back>", 1);     // the first stands in the bar
    lab.finish_work();
    CHECK(lab.lessons().session() == nullptr);
    take("Swap it");
    lab.click("<again>");
    CHECK(lab.lessons().session()->part() == LessonPart::Goal);
    CHECK(lab.lessons().session()->lesson().id == "L5");
}

TEST_CASE("Lessons: the picture stands in its own panel where that is shown, else beside the text",
          "[panels][lessons]") {
    Lab lab;
    lab.click("<expert>");
    lab.click("Swap it");
    lab.click("<begin>");
    lab.click("<reveal>");
    lab.finish_work();
    CHECK(lab.harness.find("take it away", 0).has_value());  // the pseudo-code of the step player

    panels::LessonPicturePanel picture(lab.panel.link());
    const float right_half = 1000;
    lab.harness.add(picture);
    lab.finish_work();
    INFO(lab.harness.screen());
    CHECK(lab.harness.need("take it away").low.x > right_half);
    CHECK_FALSE(lab.harness.find("take it away", 1).has_value());

    // Beside the list it says where to go on.
    lab.click("<back>");
    CHECK(lab.harness.need("<go_on>").low.x > right_half);
    lab.click("<go_on>");
    REQUIRE(lab.lessons().session() != nullptr);
    CHECK(lab.lessons().session()->lesson().id == "L5");
    CHECK(lab.harness.need("take it away").low.x > right_half);
    lab.click("<start_again>");
    CHECK(lab.harness.need("<picture_later>").low.x > right_half);
}

TEST_CASE("Lessons: a picture whose lessons are gone says what is missing", "[panels][lessons]") {
    Harness harness({400, 300});
    auto lessons = std::make_unique<panels::LessonsPanel>();
    panels::LessonPicturePanel picture(lessons->link());
    lessons.reset();
    harness.add(picture);
    harness.frames(2);
    CHECK(harness.says("There are no lessons here"));
}

TEST_CASE("Lessons: Japanese without glyphs stays English, with one sentence why", "[panels][lessons]") {
    Lab lab;
    std::string wanted;
    lab.source.want_glyphs = [&](std::string_view all) { wanted += all; };
    lab.click("JA");
    CHECK(lab.lessons().language() == Language::Japanese);
    CHECK(wanted.find("日本語") != std::string::npos);
    CHECK(lab.harness.says("<no_japanese>"));
    CHECK(lab.harness.says("Swap it"));
    lab.click("EN");
    CHECK_FALSE(lab.harness.says("<no_japanese>"));
}

}  // namespace lessons_panel_test
