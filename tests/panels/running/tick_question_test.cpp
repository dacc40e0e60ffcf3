#include "panels/running/tick_question.hpp"

#include <optional>
#include <string>

#include "catch.hpp"
#include "ecs/timeline/timeline.hpp"
#include "panels/support/headless.hpp"

namespace tick_question_test {

using panels::TickQuestion;
using panels::TransportRequest;
using panels::compat::Key;

namespace {

/// A world with an empty system, whose time is recorded.
struct Scene {
    Harness harness{{700, 300}};
    TickQuestion question;

    explicit Scene(int ticks = 20) {
        REQUIRE(harness.schedule.add({.name = "Idle", .run = [](ecs::SystemContext&) {}}));
        harness.timeline.start();
        harness.ticks_while_playing = true;
        harness.add_windows([this](const panels::Context& context) { question.draw(context, {20, 20}); });
        for (; ticks > 0; --ticks) harness.schedule.tick(harness.world);
        harness.frames(2);
    }
    void answer(std::string_view text) {
        harness.frames(3);
        harness.replace_text(text);
        harness.frames(2);
    }
    std::uint64_t tick() const { return harness.world.tick(); }
    /// A harness plays a tick a frame, and stops where the program would.
    void play() {
        while (harness.transport.until_tick && tick() < *harness.transport.until_tick) harness.frame();
        harness.transport.playing = false;
        harness.transport.until_tick.reset();
    }
};

}  // namespace

TEST_CASE("Ticks: numbers are read with commas, and relative to now with a sign", "[panels][transport]") {
    struct Row {
        const char* text;
        std::optional<std::uint64_t> tick;
    };
    const Row rows[] = {{"120", 120},          {" 1,200 ", 1200},           {"+60", 160},
                        {"-60", 40},           {"-101", std::nullopt},      {"0", 0},
                        {"", std::nullopt},    {"+", std::nullopt},         {"12x", std::nullopt},
                        {"-1x", std::nullopt}, {"4294967296", std::nullopt}};
    for (const Row& row : rows) {
        INFO(row.text);
        CHECK(panels::read_tick(row.text, 100) == row.tick);
    }
}

TEST_CASE("Ticks: a recorded tick is gone to, and a later one is run to", "[panels][transport]") {
    Scene s;
    s.question.ask_for_tick();
    s.answer("7");
    CHECK(s.harness.says("To tick 7, which is recorded"));
    s.harness.key(Key::Enter);
    s.harness.frames(2);
    CHECK(s.tick() == 7);
    CHECK_FALSE(s.harness.transport.playing);
    CHECK(s.harness.timeline.branches().size() == 1);

    s.question.ask_for_tick();
    s.answer("30");
    CHECK(s.harness.says("Runs 23 ticks as fast as they go"));
    s.harness.click_text("Go", 1);  // below the heading
    s.harness.frames(1);
    // What is recorded is not run again: it goes on from the end.
    CHECK(s.tick() >= 20);
    CHECK(s.harness.transport.playing);
    s.play();
    CHECK(s.tick() == 30);
    CHECK(s.harness.timeline.branches().size() == 1);
}

TEST_CASE("Ticks: what cannot be reached is said where it is typed, and Escape asks no more", "[panels][transport]") {
    Scene s;
    s.question.ask_for_tick();
    s.answer("20");
    CHECK(s.harness.says("The world is at this tick"));
    s.answer("twenty");
    CHECK(s.harness.says("A tick is a number like 1200"));
    s.harness.key(Key::Enter);
    s.harness.frames(2);
    CHECK(s.tick() == 20);
    s.harness.key(Key::Escape);
    s.harness.frames(2);
    CHECK_FALSE(s.harness.says("Go to tick"));
    s.harness.timeline.stop();
    s.question.ask_for_tick();
    s.answer("3");
    CHECK(s.harness.says("Nobody records earlier ticks here"));
}

TEST_CASE("Ticks: the number that ran last runs again", "[panels][transport]") {
    Scene s;
    CHECK(s.question.count() == 10);
    s.question.ask_for_count();
    s.answer("0");
    CHECK(s.harness.says("A number of ticks from 1 on"));
    s.answer("4");
    s.harness.key(Key::Enter);
    s.harness.frames(1);
    s.play();
    CHECK(s.tick() == 24);
    CHECK(s.question.count() == 4);
    s.question.step(s.question.count());
    s.harness.frames(1);
    s.play();
    CHECK(s.tick() == 28);
}

TEST_CASE("Ticks: after Enter on what is no tick, the field keeps the keyboard to mend it", "[panels][transport]") {
    Scene s;
    s.question.ask_for_tick();
    s.answer("1x");
    s.harness.key(Key::Enter);
    s.harness.frames(2);
    CHECK(s.harness.says("A tick is a number like 1200"));
    s.harness.key(Key::Backspace);
    s.harness.type("2");
    s.harness.key(Key::Enter);
    s.harness.frames(2);
    CHECK(s.tick() == 12);
    CHECK(s.harness.keyboard.acted.empty());
}

}  // namespace tick_question_test
