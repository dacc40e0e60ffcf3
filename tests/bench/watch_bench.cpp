#include "watch_bench.hpp"

#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>

#include "cpu_clock.hpp"
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
    panels::Selection selection;
    panels::Style style;
    panels::Transport transport;
    std::uint64_t frame = 0;

    explicit Game(std::size_t entities) {
        panels::apply_style(style, ImGui::GetStyle());
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
        schedule.listener = nullptr;  // measured by itself
        tick();
        schedule.listener = &watches;
        double before = cpu_secs();
        watches.tick_ended(world);
        double secs = cpu_secs() - before;
        if (panel == nullptr) return secs;
        ImGuiIO& io = ImGui::GetIO();
        io.DisplaySize = {900, 800};
        io.DeltaTime = 1.0f / 60;
        ImGui::NewFrame();
        ImGui::SetNextWindowPos({0, 0});
        ImGui::SetNextWindowSize(io.DisplaySize);
        ImGui::Begin("panel", nullptr, ImGuiWindowFlags_NoDecoration);
        std::vector<panels::Request> requests;
        const panels::Context context{.world = world,
                                      .schedule = schedule,
                                      .selection = selection,
                                      .requests = requests,
                                      .style = style,
                                      .transport = transport,
                                      .time_secs = static_cast<double>(frame) / 60,
                                      .watches = &watches,
                                      .recording = &recording};
        before = cpu_secs();
        panel->show(context);
        secs += cpu_secs() - before;
        ImGui::End();
        ImGui::EndFrame();
        return secs;
    }
};

void print_row(const char* what, std::vector<double> secs, double goal_ms) {
    std::sort(secs.begin(), secs.end());
    const double middle = secs[secs.size() / 2] * 1e3, most = secs[secs.size() * 95 / 100] * 1e3;
    std::printf("%-62s %9.3f %9.3f %7.2f %s\n", what, middle, most, goal_ms,
                most <= goal_ms     ? "met"
                : middle <= goal_ms ? "mostly"
                                    : "missed");
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
