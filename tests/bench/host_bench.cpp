#include "host_bench.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "ecs/base/random.hpp"
#include "game_components.hpp"
#include "panel_alone.hpp"
#include "panels/host/host.hpp"

namespace host_bench {

namespace {

constexpr double goal_ms = 1;
const ImVec2 screen_size{1900, 1000};

/// A program whose entities all move in each tick, and some of which fall asleep or wake up.
struct Program {
    ecs::World world;
    ecs::Schedule schedule{world};
    ecs::Random random;
    std::vector<ecs::Entity> entities;

    explicit Program(std::size_t count) {
        add_game_types(world.types());
        for (std::size_t i = 0; i < count; ++i) {
            const ecs::Entity entity = world.create(Place{static_cast<float>(i % 1000), 0}, Speed{});
            if (i % 2 == 0) world.add(entity, Health{});
            if (i % 3 == 0) world.add(entity, Armor{});
            if (i % 100 == 0) world.add(entity, ecs::Name{"Unit " + std::to_string(i)});
            entities.push_back(entity);
        }
        schedule.system<Place, const Speed>("Move", [](Place& place, const Speed& speed) { place.x += speed.x; });
    }
    void fall_asleep_or_wake_up(std::size_t some) {
        for (std::size_t i = 0; i < some; ++i) {
            const ecs::Entity entity = entities[random.below(static_cast<std::uint32_t>(entities.size()))];
            if (world.has<Asleep>(entity))
                world.remove<Asleep>(entity);
            else
                world.add(entity, Asleep{});
        }
    }
};

struct Bench {
    Program program;
    panels::Host host{program.world, program.schedule};
    std::size_t frames;
    double now = 0;

    Bench(std::size_t entities, std::size_t frames_) : program(entities), frames(frames_) {
        host.use_clock([this] { return now; });
        host.selection().select(program.entities[entities / 2]);
    }

    /// Seconds that the Host took of a frame.
    double frame(bool ticks, std::size_t moves) {
        ImGuiIO& io = ImGui::GetIO();
        io.DisplaySize = screen_size;
        io.DeltaTime = 1.0f / 60;
        now += 1.0 / 60;
        host.play(ticks);
        double secs = -cpu_secs();
        while (host.tick_due()) {
            secs += cpu_secs();
            program.fall_asleep_or_wake_up(moves);
            program.schedule.tick();
            secs -= cpu_secs();
        }
        secs += cpu_secs();
        ImGui::NewFrame();
        secs -= cpu_secs();
        host.draw();
        secs += cpu_secs();
        ImGui::EndFrame();
        return secs;
    }

    void row(const std::string& what, bool ticks, std::size_t moves = 0) {
        // Panels that were just opened find their sizes.
        for (int i = 0; i < 10; ++i) frame(ticks, moves);
        std::vector<double> secs;
        for (std::size_t i = 0; i < frames; ++i) secs.push_back(frame(ticks, moves));
        print(what, std::move(secs));
    }

    /// Presses the mouse at `start` and moves it to and fro while all entities move and `moves` change archetype.
    void drag_row(const std::string& what, ImVec2 start, std::size_t moves) {
        ImGuiIO& io = ImGui::GetIO();
        io.MousePos = start;
        frame(true, moves);
        io.MouseDown[0] = true;
        frame(true, moves);
        std::vector<double> secs;
        for (std::size_t i = 0; i < frames; ++i) {
            const auto step = static_cast<float>(i % 100);
            io.MousePos = {start.x - 4 * std::min(step, 100 - step), start.y + std::min(step, 100 - step)};
            secs.push_back(frame(true, moves));
        }
        io.MousePos = start;
        frame(true, moves);
        io.MouseDown[0] = false;
        frame(true, moves);
        io.MousePos = {-1, -1};
        print(what, std::move(secs));
    }

    /// A place on the bar between two panes that stand side by side.
    ImVec2 divider() {
        ImGuiIO& io = ImGui::GetIO();
        for (float x = screen_size.x - 1; x > 0; x -= 2) {
            io.MousePos = {x, screen_size.y / 3};
            frame(false, 0);
            frame(false, 0);
            if (ImGui::GetMouseCursor() == ImGuiMouseCursor_ResizeEW && x < screen_size.x - 100) return io.MousePos;
        }
        std::fprintf(stderr, "there is no bar between panes to drag\n");
        std::exit(1);
    }

    void print(const std::string& what, std::vector<double> secs) const {
        const Spread ms = spread_of(std::move(secs));
        std::printf("%-46s %8zu %9.3f %9.3f %9.3f %7.2f %-6s %6.2f\n", what.c_str(), program.entities.size(), ms.middle,
                    ms.most, ms.slowest, goal_ms, verdict(ms.slowest, ms.middle, goal_ms), ms.middle / goal_ms);
    }

    void all_rows() {
        constexpr std::size_t some = 100;
        row("the window as it is at first, paused", false);
        row("the same, while all entities move", true);
        row("the same, and 100 change archetype", true, some);
        for (const panels::Workspace& each : host.workbench().workspaces().all()) {
            host.workbench().choose_workspace(each.id);
            row("workspace " + each.title + ", and 100 change archetype", true, some);
        }
        host.workbench().choose_workspace("inspect");
        drag_row("Inspect, while a bar between panes is dragged", divider(), some);
        host.visible = false;
        row("hidden, and 100 change archetype", true, some);
        host.visible = true;
        host.shape = panels::HostShape::Panels;
        for (const auto& panel : host.panels()) host.open_panel(panel->id());
        row("all panels in windows, paused", false);
        row("all panels, while all entities move", true);
        row("the same, and 100 change archetype", true, some);
        for (const auto& panel : host.panels()) host.close_panel(panel->id());
        row("no panel, and 100 change archetype", true, some);
        for (const auto& panel : host.panels()) {
            host.open_panel(panel->id());
            row(std::string("only ") + panel->title() + ", and 100 change archetype", true, some);
            host.close_panel(panel->id());
        }
    }
};

}  // namespace

void print_rows(std::size_t entities, std::size_t frames) {
    std::printf("\n%-46s %8s %9s %9s %9s %7s %-6s %6s\n", "a frame of a Host, 1900 x 1000", "entities", "ms",
                "ms, 95 %", "slowest", "goal", "", "ratio");
    Bench(entities, frames).all_rows();
}

}  // namespace host_bench
