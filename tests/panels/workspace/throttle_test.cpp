// A panel that takes too long is drawn less often, and a person who needs it does not notice.
#include <chrono>
#include <map>
#include <memory>
#include <string>

#include "catch.hpp"
#include "panels/base/panel_costs.hpp"
#include "panels/lessons/all_panels_with_lab.hpp"
#include "panels/support/headless.hpp"
#include "panels/workspace/cost_panel.hpp"
#include "panels/workspace/workbench.hpp"

namespace throttle_test {

namespace {

/// Takes as long as it is told, and shows how often it was drawn, in a part with a scroll bar of its own.
class SlowPanel : public panels::Panel {
public:
    SlowPanel() : Panel("slow", "Slow", panels::DockPlace::Bottom, "Takes long") {}
    std::chrono::microseconds takes{20'000};

protected:
    void draw(const panels::Context&) override {
        const auto end = std::chrono::steady_clock::now() + takes;
        ImGui::TextUnformatted(("Drawn " + std::to_string(times_shown())).c_str());
        panels::compat::begin_child("part", {0, 60});
        for (int i = 0; i < 20; ++i) ImGui::TextUnformatted(("Line " + std::to_string(i)).c_str());
        ImGui::EndChild();
        ImGui::TextUnformatted("Below the part");
        while (std::chrono::steady_clock::now() < end) {
        }
    }
};

struct Screen {
    Harness harness{{1280, 800}};
    panels::Workbench workbench{panels::make_all_panels_with_lab};
    SlowPanel* slow = nullptr;

