#include "stops_bench.hpp"

#include <cstdio>
#include <functional>
#include <string>
#include <vector>

#include "ecs/timeline/timeline.hpp"
#include "panel_alone.hpp"
#include "panels/desk/request_runner.hpp"
#include "panels/history/history_panel.hpp"
#include "panels/stops/breakpoints_panel.hpp"
#include "panels/stops/debugger.hpp"
#include "panels/stops/step_panel.hpp"
#include "panels/timeline/timeline_panel.hpp"
#include "panels/timeline/timeline_strip.hpp"
#include "panels/watch/watches.hpp"

namespace stops_bench {

namespace {

constexpr double goal_ms = 0.2;
constexpr std::size_t system_count = 300, breakpoint_count = 1'000, edit_count = 10'000;
constexpr std::uint64_t line_ticks = 108'000;  // 30 minutes at 60 a second
const ImVec2 panel_size{900, 800};

struct Body {
    float x = 0, y = 0;
};
struct Health {
    std::int32_t hp = 100;
};

struct Game {
    ecs::World world;
    ecs::Schedule schedule{world};
    ecs::History history{world, schedule};
    PanelAlone alone;

    explicit Game(std::size_t entities, std::size_t systems) {
        world.types().add<Body>("Body").field("x", &Body::x).field("y", &Body::y);
        world.types().add<Health>("Health").field("hp", &Health::hp);
        for (std::size_t i = 0; i < entities; ++i) world.create(Body{static_cast<float>(i % 1000), 0}, Health{});
        ecs::View<Body> bodies(world);
        for (std::size_t i = 0; i < systems; ++i) {
            ecs::SystemDescription system;
            system.name = i == 0 ? std::string("Movement") : "System " + std::to_string(i);
            if (i == 0)
                system.run = [bodies](ecs::SystemContext& context) mutable {
                    context.each(bodies, [](Body& body) { body.x += 1; });
                };
            else
                system.run = [](ecs::SystemContext&) {};
            (void)schedule.add(std::move(system));
        }
    }

    double show(panels::Panel& panel, const std::function<void(panels::Context&)>& lend) {
        return alone.show(panel, world, schedule, panel_size, lend);
    }
};

void print_row(const char* what, std::size_t frames, const std::function<double()>& frame) {
    for (int i = 0; i < 20; ++i) frame();
    std::vector<double> secs;
    for (std::size_t i = 0; i < frames; ++i) secs.push_back(frame());
    const Spread ms = spread_of(std::move(secs));
    std::printf("%-62s %9.3f %9.3f %7.2f %s\n", what, ms.middle, ms.most, goal_ms,
                verdict(ms.most, ms.middle, goal_ms));
}

void print_stops(std::size_t entities, std::size_t frames) {
    Game game(entities, system_count);
    panels::Watches watches;
    panels::Debugger debugger;
    debugger.start(game.world, game.schedule, game.history, watches);
    const auto lend = [&](panels::Context& context) { context.debugger = &debugger; };
    for (std::size_t i = 0; i < breakpoint_count; ++i)
        (void)debugger.breakpoints().add("Health.hp < " + std::to_string(-1 - static_cast<int>(i)));
    panels::BreakpointsPanel list;
    print_row("the Breakpoints panel: 1,000 conditions", frames, [&] {
        game.schedule.tick();
        debugger.look();
        return game.show(list, lend);
    });
    list.take_keyboard();
    game.show(list, lend);
    for (const char letter : std::string_view("Body.x > 500")) {
        ImGui::GetIO().AddInputCharacter(static_cast<unsigned>(letter));
        game.show(list, lend);
    }
    if (!ImGui::GetIO().WantTextInput) std::puts("the field has not got the keyboard: the next row says nothing");
    print_row("the same while a condition over every entity is typed", frames, [&] { return game.show(list, lend); });
    debugger.breakpoints().clear();

    panels::StepPanel step;
    print_row("the Step panel before the first step", frames, [&] { return game.show(step, lend); });
    debugger.step_system();  // Movement, as no tick is halfway through
    print_row("the same: a system has changed every entity", frames, [&] { return game.show(step, lend); });
    debugger.stop();
}

void print_time(std::size_t frames) {
    Game game(10, 1);
    ecs::Timeline timeline(game.world, game.schedule, game.history);
    timeline.start();
    const std::uint64_t marked_every = line_ticks / timeline.options().most_marks;
    for (std::uint64_t tick = 0; tick < line_ticks; ++tick) {
        game.schedule.tick();
        if (tick % marked_every == 0)
            timeline.mark(tick % 2 == 0 ? ecs::MarkKind::Edited : ecs::MarkKind::Alert, "Something that happened");
    }
    const auto lend = [&](panels::Context& context) { context.timeline = &timeline; };
    panels::TimelinePanel panel;
    print_row("the Timeline panel: 30 minutes, 10,000 marks", frames, [&] {
        game.schedule.tick();
        return game.show(panel, lend);
    });
    print_row("the same, with another mark in each frame", frames, [&] {
        game.schedule.tick();
        timeline.mark(ecs::MarkKind::Note, "One more");
        return game.show(panel, lend);
    });

    // The line draws its own window; the panel around it has nothing in it.
    struct Line final : panels::Panel {
        panels::TimelineStrip strip;
        Line() : Panel("line", "Line", panels::DockPlace::Bottom, "") {}
        void draw(const panels::Context& context) override {
            strip.draw(context, {{0, 0}, {1900, panels::TimelineStrip::height(context.style)}});
        }
    } line;
    print_row("the line of time, at its usual zoom", frames, [&] {
        game.schedule.tick();
        return game.show(line, lend);
    });
    const auto turn_wheel = [](float lines) {
#if IMGUI_VERSION_NUM >= 18700
        ImGui::GetIO().AddMousePosEvent(600, 16);
        ImGui::GetIO().AddMouseWheelEvent(0, lines);
#else
        ImGui::GetIO().MousePos = {600, 16};
        ImGui::GetIO().MouseWheel = lines;
#endif
    };
    for (int i = 0; i < 60; ++i) {
        turn_wheel(-2);
        game.show(line, lend);
    }
    print_row("the same with all 30 minutes in view", frames, [&] {
        game.schedule.tick();
        return game.show(line, lend);
    });
}

void print_history(std::size_t frames) {
    Game game(10, 1);
    const ecs::Entity entity = game.world.create();
    for (std::size_t i = 0; i < edit_count; ++i)
        (void)game.history.perform({"Rename", {ecs::rename(game.world, entity, "Name " + std::to_string(i))}});
    panels::HistoryPanel panel;
    const auto lend = [&](panels::Context& context) { context.history = panels::state_of(game.history); };
    print_row("the History panel: 10,000 steps", frames, [&] { return game.show(panel, lend); });
    panel.load_settings("script");
    print_row("the same as a script", frames, [&] { return game.show(panel, lend); });
}

}  // namespace

void print_rows(std::size_t entities, std::size_t frames) {
    std::printf("\n%-62s %9s %9s %7s\n", "what stops, steps and rewinds, 300 systems", "ms", "ms, 95 %", "goal");
    print_stops(entities, frames);
    print_time(frames);
    print_history(frames);
}

}  // namespace stops_bench
