#include "watch_bench.hpp"

#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>

#include "panel_alone.hpp"
#include "panels/watch/plot_panel.hpp"
#include "panels/watch/recording.hpp"
#include "panels/watch/watch_panel.hpp"

namespace watch_bench {

namespace {

constexpr std::size_t pin_count = 1000;

struct Spot {
    float x = 0, y = 0;
};

struct Game {
    ecs::World world;
    ecs::Schedule schedule;
    panels::Watches watches;
    panels::Recording recording;
    PanelAlone alone;
    std::uint64_t frame = 0;

    explicit Game(std::size_t entities) {
        world.types().add<Spot>("Spot").field("x", &Spot::x).field("y", &Spot::y);
        std::vector<ecs::Entity> all;
        for (std::size_t i = 0; i < std::max(entities, pin_count); ++i) all.push_back(world.create(Spot{}));
        watches.start(world, schedule);
        recording.choose(panels::Recording::What::Nothing);
        for (std::size_t i = 0; i < pin_count; ++i) (void)watches.add_pin("Spot.x", all[i * all.size() / pin_count]);
        for (int i = 0; i < 700; ++i) tick();
    }
    ~Game() { watches.stop(); }

    void tick() {
        ++frame;
        for (const panels::Pin& pin : watches.pins())
            world.get_mut<Spot>(pin.entity).x = static_cast<float>(frame % (pin.number + 7));
        schedule.tick(world);
    }

    /// Seconds: what the pins cost in the tick, and what the panel costs.
    double show(panels::Panel* panel) {
        schedule.remove_listener(watches);  // measured by itself
        tick();
        schedule.add_listener(watches);
        const double before = cpu_secs();
        watches.tick_ended(world);
        const double secs = cpu_secs() - before;
        if (panel == nullptr) return secs;
        return secs + alone.show(*panel, world, schedule, {900, 800}, [&](panels::Context& context) {
            context.watches = &watches;
            context.recording = &recording;
        });
    }
};

void print_row(const char* what, std::vector<double> secs, double goal_ms) {
    const Spread ms = spread_of(std::move(secs));
    std::printf("%-62s %9.3f %9.3f %7.2f %s\n", what, ms.middle, ms.most, goal_ms,
                verdict(ms.most, ms.middle, goal_ms));
}

}  // namespace

void print_rows(std::size_t entities, std::size_t frames) {
    std::printf("\n%-62s %9s %9s %7s\n", "1,000 watches: a tick of theirs, and the panel", "ms", "ms, 95 %", "goal");
    Game game(entities);
    panels::WatchPanel watch;
    panels::PlotPanel plot;
    const auto row = [&](const char* what, panels::Panel* panel) {
        for (int i = 0; i < 3; ++i) game.show(panel);
        std::vector<double> secs;
        for (std::size_t frame = 0; frame < frames; ++frame) secs.push_back(game.show(panel));
        print_row(what, std::move(secs), 1);
    };
    row("no panel is open", nullptr);
    row("with the Watch panel", &watch);
    for (std::size_t i = 0; i < 8; ++i) game.watches.set_plot(game.watches.pins()[i].number, i < 4 ? 1 : 2);
    row("with the Plot panel: two plots of four curves of 600 ticks", &plot);
}

}  // namespace watch_bench
