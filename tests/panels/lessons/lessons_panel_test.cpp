#include "panels/lessons/lessons_panel.hpp"

#include <atomic>

#include "catch.hpp"
#include "ecs/base/utf8.hpp"
#include "ecs/snapshot/state_hash.hpp"
#include "ecs/support/gate.hpp"
#include "panels/lab/lab_panel.hpp"
#include "panels/lab/lab_source.hpp"
#include "panels/lessons/lesson_picture_panel.hpp"
#include "panels/lessons/lesson_text.hpp"
#include "panels/support/headless.hpp"
#include "panels/support/health_scenario.hpp"

namespace lessons_panel_test {

using namespace ecs::lab;

namespace {

/// Five entities with a health of 4 bytes; then the second is destroyed.
Scenario five() {
    Scenario scenario = health_scenario("Five", 5);
    scenario.steps.push_back({DestroyStep{{1, 1, 1}}, "destroy #1", 0});
    return scenario;
}

Text text(const char* english) { return {english, "日本語"}; }

Look look_at(LessonView view, std::size_t step) {
    Look look;
    look.view = view;
    look.storage = StorageKind::ArchetypeBlock;
    look.mode = Mode::Faithful;
    look.step = step;
    return look;
}

/// How many bytes are moved, which are, and in which order they are visited then; then by hand.
Lesson swap_remove() {
    Lesson lesson;
    lesson.id = "L5";
    lesson.title = text("Swap it");
    lesson.goal = text("See what moves.");
    lesson.before = text("Five of them.");
    lesson.scenarios.first = "main";
    lesson.scenarios.by_key["main"] = std::make_shared<const Scenario>(five());
    Fact fact;
    fact.storage = StorageKind::ArchetypeBlock;
    fact.mode = Mode::Faithful;
    fact.step = 2;

    Question moved;
    moved.ask = text("How many bytes move?");
    moved.unit = text("bytes");
    moved.answer = fact;
    moved.answer.kind = FactKind::BytesMoved;
    moved.hints = {text("One row only.")};
    moved.explain = text("It was {answer}, one row.");
    moved.after = look_at(LessonView::Steps, 2);
    moved.after.event = EventKind::Copy;

    Question which = moved;
    which.ask = text("Which values are copied?");
    which.answer.kind = FactKind::Copied;
    which.before = look_at(LessonView::Bytes, 1);

    Question order = moved;
    order.ask = text("In which order then?");
    order.answer.kind = FactKind::VisitOrder;
    for (const char* name : {"#0", "#2", "#3", "#4"}) order.choices.push_back({name, text(name)});
    lesson.questions = {moved, which, order};
    lesson.hands_on = HandsOn{text("Do it."), which.before};
    lesson.hands_on->look.step = 2;
    lesson.hands_on->look.mode = Mode::Repaired;
    return lesson;
}

struct Lab {
    Harness harness{{1000, 640}};
    panels::LabSource source;
    panels::LessonsPanel panel;

