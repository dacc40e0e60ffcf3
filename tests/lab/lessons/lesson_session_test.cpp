#include "ecs/lab/lessons/lesson_session.hpp"

#include "catch.hpp"
#include "lab/support/lab_scenarios.hpp"

namespace lesson_session_test {

using namespace ecs::lab;

namespace {

Question of_kind(FactKind kind) {
    Question question;
    question.answer.kind = kind;
    question.choices = {{"a", {"A", "甲"}}, {"b", {"B", "乙"}}, {"c", {"C", "丙"}}};
    return question;
}

Answer number(double value) { return {AnswerKind::Number, value, {}, {}, {}}; }
Answer word(std::string value) { return {AnswerKind::Word, 0, std::move(value), {}, {}}; }
Answer order(std::vector<std::string> value) { return {AnswerKind::Order, 0, {}, std::move(value), {}}; }
Answer bytes(ByteRanges value) { return {AnswerKind::Bytes, 0, {}, {}, std::move(value)}; }

Lesson lesson_of(std::vector<Question> questions) {
    Lesson lesson;
    lesson.id = "L0";
    lesson.questions = std::move(questions);
    return lesson;
}

}  // namespace

TEST_CASE("Lesson session: nothing is shown before there is a prediction, and that stays as it is", "[lab][lesson]") {
    const Lesson lesson = lesson_of({of_kind(FactKind::Allocated), of_kind(FactKind::Verdict)});
    LessonSession session(lesson);
    CHECK(session.part() == LessonPart::Goal);
    session.begin();
    CHECK(session.part() == LessonPart::Predict);
    CHECK(session.predict_number("1,5o0") == "no_number");
    CHECK(session.predict_number("") == "no_number");
    CHECK(session.predict_number("-3") == "no_number");
    CHECK(session.part() == LessonPart::Predict);
    CHECK(session.predict_number(" 1,500 ").empty());
    CHECK(session.part() == LessonPart::Run);
    CHECK(session.prediction()->number == 1500);

    session.take({number(1000), {}});
    CHECK(session.part() == LessonPart::See);
    CHECK_FALSE(session.feedback().right);
    CHECK(session.feedback().difference == 500);
    session.explain("too large");
    CHECK(session.own_words() == "too large");
    session.next();

    CHECK(session.part() == LessonPart::Predict);
    CHECK_FALSE(session.prediction().has_value());
    CHECK(session.own_words().empty());
    CHECK(session.predict(word("d")) == "no_choice");
    CHECK(session.predict(word("b")).empty());
    session.take({word("b"), {}});
    CHECK(session.feedback().right);
    session.explain({});
    session.next();
    CHECK(session.part() == LessonPart::Done);
    CHECK(session.right() == 1);
}

TEST_CASE("Lesson session: an expert may skip predicting, which is never counted as right", "[lab][lesson]") {
    const Lesson lesson = lesson_of({of_kind(FactKind::Allocated)});
    LessonSession session(lesson);
    session.begin();
    session.skip_prediction();
    session.take({number(0), {}});
    CHECK_FALSE(session.feedback().asked);
    CHECK(session.right() == 0);
    Course course;
    course.note({.asked = true, .right = true});
    course.note(session.feedback());
    CHECK(course.hints() == Course::Hints::OnDemand);
}

TEST_CASE("Lesson session: an order has every card once, bytes are some", "[lab][lesson]") {
    const Lesson lesson = lesson_of({of_kind(FactKind::Sorted), of_kind(FactKind::Found)});
    LessonSession session(lesson);
    session.begin();
    CHECK(session.predict(order({"a", "b"})) == "bad_order");
    CHECK(session.predict(order({"a", "b", "b"})) == "bad_order");
    CHECK(session.predict(order({"a", "b", "d"})) == "bad_order");
    CHECK(session.predict(order({"c", "b", "a"})).empty());
    session.take({order({"a", "b", "c"}), {}});
    CHECK(session.feedback().missing == 2);
    session.explain({});
    session.next();
    CHECK(session.predict(bytes({})) == "no_bytes");
    CHECK(session.predict(bytes({{16, 20}, {0, 8}, {8, 12}})).empty());
    CHECK(session.prediction()->bytes == ByteRanges{{0, 12}, {16, 20}});
    session.take({bytes({{4, 12}, {32, 36}}), {}});
    CHECK(session.feedback().missing == 4);
    CHECK(session.feedback().extra == 8);
}

TEST_CASE("Lesson session: how far off a number may be is the question's choice", "[lab][lesson]") {
    Question question = of_kind(FactKind::Lines);
    CHECK_FALSE(grade(question, number(109), number(100)).right);
    question.within_percent = 10;
    CHECK(grade(question, number(109), number(100)).right);
    CHECK(grade(question, number(91), number(100)).right);
    CHECK_FALSE(grade(question, number(111), number(100)).right);
    question.within_percent = 0;
    CHECK(grade(question, number(2.31), number(2.3084)).right);
    CHECK_FALSE(grade(question, number(2.4), number(2.3084)).right);
}

TEST_CASE("Lesson session: numbers are read and written as people do", "[lab][lesson]") {
    CHECK(parse_number("0x1000") == 4096);
    CHECK(parse_number("39,999,600,000") == 39'999'600'000.0);
    CHECK(parse_number("2.5") == 2.5);
    CHECK(parse_number(" 1 000 000 ") == 1e6);
    CHECK(parse_number("1_000") == 1000);
    CHECK(parse_number("1040", true) == 0x1040);
    CHECK(parse_number("0x1200", true) == 0x1200);
    for (const char* none : {"", " ", "0x", "12 apples", "1,4", "5 6", "1,0000", ",100", "1000,", "1,,000", "1e999",
                             "1e300", "-1e19", "nan", "0xG", "0xFFFFFFFFFFFFFFFF"}) {
        CAPTURE(none);
        CHECK_FALSE(parse_number(none).has_value());
    }
    CHECK(lesson_number(39'999'600'000.0, false) == "39,999,600,000");
    CHECK(lesson_number(999, false) == "999");
    CHECK(lesson_number(1000, false) == "1,000");
    CHECK(lesson_number(1234.567, false) == "1,234.57");
    CHECK(lesson_number(0x103C, true) == "0x103C");
    CHECK(fill("{a} of {b}, {c", {{"a", "1"}, {"b", "2"}}) == "1 of 2, {c");
}

TEST_CASE("Course: hints fade with right predictions and come back with a wrong one", "[lab][lesson]") {
    Course course;
    CHECK(course.hints() == Course::Hints::Open);
    course.note({.right = true});
    CHECK(course.hints() == Course::Hints::OnDemand);
    course.note({.right = true});
    course.note({.right = true});
    CHECK(course.hints() == Course::Hints::None);
    course.note({.right = false});
    CHECK(course.hints() == Course::Hints::Open);
}

TEST_CASE("Lesson session: who leaves in the midst goes on at the same question, with the same predictions",
          "[lab][lesson]") {
    const Lesson lesson =
        lesson_of({of_kind(FactKind::Allocated), of_kind(FactKind::Verdict), of_kind(FactKind::Sorted)});
    LessonSession first(lesson);
    CHECK(first.place().empty());
    first.begin();
    CHECK(first.place().empty());  // nothing was predicted yet
    REQUIRE(first.predict_number("63").empty());
    first.take({number(63), {}});
    first.explain({});
    first.next();
    REQUIRE(first.predict(word("b")).empty());
    const LessonBookmark waits = first.place();
    first.take({word("a"), {}});
    CHECK(first.place() == waits);  // who has seen the answer cannot predict anew

    LessonSession second(lesson);
    REQUIRE(second.go_on_at(waits));
    CHECK(second.question_number() == 1);
    CHECK(second.part() == LessonPart::Run);
    REQUIRE(second.prediction().has_value());
    CHECK(second.prediction()->word == "b");
    CHECK(second.right() == 1);
    second.take({word("a"), {}});
    CHECK_FALSE(second.feedback().right);
    second.explain({});
    second.next();
    LessonSession third(lesson);
    REQUIRE(third.go_on_at(second.place()));
    CHECK(third.part() == LessonPart::Predict);
    CHECK(third.question_number() == 2);
    third.skip_prediction();
    const LessonBookmark skipped = third.place();
    third.take({order({"a", "b", "c"}), {}});
    third.explain({});
    third.next();
    CHECK(third.part() == LessonPart::Done);
    CHECK(third.given().size() == 3);
    CHECK(third.right() == 1);
    CHECK(third.place().empty());

    LessonSession fourth(lesson);
    REQUIRE(fourth.go_on_at(skipped));  // passed over stays passed over
    CHECK(fourth.part() == LessonPart::Run);
    CHECK_FALSE(fourth.prediction().has_value());
}

TEST_CASE("Lesson session: a place that is none of this lesson is not taken", "[lab][lesson]") {
    const Lesson lesson = lesson_of({of_kind(FactKind::Verdict), of_kind(FactKind::Allocated)});
    const auto place = [](const char* text) { return place_from_text(text).value(); };
    for (const char* other : {"", "n3:n3:+", "wz:wa:-", "wa:wa:+;n3:n3:+", "wa:wa:+;wb", "wa:wa:+;n-1", "oa,b,c"}) {
        CAPTURE(other);
        LessonSession session(lesson);
        CHECK_FALSE(session.go_on_at(place(other)));
        CHECK(session.part() == LessonPart::Goal);
    }
    LessonSession session(lesson);
    CHECK(session.go_on_at(place("wb:wa:-;n3")));
}

TEST_CASE("Lesson place: is written as one word and read again, whatever is in it", "[lab][lesson]") {
    LessonBookmark place;
    place.given.push_back({number(2.5), number(39'999'600'000.0), false});
    place.given.push_back({word("b c; =@%"), word("日本語"), true});
    place.given.push_back({order({"a", "#4"}), order({"chunks", "002"}), false});
    place.given.push_back({bytes({{4096, 4108}, {5000, 5004}}), bytes({{4096, 4108}}), false});
    place.given.push_back({std::nullopt, number(0), false});
    for (int waiting = 0; waiting < 3; ++waiting) {
        place.is_predicted = waiting > 0;
        if (waiting == 2) place.prediction = number(1e18);
        const std::string text = to_text(place);
        CAPTURE(text);
        CHECK(text.find_first_of(" \t\n=") == std::string::npos);
        CHECK(place_from_text(text) == place);
    }
    for (const char* none :
         {"x", "n", "nnan", "n1:", "n1:n1", "n1:n1:*", "n1;n2", "b4-4", "b9", "wa%2", "wa b", "n1:n1:+;;"}) {
        CAPTURE(none);
        CHECK_FALSE(place_from_text(none).has_value());
    }
    Course course;
    course.keep_place("L2", place);
    course.finish("L3", 1);
    Course read;
    read.from_text("ja expert " + course.to_text() + " L9@x L8@");
    CHECK(read.of("L2").place == place);
    CHECK_FALSE(read.of("L2").done);
    CHECK(read.of("L9").place.empty());
    CHECK(read.to_text() == course.to_text());
    course.finish("L2", 0);
    CHECK(course.of("L2").place.empty());
}

TEST_CASE("Course: progress is kept in a line, and what cannot be read is left out", "[lab][lesson]") {
    Course course;
    course.note({.right = true});
    course.finish("L3", 4);
    course.finish("L3", 2);  // a worse time later takes nothing away
    course.finish_by_hand("L4");
    course.finish("L5", 0);
    course.finish_by_hand("L5");
    CHECK(course.to_text() == "hints=1 L3=4 L4=h L5=0h");
    Course read;
    read.from_text("en guided " + course.to_text() + " L6=x L7= =3");
    CHECK(read.of("L3") == Course::Progress{true, false, 4});
    CHECK(read.of("L4") == Course::Progress{false, true, 0});
    CHECK(read.of("L5") == Course::Progress{true, true, 0});
    CHECK(read.of("L6") == Course::Progress{});
    CHECK(read.of("L7") == Course::Progress{});
    CHECK(read.hints() == Course::Hints::OnDemand);
}

TEST_CASE("Lessons: a unit of two words is written as the number asks for", "[lab][lesson]") {
    CHECK(with_unit(1, false, "line|lines") == "1 line");
    CHECK(with_unit(0, false, "line|lines") == "0 lines");
    CHECK(with_unit(1'125, false, "line|lines") == "1,125 lines");
    CHECK(with_unit(2, false, "bytes") == "2 bytes");
    CHECK(with_unit(64, true, "") == "0x40");
}

}  // namespace lesson_session_test
