// A lesson of three questions about five entities, and a panel that takes it: for tests of lessons.
#pragma once

#include <memory>
#include <string>

#include "catch.hpp"
#include "panels/lab/lab_panel.hpp"
#include "panels/lab/lab_source.hpp"
#include "panels/lessons/lesson_picture_panel.hpp"
#include "panels/lessons/lessons_panel.hpp"
#include "panels/support/headless.hpp"
#include "panels/support/health_scenario.hpp"

namespace lessons_scene {

using namespace ecs::lab;

/// Five entities with a health of 4 bytes; then the second is destroyed.
inline Scenario five() {
    Scenario scenario = health_scenario("Five", 5);
    scenario.steps.push_back({DestroyStep{{1, 1, 1}}, "destroy #1", 0});
    return scenario;
}

inline Text text(const char* english) { return {english, "日本語"}; }

inline Look look_at(LessonView view, std::size_t step) {
    Look look;
    look.view = view;
    look.storage = StorageKind::ArchetypeBlock;
    look.mode = Mode::Faithful;
    look.step = step;
    return look;
}

/// How many bytes are moved, which are, and in which order they are visited then; then by hand.
inline Lesson swap_remove() {
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
        harness.lend(&panels::Context::lab, &source);
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

}  // namespace lessons_scene
