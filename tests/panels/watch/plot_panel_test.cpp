#include "panels/watch/plot_panel.hpp"

#include <string>

#include "catch.hpp"
#include "figures/drawing/svg.hpp"
#include "panels/support/headless.hpp"
#include "panels/watch/plot_figure.hpp"
#include "panels/watch/recording.hpp"

namespace plot_panel_test {

namespace {

struct Health {
    std::int32_t hp = 100;
};

struct Scene {
    Harness harness{{640, 400}};
    panels::Watches watches;
    panels::PlotPanel panel;
    ecs::Entity hero, other;

    explicit Scene(int ticks = 100) {
        harness.world.types().add<Health>("Health").field("hp", &Health::hp);
        hero = harness.world.create(ecs::Name{"Hero"}, Health{1000});
        other = harness.world.create(ecs::Name{"Other"}, Health{7});
        REQUIRE(harness.schedule.add(
            {.name = "Hurt", .run = [this](ecs::SystemContext&) { harness.world.get_mut<Health>(hero).hp -= 1; }}));
        watches.start(harness.world, harness.schedule);
        harness.lend(&panels::Context::watches, &watches);
        REQUIRE_FALSE(watches.add_pin("Health.hp", hero));
        REQUIRE_FALSE(watches.add_pin("Health.hp", other));
        for (int i = 0; i < ticks; ++i) harness.schedule.tick(harness.world);
        harness.add(panel);
        harness.frames(2);
    }
    ~Scene() { watches.stop(); }
    void plot(std::size_t pin, int number) { watches.set_plot(watches.pins()[pin].number, number); }
    ImVec2 middle() const { return {320, 240}; }
};

}  // namespace

TEST_CASE("Plot: without series it offers to plot the watches", "[panels][plot]") {
    Scene s;
    s.harness.click_text("Plot all watches");
    s.harness.frames(2);
    CHECK(s.watches.pins()[0].plot == 1);
    CHECK(s.watches.pins()[1].plot == 1);
    INFO(s.harness.screen());
    CHECK(s.harness.says("Hero Health.hp"));
    CHECK(s.harness.says("Other Health.hp"));
}

TEST_CASE("Plot: the newest ticks are in view and run along, until it is dragged", "[panels][plot]") {
    Scene s(700);
    s.plot(0, 1);
    s.harness.frames(2);
    CHECK(s.panel.last_tick() == 700);
    CHECK(s.panel.first_tick() == 100);
    s.harness.schedule.tick(s.harness.world);
    s.harness.frames(2);
    CHECK(s.panel.last_tick() == 701);
    s.harness.drag(s.middle(), {s.middle().x + 100, s.middle().y});
    s.harness.frames(2);
    const double right = s.panel.last_tick();
    CHECK(right < 640);
    s.harness.schedule.tick(s.harness.world);
    s.harness.frames(2);
    CHECK(s.panel.last_tick() == right);
    s.harness.click_text("Reset");
    s.harness.frames(2);
    CHECK(s.panel.last_tick() == 702);
}

TEST_CASE("Plot: the wheel zooms, and the tick under the mouse stays there", "[panels][plot]") {
    Scene s(700);
    s.plot(0, 1);
    s.harness.frames(2);
    s.harness.move_to(s.middle());
    s.harness.frames(2);
    REQUIRE(s.panel.crosshair());
    const std::uint64_t before = *s.panel.crosshair();
    s.harness.wheel(4);
    s.harness.frames(2);
    CHECK(s.panel.last_tick() - s.panel.first_tick() < 400);
    REQUIRE(s.panel.crosshair());
    CHECK(*s.panel.crosshair() <= before + 1);
    CHECK(*s.panel.crosshair() + 1 >= before);
}

TEST_CASE("Plot: the crosshair says the values of its tick in all plots", "[panels][plot]") {
    Scene s(100);
    s.plot(0, 1);
    s.plot(1, 2);
    s.harness.frames(2);
    s.harness.move_to({600, 150});
    s.harness.frames(3);
    REQUIRE(s.panel.crosshair());
    const std::uint64_t tick = *s.panel.crosshair();
    INFO(s.harness.screen());
    CHECK(s.harness.says("tick " + std::to_string(tick)));
    CHECK(s.harness.says(std::to_string(1000 - tick)));
    CHECK(s.harness.says("Other Health.hp"));
}

TEST_CASE("Plot: a click in the legend hides a series", "[panels][plot]") {
    Scene s;
    s.plot(0, 1);
    s.plot(1, 1);
    s.harness.frames(2);
    const std::size_t both = s.harness.vertex_count();
    s.harness.click_text("Hero Health.hp");
    s.harness.frames(2);
    CHECK(s.harness.vertex_count() < both);
    s.harness.click_text("Hero Health.hp");
    s.harness.move_to({630, 8});
    s.harness.frames(2);
    CHECK(s.harness.vertex_count() >= both);
}

TEST_CASE("Plot: with axes of their own, a small curve is as high as a large one", "[panels][plot]") {
    Scene s;
    s.plot(0, 1);
    s.plot(1, 1);
    s.harness.frames(2);
    INFO(s.harness.screen());
    const std::string shared_most = "1,049";  // with a little room above 999
    CHECK(s.harness.says(shared_most));
    CHECK_FALSE(s.panel.own_axes(1));
    s.harness.click_text("Own axes");
    s.harness.frames(2);
    INFO(s.harness.screen());
    CHECK(s.panel.own_axes(1));
    CHECK_FALSE(s.harness.says(shared_most));
    CHECK(s.harness.says("895"));  // the least of the hero alone
    // The range that all share cannot be held now.
    s.harness.hover_text("Hold");
    INFO("over Hold:\n" << s.harness.screen());
    CHECK(s.harness.says("Each curve has an axis of its own"));
    panels::PlotPanel other;
    other.load_settings(s.panel.save_settings());
    CHECK(other.own_axes(1));
    CHECK_FALSE(other.own_axes(2));
    s.harness.click_text("Own axes");
    s.harness.frames(2);
    CHECK(s.harness.says(shared_most));
}

TEST_CASE("Plot: the drawing has each series, with a gap where there was no value", "[panels][plot]") {
    Scene s(50);
    std::vector<panels::PlotToDraw> plots(2);
    plots[0].series = {&s.watches.pins()[0]};
    plots[1].series = {&s.watches.pins()[1]};
    const std::string svg = figures::to_svg(panels::draw_plots(s.harness.world, plots, 0, 50), figures::Theme::Light);
    CHECK(svg.find("Hero Health.hp") != std::string::npos);
    CHECK(svg.find("Other Health.hp") != std::string::npos);
    CHECK(svg.find("plot-2") != std::string::npos);
    const auto lines_of = [&](const figures::Drawing& drawing, std::size_t group) {
        std::size_t lines = 0;
        for (const figures::Shape& shape : drawing.groups[group].shapes) lines += shape.index() == 1 ? 1 : 0;
        return lines;
    };
    const figures::Drawing whole = panels::draw_plots(s.harness.world, plots, 0, 50);
    CHECK(lines_of(whole, 1) == 49);
    s.harness.world.set_tick(59);
    s.harness.schedule.tick(s.harness.world);
    plots.resize(1);
    CHECK(lines_of(panels::draw_plots(s.harness.world, plots, 0, 60), 1) == 49);
}

}  // namespace plot_panel_test