    explicit Lab(panels::LessonsPanel::FindTruth find = {}) : panel(std::move(find)) {
        source.scenarios = {{"five", "Five"}};
        source.open = [](const std::string&) -> ecs::Result<Scenario> { return five(); };
        Lesson other = swap_remove();
        other.id = "L6";
        other.title = text("Another one");
        source.lessons = {std::make_shared<const Lesson>(swap_remove()), std::make_shared<const Lesson>(other)};
        for (const char* key : lesson_words) source.words[key] = {std::string("<") + key + ">", "日本語"};
        source.words["right"].english = "<right> {answer}";
        source.words["wrong_more"].english = "predicted {prediction}, is {answer}, {difference} fewer";
        source.words["wrong_order"].english = "{missing} of {count} elsewhere";
        source.words["wrong_bytes"].english = "found {found} of {answer}, too many {extra}";
        source.words["missing_bytes"].english = "found {found} of {answer}, none wrong";
        source.words["done"].english = "found {right} of {count}";
        source.words["so_far"].english = "so far {predictions}";
        source.words["passed_over"].english = "{number}. passed";
        source.words["so_far_right"].english = "{number}. {prediction} right";
        source.words["so_far_wrong"].english = "{number}. {prediction} wrong";
        source.words["learned_right"].english = "{answer} as predicted";
        source.words["learned_wrong"].english = "{answer} not {prediction}";
        source.words["next_lesson"].english = "go to {lesson}";
        source.words["at_question"].english = "at {number} of {count}";
        source.words["by_hand_copy"].english = "{beat}/{count} copy {bytes} from where";
        source.words["by_hand_done"].english = "by hand with {mistakes} mistakes";
        harness.lab = &source;
        harness.add(panel);
        finish_work();
    }
    panels::LessonsPanel& lessons() { return panel; }
    void finish_work() {
        harness.frames(2);
        lessons().finish();
        harness.frames(3);
    }
    void click(const char* words) {
        harness.click_text(words);
        finish_work();
    }
    void click_byte(Address address) {
        const auto place = lessons().viewer().map().place_of(address);
        REQUIRE(place.has_value());
        harness.click(*place);
        finish_work();
    }
    /// Predicts a number, runs it and goes on to what it came to.
    void predict(const char* number) {
        harness.click(ImVec2(harness.need("<predict_rule>").low.x + 20, harness.need("<predict_rule>").high.y + 18));
        harness.replace_text(number);
        click("<predict>");
    }
    void run_on() {
        click("<run>");
        finish_work();
    }
};

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

TEST_CASE("Lessons: nothing runs before a prediction, and a wrong one is told what is true", "[panels][lessons]") {
    Lab lab;
    const std::uint64_t world = ecs::state_hash(lab.harness.world);
    lab.click("Swap it");
    INFO(lab.harness.screen());
    CHECK(lab.harness.says("See what moves."));
    lab.click("<begin>");
    CHECK(lab.harness.says("How many bytes move?"));
    CHECK(lab.harness.says("One row only."));
    CHECK_FALSE(lab.harness.says("<run>"));
    CHECK(lab.lessons().viewer().run() == nullptr);

    lab.predict("many");
    CHECK(lab.harness.says("<no_number>"));
    CHECK(lab.lessons().session()->part() == LessonPart::Predict);

    lab.predict("12");
    REQUIRE(lab.lessons().session()->part() == LessonPart::Run);
    CHECK(lab.harness.says("<your_answer>: 12 bytes"));
    lab.run_on();
    REQUIRE(lab.lessons().session()->part() == LessonPart::See);
    CHECK(lab.harness.says("predicted 12 bytes, is 4 bytes, 8 fewer"));
    CHECK(lab.harness.says("exact"));
    // The step player stands at the deciding event.
    REQUIRE(lab.lessons().viewer().run() != nullptr);
    const Trace& trace = *lab.lessons().viewer().run()->trace();
    CHECK(trace.events()[trace.position() - 1].kind == EventKind::Copy);
    // Lines of pseudo-code stand there whole, in however little room.
    CHECK(lab.harness.says("take it away"));
    CHECK(lab.harness.says("behind"));
    CHECK_FALSE(lab.harness.says("It was 4 bytes, one row."));
    lab.click("<compare_why>");
    CHECK(lab.harness.says("It was 4 bytes, one row."));
    CHECK(ecs::state_hash(lab.harness.world) == world);
    CHECK(lab.harness.performed.empty());
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

    // Progress that was kept before lessons had a panel of their own.
    const auto former = [](const std::string& line) {
        return panels::LessonsPanel().former_settings(
            [&](std::string_view title) { return title == "Storage Lab" ? line : std::string(); });
    };
    CHECK(former("lessons chunks repaired five\t" + lab.panel.save_settings() + "\tbench\tfiles") ==
          lab.panel.save_settings());
    CHECK(former("board chunks repaired five").empty());
    CHECK(former(panels::LabPanel().save_settings()).empty());
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

TEST_CASE("Lessons: a lesson is taken with Enter alone", "[panels][lessons]") {
    Lab lab;
    lab.click("Swap it");
    lab.harness.key(panels::compat::Key::Enter);
    lab.finish_work();
    REQUIRE(lab.lessons().session()->part() == LessonPart::Predict);
    lab.harness.type("4");  // the field has the keyboard
    lab.harness.key(panels::compat::Key::Enter);
    lab.finish_work();
    INFO(lab.harness.screen());
    REQUIRE(lab.lessons().session()->part() == LessonPart::Run);
    lab.harness.key(panels::compat::Key::Enter);
    lab.finish_work();
    REQUIRE(lab.lessons().session()->part() == LessonPart::See);
    CHECK(lab.lessons().session()->feedback().right);
    lab.harness.key(panels::compat::Key::Enter);
    lab.finish_work();
    CHECK(lab.lessons().session()->part() == LessonPart::Explain);
    lab.harness.key(panels::compat::Key::Enter);
    lab.finish_work();
    CHECK(lab.lessons().session()->question_number() == 1);
}

TEST_CASE("Lessons: cards of an order are put into another place", "[panels][lessons]") {
    Lab lab;
    lab.click("<expert>");
    lab.click("Swap it");
    lab.click("<begin>");
    for (int i = 0; i < 2; ++i) {
        lab.click("<reveal>");  // which runs it, too
        lab.finish_work();
        CHECK(lab.harness.says("<not_asked>"));
        lab.click("<compare_why>");
        lab.click("<next_question>");
    }
    INFO(lab.harness.screen());
    // #4 goes up by two: #0 #4 #2 #3
    const ImVec2 from = lab.harness.need("4   #4").middle(), to = lab.harness.need("2   #2").middle();
    lab.harness.drag(from, to, 12);
    lab.harness.frames(2);
    lab.click("<predict>");
    lab.run_on();
    CHECK(lab.lessons().session()->feedback().right);
    CHECK(lab.lessons().course().of("L5").right == 0);
}

TEST_CASE("Lessons: an operation is done by hand, and leaves the storage as it was", "[panels][lessons]") {
    Lab lab;
    lab.click("<expert>");
    lab.click("Swap it");
    lab.click("<by_hand>");
    INFO(lab.harness.screen());
    REQUIRE(lab.lessons().by_hand() != nullptr);
    const ByHand& hand = *lab.lessons().by_hand();
    REQUIRE(hand.beats() > 2);
    const Arena& arena = lab.lessons().viewer().run()->arena();
    bool asked_to = false;
    for (int clicks = 0; !hand.finished() && clicks < 40; ++clicks) {
        const auto [begin, end] = hand.wanted();
        if (clicks < 3) {  // a byte of another line, or of the same block behind
            const Address other = arena.block_of(begin)->begin == begin ? end : arena.block_of(begin)->begin;
            lab.click_byte(other);
            CHECK(hand.mistakes() == static_cast<std::size_t>(clicks) + 1);
            CHECK(lab.harness.says("<by_hand_wrong>"));
            CHECK(lab.harness.says("<by_hand_hint>") == (clicks > 0));
            continue;
        }
        lab.click_byte(begin);
        asked_to |= lab.harness.says("<by_hand_to>");
    }
    CHECK(hand.finished());
    CHECK(asked_to);
    CHECK(lab.harness.says("by hand with 3 mistakes"));
    CHECK(lab.lessons().course().of("L5").by_hand);
    const Trace& trace = *lab.lessons().viewer().run()->trace();
    lab.click("<again>");
    CHECK(trace.position() < trace.events().size());
    lab.click("<back>");
    CHECK(lab.lessons().session() == nullptr);
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

TEST_CASE("Lesson text: English breaks at spaces, Japanese anywhere but before a closing sign", "[panels][lessons]") {
    const auto width_of = [](std::string_view part) {  // as many as characters
        return static_cast<float>(ecs::count_characters(part));
    };
    CHECK(panels::broken_into_lines("one two three", 7, width_of) == "one two \nthree");
    CHECK(panels::broken_into_lines("unbreakable", 4, width_of) == "unbreakable");
    CHECK(panels::broken_into_lines("あいうえお", 3, width_of) == "あいう\nえお");
    CHECK(panels::broken_into_lines("あいう、えお", 3, width_of) == "あい\nう、え\nお");
    CHECK(panels::broken_into_lines("あい「うえ」", 3, width_of) == "あい\n「う\nえ」");
    CHECK(panels::broken_into_lines("b に Velocity を", 6, width_of) == "b に \nVelocity \nを");
    CHECK(panels::broken_into_lines("a\nb", 9, width_of) == "a\nb");
    CHECK(panels::broken_into_lines("as “behind”", 5, width_of) == "as \n“behind”");
    CHECK(panels::broken_into_lines("あ…い", 2, width_of) == "あ…\nい");
}

}  // namespace lessons_panel_test
