// How questions of a lesson are answered: panels/lessons/lessons_answer.cpp.
#include "catch.hpp"
#include "ecs/snapshot/state_hash.hpp"
#include "panels/support/lessons_scene.hpp"

namespace lessons_answer_test {

using namespace lessons_scene;

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

}  // namespace lessons_answer_test
