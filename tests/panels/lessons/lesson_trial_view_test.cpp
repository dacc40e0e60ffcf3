#include "panels/lessons/lesson_trial_view.hpp"

#include "catch.hpp"
#include "panels/support/headless.hpp"

namespace lesson_trial_view_test {

using namespace ecs::lab;

namespace {

Text text(const std::string& english) { return {english, "日本語"}; }

/// 1,000 rows from whose front rows are taken, by two ways; and an array that slides.
std::shared_ptr<const Lesson> lesson() {
    auto lesson = std::make_shared<Lesson>();
    Question question;
    Trial trial;
    trial.ask = text("Turn it.");
    Knob way, base;
    way.label = text("Way");
    base.label = text("Base");
    base.slides = true;
    for (const auto removal : {StorageOptions::Removal::SwapLast, StorageOptions::Removal::Shift}) {
        Tweak tweak;
        tweak.removal = removal;
        way.positions.push_back({text(removal == StorageOptions::Removal::Shift ? "shift" : "swap"), tweak});
    }
    for (const std::uint64_t at : {0, 4, 8}) {
        Tweak tweak;
        tweak.base = at;
        base.positions.push_back({text("at " + std::to_string(at)), tweak});
    }
    trial.knobs = {way, base};
    Reading moved, straddlers;
    moved.label = text("Moved");
    moved.fact.kind = FactKind::FrontMoved;
    moved.fact.count = 1000;
    moved.fact.bytes = 8;
    straddlers.label = text("In two lines");
    straddlers.fact.kind = FactKind::Straddlers;
    straddlers.fact.count = 16;
    straddlers.fact.bytes = 16;
    trial.readings = {moved, straddlers};
    trial.look.view = LessonView::Array;
    trial.look.bytes = 16;
    trial.look.count = 16;
    question.trial = trial;
    lesson->questions = {question};
    return lesson;
}

struct Shown {
    Harness harness{{700, 400}};
    panels::LessonTrialView view;
    int turned = 0;

    Shown() {
        view.begin(lesson(), 0);
        harness.add([this](const panels::Context& context) {
            view.update(context);
            turned += view.show(context, Language::English, "working");
        });
        finish_work();
    }
    void finish_work() {
        harness.frames(2);
        view.finish();
        harness.frames(2);
    }
};

}  // namespace

TEST_CASE("Lesson trial view: begins at the first positions and shows what the storages come to", "[panels][lessons]") {
    Shown shown;
    INFO(shown.harness.screen());
    CHECK(shown.harness.says("Turn it."));
    CHECK(shown.harness.says("4,000"));
    CHECK(shown.harness.says("exact"));
    CHECK(shown.turned == 0);
    CHECK_FALSE(shown.harness.says("working"));
}

TEST_CASE("Lesson trial view: a knob that is turned changes readings and look, and what was found is kept",
          "[panels][lessons]") {
    Shown shown;
    shown.harness.click_text("shift");
    CHECK(shown.turned == 1);
    CHECK(shown.view.positions() == KnobPositions{1, 0});
    shown.finish_work();
    CHECK(shown.harness.says("3,996,000"));

    shown.harness.click_text("at 4", 0);  // the row of the table
    CHECK(shown.turned == 2);
    shown.finish_work();
    CHECK(shown.view.positions() == KnobPositions{1, 1});
    REQUIRE(shown.view.readings() != nullptr);
    CHECK((*shown.view.readings())[1].number == 4);
    CHECK(shown.view.look().base == 4);

    shown.harness.click_text("swap");
    shown.finish_work();
    shown.harness.click_text("shift");
    shown.harness.frames(1);
    CHECK(shown.view.readings() != nullptr);  // at once
}

TEST_CASE("Lesson trial view: positions that do not fit beside each other stand below", "[panels][lessons]") {
    Harness harness({110, 400});
    panels::LessonTrialView view;
    view.begin(lesson(), 0);
    harness.add([&](const panels::Context& context) { view.show(context, Language::English, "working"); });
    harness.frames(2);
    INFO(harness.screen());
    CHECK(harness.need("shift").low.y > harness.need("swap").high.y);
    harness.click_text("shift");
    CHECK(view.positions() == KnobPositions{1, 0});
}

TEST_CASE("Lesson trial view: nothing is shown after its end", "[panels][lessons]") {
    panels::LessonTrialView view;
    CHECK_FALSE(view.shown());
    view.begin(lesson(), 0);
    CHECK(view.shown());
    view.finish();
    view.end();
    CHECK_FALSE(view.shown());
}

}  // namespace lesson_trial_view_test
