#include "panels/running/transport_bar.hpp"

#include <algorithm>

#include "catch.hpp"
#include "panels/support/headless.hpp"

namespace transport_bar_test {

using Kind = panels::TransportRequest::Kind;

namespace {

struct Scene {
    Harness harness{{700, 200}};
    panels::TransportBar bar;

    Scene() {
        harness.add([this](const panels::Context& context) { bar.show(context); });
        harness.frames(2);
    }
    ImVec2 play_button() const { return {20, 20}; }
    ImVec2 step_button() const { return {56, 20}; }
    std::optional<panels::TransportRequest> last() const {
        if (harness.performed.empty()) return std::nullopt;
        return std::get<panels::TransportRequest>(harness.performed.back());
    }
};

}  // namespace

TEST_CASE("Transport: the first button plays, and pauses while it plays", "[panels][transport]") {
    Scene s;
    s.harness.click(s.play_button());
    REQUIRE(s.last());
    CHECK(s.last()->kind == Kind::Play);
    s.harness.hover(s.play_button());
    CHECK(s.harness.says("Pause (Space)"));
    s.harness.click(s.play_button());
    CHECK(s.last()->kind == Kind::Pause);
    s.harness.hover(s.play_button());
    CHECK(s.harness.says("Play (Space)"));
}

TEST_CASE("Transport: the second button steps one tick", "[panels][transport]") {
    Scene s;
    s.harness.click(s.step_button());
    REQUIRE(s.last());
    CHECK(s.last()->kind == Kind::StepTick);
    s.harness.hover(s.step_button());
    CHECK(s.harness.says("F10"));
}

TEST_CASE("Transport: the arrow at the step offers numbers of ticks, and the key does the last again",
          "[panels][transport]") {
    Scene s;
    s.harness.add_windows([&](const panels::Context& context) { s.bar.draw_question(context); });
    const ImVec2 arrow{67, 20};
    s.harness.hover(arrow);
    CHECK(s.harness.says("Step several ticks, or go to a tick"));
    s.harness.click(arrow);
    s.harness.frames(2);
    INFO(s.harness.screen());
    for (const char* item : {"Step 10 ticks", "Step 60 ticks", "Step 600 ticks", "Other number", "Go to tick"})
        CHECK(s.harness.says(item));
    CHECK(s.harness.says("Ctrl+F10"));
    CHECK(s.harness.says("Ctrl+G"));
    s.harness.click_text("Step 60 ticks");
    s.harness.frames(2);
    REQUIRE(s.last());
    CHECK(s.last()->kind == Kind::RunToTick);
    CHECK(s.last()->tick == 60);
    CHECK(s.bar.question().count() == 60);
    CHECK(s.harness.transport.until_tick == 60);
}

TEST_CASE("Transport: Stop asks what to keep as soon as a person did something, or took something back",
          "[panels][transport]") {
    Scene s;
    s.harness.keep_authored_world();
    ecs::World& world = s.harness.world;
    ecs::History& history = s.harness.history;
    const auto create = [&] {
        std::vector<ecs::Edit> edits;
        edits.push_back(ecs::CreateEntities{{ecs::EntityRecord{}}});
        REQUIRE(history.perform({"Create", std::move(edits)}) == "");
        history.seal();
    };
    create();
    create();
    REQUIRE(history.undo() == "");
    s.harness.timeline.start();
    const auto asked = [&] {
        s.harness.performed.clear();
        panels::request_stop(s.harness.context());
        s.harness.frames(2);
        const bool shows = std::any_of(s.harness.performed.begin(), s.harness.performed.end(), [](const auto& each) {
            const auto* const show = std::get_if<panels::ShowPanelRequest>(&each);
            return show != nullptr && show->id == "compare";
        });
        return shows;
    };
    const auto play = [&] {
        REQUIRE(s.harness.play.begin() == "");
        for (int i = 0; i < 5; ++i) s.harness.schedule.tick(world);
    };
    play();
    CHECK_FALSE(asked());
    CHECK_FALSE(s.harness.play.begun());

    play();
    REQUIRE(history.undo() == "");
    SECTION("what was done before Play was taken back") { CHECK(s.harness.play.begun()); }
    SECTION("and something else was done since") { create(); }
    SECTION("later than the moment in view") { REQUIRE(s.harness.timeline.seek(2) == ""); }
    CHECK(asked());
    CHECK(s.harness.play.begun());
    CHECK(s.harness.timeline.at_now());
}

TEST_CASE("Transport: speeds from 0.125 to 8 can be chosen, and are those that are said", "[panels][transport]") {
    {
        Scene slow;
        slow.harness.click_text("1×");
        slow.harness.click_text("0.125×");
        REQUIRE(slow.last());
        CHECK(slow.last()->speed == panels::Transport::min_speed);
    }
    Scene s;
    s.harness.click_text("1×");
    for (const char* speed : {"0.125×", "0.25×", "0.5×", "2×", "4×", "8×"}) CHECK(s.harness.says(speed));
    s.harness.click_text("4×");
    REQUIRE(s.last());
    CHECK(s.last()->kind == Kind::SetSpeed);
    CHECK(s.last()->speed == 4);
}

TEST_CASE("Transport: it shows tick and time", "[panels][transport]") {
    Scene s;
    s.harness.world.set_tick(1234);
    s.harness.frames(2);
    INFO(s.harness.screen());
    CHECK(s.harness.says("tick 1,234"));
    CHECK(s.harness.says("20.56 s"));
}

TEST_CASE("Transport: a simulation that lags says how fast it really is", "[panels][transport]") {
    Scene s;
    s.harness.transport.playing = true;
    s.harness.transport.behind_secs = 0.4;
    const auto play = [&](int ticks_in_ten_frames) {
        for (int i = 0; i < 180; ++i) {
            if (i % 10 < ticks_in_ten_frames) s.harness.world.set_tick(s.harness.world.tick() + 1);
            s.harness.frame();
        }
    };
    play(5);
    CHECK(s.bar.reached_speed() == Approx(0.5).margin(0.02));
    CHECK(s.harness.says("runs at 0.5×"));
    s.harness.transport.behind_secs = 0;
    play(10);
    CHECK_FALSE(s.harness.says("runs at"));
    // Long frames make it slow, too, although no tick waits.
    play(6);
    CHECK(s.harness.says("runs at 0.6×"));
    play(10);
    CHECK_FALSE(s.harness.says("runs at"));
}

TEST_CASE("Transport: with little room the tick stays whole, without its time", "[panels][transport]") {
    Harness harness({270, 100});
    panels::TransportBar bar;
    harness.world.set_tick(123);
    harness.add([&](const panels::Context& context) { bar.show(context); });
    harness.frames(2);
    INFO(harness.screen());
    CHECK(harness.says("tick 123"));
    CHECK_FALSE(harness.says("2.05"));
    CHECK(harness.need("tick 123").high.x <= 270);
}

TEST_CASE("Transport: times are written for people", "[panels][transport]") {
    CHECK(panels::format_clock(0) == "0.00 s");
    CHECK(panels::format_clock(59.999) == "59.99 s");
    CHECK(panels::format_clock(60) == "1:00.0");
    CHECK(panels::format_clock(3599.96) == "59:59.9");
    CHECK(panels::format_clock(3723.4) == "1:02:03.4");
    CHECK(panels::format_speed(0.25) == "0.25×");
    CHECK(panels::format_speed(8) == "8×");
}

TEST_CASE("Transport: no speed is cut off in its box", "[panels][transport]") {
    for (const float scale : {1.0f, 1.5f}) {
        Scene s;
        s.harness.style.scale = scale;
        panels::apply_style(s.harness.style, ImGui::GetStyle());
        for (const double speed : {0.1, 0.125, 0.25, 8.0}) {
            s.harness.transport.speed = speed;
            s.harness.frames(2);
            INFO(s.harness.screen());
            CHECK(s.harness.says(panels::format_speed(speed)));
        }
    }
}

}  // namespace transport_bar_test
