#include "systems_bench.hpp"

#include <cstdio>
#include <string>
#include <vector>

#include "panel_alone.hpp"
#include "panels/base/tick_trace.hpp"
#include "panels/running/schedule_panel.hpp"
#include "panels/running/systems_panel.hpp"

namespace systems_bench {

namespace {

constexpr std::size_t system_count = 300;
constexpr double goal_ms = 0.2;

template <int N>
struct Part {
    float value = 0;
};

struct Game {
    ecs::World world;
    ecs::JobPool pool{2};
    ecs::Schedule schedule{world};
    panels::TickTrace trace;
    PanelAlone alone;

    explicit Game(std::size_t entities) {
        schedule.pool = &pool;
        schedule.share_from_secs = 0;
        for (std::size_t i = 0; i < entities; ++i) world.create(Part<0>{}, Part<1>{}, Part<2>{}, Part<3>{});
        const std::vector<ecs::SystemAccess> all = ecs::access<Part<0>, Part<1>, Part<2>, Part<3>>(world);
        for (std::size_t i = 0; i < system_count; ++i) {
            ecs::SystemDescription system;
            system.name = "System " + std::to_string(i);
            system.parallel = i % 5 != 0;
            for (std::size_t part = 0; part < all.size(); ++part)
                if ((i >> part) % 2 == 0)
                    system.accesses.push_back(
                        {all[part].component, (i + part) % 3 == 0 ? ecs::Access::Write : ecs::Access::Read});
            system.group = i % 40 < 10 ? "Group " + std::to_string(i / 40) : std::string();
            system.budget_us = i % 7 == 0 ? 0.05 : 0;
            system.run = [](ecs::SystemContext& context) { context.entities_visited = 3; };
            (void)schedule.add(std::move(system));
        }
    }
    ~Game() { trace.leave(schedule); }

    double show(panels::Panel& panel) {
        schedule.tick();
        const double secs = alone.show(panel, world, schedule, {900, 800},
                                       [&](panels::Context& context) { context.tick_trace = &trace; });
        trace.settle(schedule);
        return secs;
    }
};

}  // namespace

void print_rows(std::size_t entities, std::size_t frames) {
    std::printf("\n%-62s %9s %9s %7s\n", "300 systems that tick in each frame", "ms", "ms, 95 %", "goal");
    Game game(entities);
    const auto row = [&](const char* what, panels::Panel& panel) {
        for (int i = 0; i < 20; ++i) game.show(panel);
        std::vector<double> secs;
        for (std::size_t frame = 0; frame < frames; ++frame) secs.push_back(game.show(panel));
        const Spread ms = spread_of(std::move(secs));
        std::printf("%-62s %9.3f %9.3f %7.2f %s\n", what, ms.middle, ms.most, goal_ms,
                    verdict(ms.most, ms.middle, goal_ms));
    };
    panels::SystemsPanel systems;
    row("the Systems panel", systems);
    systems.load_settings("all-columns");
    row("the same with all columns", systems);
    panels::SchedulePanel schedule;
    row("the Schedule panel: a tick as strips", schedule);
    schedule.show_part("graph");
    row("the same: the stages", schedule);
    schedule.show_part("matrix");
    row("the same: the conflicts", schedule);
}

}  // namespace systems_bench
