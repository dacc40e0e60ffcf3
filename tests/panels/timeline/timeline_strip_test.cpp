#include "panels/timeline/timeline_strip.hpp"

#include "catch.hpp"
#include "ecs/timeline/timeline.hpp"
#include "panels/base/timeline_request.hpp"
#include "panels/support/aging_world.hpp"
#include "panels/support/headless.hpp"
#include "panels/timeline/timeline_panel.hpp"

namespace timeline_strip_test {

namespace {

using aging::Health;

/// A world in which the health of one entity is the tick, recorded, and the strip below.
struct Line {
    Harness harness{{800, 300}};
    panels::TimelineStrip strip;
    ecs::Entity hero;
    static constexpr float top = 100, left = 84;

    explicit Line(int ticks = 300) {
        hero = aging::add_hero(harness.world, harness.schedule);
        harness.timeline.start();
        harness.add_windows([this](const panels::Context& context) {
            strip.draw(context, {{0, top}, {800, top + panels::TimelineStrip::height(context.style)}});
        });
        harness.frames(2);
        tick(ticks);
    }
    void tick(int count) {
        for (int i = 0; i < count; ++i) harness.schedule.tick(harness.world);
        harness.frames(2);
    }
    int hp() const { return harness.world.get<Health>(hero).hp; }
    /// Where a tick stands as long as the line need not move: two pixels a tick.
    static ImVec2 at(int tick) { return {left + static_cast<float>(tick) * 2, top + 16}; }
};

}  // namespace

TEST_CASE("TimelineStrip: a press and a drag bring the world to the tick under the mouse", "[panels][timeline]") {
    Line line(200);
    line.harness.move_to(Line::at(120));
    line.harness.press();
    line.harness.frames(2);
    CHECK(line.hp() == 120);
    CHECK(line.strip.scrubbing());
    line.harness.move_to(Line::at(40));
    line.harness.frames(2);
    CHECK(line.hp() == 40);
    line.harness.move_to({2, Line::top + 16});
    line.harness.frames(2);
    CHECK(line.hp() == 0);
    line.harness.move_to({799, Line::top + 16});
    line.harness.frames(2);
    CHECK(line.hp() == 200);
    CHECK(line.harness.timeline.at_now());
    line.harness.release();
    line.harness.frames(2);
    CHECK_FALSE(line.strip.scrubbing());
}

TEST_CASE("TimelineStrip: in the past it offers the way back to now", "[panels][timeline]") {
    Line line(200);
    CHECK_FALSE(line.harness.says("Back to now"));
    line.harness.click(Line::at(50));
    line.harness.frames(2);
    REQUIRE(line.hp() == 50);
    line.harness.click_text("Back to now");
    line.harness.frames(2);
    CHECK(line.hp() == 200);
    CHECK_FALSE(line.harness.says("Back to now"));
}

TEST_CASE("TimelineStrip: the line keeps its room while the mouse drags along it", "[panels][timeline]") {
    Line line(200);
    line.harness.move_to(Line::at(120));
    line.harness.press();
    line.harness.frames(2);
    line.harness.move_to(Line::at(50));
    line.harness.frames(3);
    CHECK(line.hp() == 50);
    CHECK_FALSE(line.harness.says("Back to now"));
    line.harness.release();
    line.harness.frames(2);
    CHECK(line.hp() == 50);
    CHECK(line.harness.says("Back to now"));
    // Along the line and back to its end: the button goes when the mouse lets go.
    line.harness.move_to(Line::at(60));
    line.harness.press();
    line.harness.move_to({799, Line::top + 16});
    line.harness.frames(3);
    CHECK(line.harness.timeline.at_now());
    CHECK(line.harness.says("Back to now"));
    line.harness.release();
    line.harness.frames(2);
    CHECK_FALSE(line.harness.says("Back to now"));
}

TEST_CASE("TimelineStrip: a click near a mark goes to its tick", "[panels][timeline]") {
    Line line(100);
    ecs::Edit edit = ecs::rename(line.harness.world, line.hero, "Heroine");
    REQUIRE(line.harness.history.perform({"Rename Hero", {edit}}).empty());
    line.tick(100);
    line.harness.click({Line::at(100).x + 4, Line::at(100).y});
    line.harness.frames(2);
    CHECK(line.hp() == 100);
    CHECK(line.harness.world.name(line.hero) == "Heroine");
}

TEST_CASE("TimelineStrip: the line follows the playhead and has labels", "[panels][timeline]") {
    Line line(2000);
    CHECK(line.harness.says("1,980"));
    CHECK_FALSE(line.harness.says("120"));
    CHECK(line.harness.says("33.33 s recorded"));
    // The wheel shows more of it.
    line.harness.move_to(Line::at(200));
    line.harness.wheel(-30);
    line.harness.frames(2);
    CHECK(line.harness.says("600"));
}

TEST_CASE("TimelineStrip: ticks that nobody saw are hatched, and a click there goes to the last one before them",
          "[panels][timeline]") {
    Line line(0);
    line.harness.timeline.stop();
    line.harness.timeline.start(nullptr, {.by_states = true});
    const auto see = [&](int tick) {
        line.harness.world.get_mut<Health>(line.hero).hp = tick;
        line.harness.world.set_tick(static_cast<std::uint64_t>(tick));
        line.harness.timeline.tick_ended(line.harness.world);
    };
    for (int tick = 1; tick <= 100; ++tick) see(tick);
    for (int tick = 201; tick <= 300; ++tick) see(tick);
    line.harness.frames(2);
    // The line has moved so far that the last tick is in view. What is hatched is covered without a gap.
    const ImU32 quiet = line.harness.style.theme->quiet;
    float begin = 0, end = 0;
    for (float x = 0, from = 0; x < 800; ++x) {
        if (!line.harness.covered({x, Line::at(0).y}, quiet)) from = x + 1;
        if (x + 1 - from > end - begin) begin = from, end = x + 1;
    }
    CHECK(end - begin == 2 * 100);  // two pixels a tick
    const auto hp_at = [&](float x) {
        line.harness.click({x, Line::at(0).y});
        line.harness.frames(2);
        return line.hp();
    };
    CHECK(hp_at((begin + end) / 2) == 100);
    line.harness.click_text("Back to now");  // the line had moved, to the tick in view
    line.harness.frames(2);
    CHECK(std::abs(hp_at(end + 20) - 211) <= 1);
}

TEST_CASE("TimelineStrip: where nobody records there is none", "[panels][timeline]") {
    Line line(5);
    line.harness.timeline.stop();
    line.harness.frames(2);
    CHECK_FALSE(line.harness.says("Timeline"));
}

TEST_CASE("Timeline panel: branches are listed, gone to and deleted; marks lead to their ticks", "[panels][timeline]") {
    Line line(100);
    panels::TimelinePanel panel;
    Harness& h = line.harness;
    h.add(panel);
    h.frames(2);
    CHECK_FALSE(h.says("Leaves at"));
    ecs::Edit edit = ecs::rename(h.world, line.hero, "Heroine");
    REQUIRE(h.history.perform({"Rename Hero to Heroine", {edit}}).empty());
    line.tick(50);
    h.click_text("Rename Hero to Heroine");
    h.frames(2);
    CHECK(line.hp() == 100);
    // Whoever goes on from there begins a branch.
    line.tick(10);
    CHECK(h.says("Leaves at"));
    REQUIRE(h.timeline.branches().size() == 2);
    const std::string first = h.timeline.branches().front()->name;
    h.click_text(first);
    h.frames(2);
    CHECK(line.hp() == 150);
    CHECK(h.timeline.branch() == h.timeline.branches().front()->id);
    h.click_text(h.timeline.branches().back()->name, 0, 1);
    h.click_text("Delete");
    h.frames(2);
    CHECK(h.timeline.branches().size() == 1);
}

TEST_CASE("Timeline panel: without marks it offers to write the first one", "[panels][timeline]") {
    Line line(10);
    panels::TimelinePanel panel;
    Harness& h = line.harness;
    h.add(panel);
    h.frames(2);
    CHECK(h.says("Nothing is marked yet"));
    h.click_text("Write a note");
    h.frames(3);
    h.type("first");
    h.key(panels::compat::Key::Enter);
    h.frames(2);
    CHECK(h.says("first"));
    CHECK_FALSE(h.says("Nothing is marked yet"));
}

TEST_CASE("Timeline panel: a note is kept at its tick, and ten thousand marks cost a page", "[panels][timeline]") {
    Line line(10);
    panels::TimelinePanel panel;
    Harness& h = line.harness;
    h.add(panel);
    h.frames(2);
    h.click_text("Note at this tick");
    h.type("here it begins");
    h.key(panels::compat::Key::Enter);
    h.frames(2);
    CHECK(h.says("here it begins"));
    for (int i = 0; i < 10'000; ++i) h.timeline.mark(ecs::MarkKind::Note, "again");
    h.frames(3);
    CHECK(panel.rows_drawn() > 3);
    CHECK(panel.rows_drawn() < 40);
}

}  // namespace timeline_strip_test