    Screen() {
        auto made = std::make_unique<SlowPanel>();
        slow = made.get();
        workbench.add_panel(std::move(made));
        harness.add_windows([this](const panels::Context& around) {
            panels::Context context = around;
            context.costs = &workbench.costs();
            workbench.draw(context, {{0, 32}, {1280, 776}});
        });
        slow->takes = {};
        workbench.show_panel("slow");
        harness.frames(20);
        // The person is busy with another panel.
        workbench.focus_panel("entities");
        harness.frames(3);
        harness.move_to({100, 400});
        REQUIRE(workbench.visible("slow"));
    }
    std::uint64_t drawn_in(int frames) {
        const std::uint64_t before = slow->times_shown();
        harness.frames(frames);
        return slow->times_shown() - before;
    }
    /// Until it is throttled; within a second.
    void throttle() {
        slow->takes = std::chrono::microseconds(20'000);
        int frames = 0;
        while (!workbench.costs().throttled("slow") && frames < 60) {
            harness.frame();
            ++frames;
        }
        REQUIRE(workbench.costs().throttled("slow"));
    }
};

}  // namespace

TEST_CASE("Throttle: a panel of 20 ms leaves 30 frames a second, and its tab says so within a second",
          "[panels][workbench][cost]") {
    Screen screen;
    CHECK(screen.drawn_in(10) == 10);
    CHECK_FALSE(screen.harness.says("throttled"));
    screen.throttle();
    screen.harness.frame();
    CHECK(screen.harness.says("throttled"));
    // Of 60 frames at most so many may take 20 ms longer, or they took two seconds.
    const std::uint64_t drawn = screen.drawn_in(60);
    CHECK(drawn >= 6);
    CHECK(drawn <= 15);
}

TEST_CASE("Throttle: in between stands what it drew last, whole", "[panels][workbench][cost]") {
    Screen screen;
    screen.throttle();
    screen.harness.frames(10);
    int kept = 0;
    for (int i = 0; i < 20; ++i) {
        const std::uint64_t before = screen.slow->times_shown();
        screen.harness.frame();
        INFO(screen.harness.screen());
        REQUIRE(screen.harness.says("Drawn " + std::to_string(screen.slow->times_shown() - 1)));
        REQUIRE(screen.harness.says("Line 1"));
        REQUIRE(screen.harness.says("Below the part"));
        kept += screen.slow->times_shown() == before;
    }
    CHECK(kept > 10);
}

TEST_CASE("Throttle: under the mouse it is drawn in every frame, and when it is fast again, too",
          "[panels][workbench][cost]") {
    Screen screen;
    screen.throttle();
    CHECK(screen.drawn_in(20) < 12);
    screen.harness.move_to(screen.harness.need("Below the part").middle());
    CHECK(screen.drawn_in(20) == 20);
    screen.harness.move_to({100, 400});
    CHECK(screen.drawn_in(20) < 12);
    screen.slow->takes = {};
    int frames = 0;
    while (screen.workbench.costs().throttled("slow") && frames++ < 2000) screen.harness.frame();
    CHECK_FALSE(screen.workbench.costs().throttled("slow"));
    CHECK(screen.drawn_in(20) == 20);
    CHECK_FALSE(screen.harness.says("throttled"));
}

TEST_CASE("Cost: the panel lists who costs what, and sets the budget, which is kept", "[panels][cost]") {
    Harness harness({700, 300});
    panels::PanelCosts costs;
    panels::CostPanel panel;
    harness.add([&](const panels::Context& around) {
        panels::Context context = around;
        context.costs = &costs;
        costs.begin_frame(1.0 / 60);
        (void)costs.draws_now("calm", "Calm", false);
        (void)costs.draws_now("greedy", "Greedy", false);
        costs.note("calm", 100, 90);
        costs.note("greedy", 400, 500);
        panel.show(context);
    });
    harness.frames(3);
    INFO(harness.screen());
    CHECK(harness.says("Calm"));
    CHECK(harness.says("over budget"));
    CHECK(harness.need("0.40 ms").color == harness.style.theme->warn);
    CHECK(harness.says("The rest is the simulation"));
    harness.click_text("1.00 ms");
    harness.frame();
    CHECK(costs.budget_us() == 1000);
    CHECK_FALSE(harness.says("over budget"));

    std::map<std::string, std::string> settings;
    panels::Workbench before{panels::make_all_panels}, after{panels::make_all_panels};
    before.costs().set_budget(1000);
    before.save([&](std::string_view name, std::string value) { settings[std::string(name)] = std::move(value); });
    (void)after.load([&](std::string_view name) { return settings[std::string(name)]; });
    CHECK(after.costs().budget_us() == 1000);
}

TEST_CASE("Cost: a few frames throttle nothing, however long they are", "[panels][cost]") {
    panels::PanelCosts costs;
    for (int i = 0; i < 10; ++i) {
        costs.begin_frame(3);
        CHECK(costs.draws_now("a", "A", false));
        costs.note("a", 20'000, 20'000);
    }
    for (int i = 0; i < 4; ++i) {
        costs.begin_frame(3);
        (void)costs.draws_now("a", "A", false);
    }
    CHECK(costs.throttled("a"));
}

TEST_CASE("Cost: a single slow frame throttles nothing", "[panels][cost]") {
    panels::PanelCosts costs;
    const auto frame = [&](double mean_us) {
        costs.begin_frame(1.0 / 60);
        const bool drawn = costs.draws_now("a", "A", false);
        costs.note("a", mean_us, mean_us);
        return drawn;
    };
    for (int i = 0; i < 20; ++i) CHECK(frame(20'000));
    for (int i = 0; i < 200; ++i) CHECK(frame(1'000));
    for (int i = 0; i < 40; ++i) (void)frame(20'000);
    CHECK(costs.throttled("a"));
    int drawn = 0;
    for (int i = 0; i < 100; ++i) drawn += frame(20'000);
    CHECK(drawn == 20);  // 20 ms are five times what is allowed
    costs.begin_frame(1.0 / 60);
    costs.begin_frame(1.0 / 60);
    CHECK(costs.all().empty());  // nobody shows it
}

}  // namespace throttle_test
