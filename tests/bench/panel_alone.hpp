// What the benches of panels share: a panel alone in a window without a Host, the middle of some times, and the verdict
// beside a goal.
#pragma once

#include <algorithm>
#include <cstdio>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "cpu_clock.hpp"
#include "panels/base/imgui_compat.hpp"
#include "panels/base/panel.hpp"

/// Milliseconds of the frames of a row.
struct Spread {
    double middle = 0, most = 0, slowest = 0;  // most: of 95 %
};
inline Spread spread_of(std::vector<double> secs) {
    std::sort(secs.begin(), secs.end());
    return {secs[secs.size() / 2] * 1e3, secs[secs.size() * 95 / 100] * 1e3, secs.back() * 1e3};
}
/// `judged` is what must be within the goal: most, or the slowest.
inline const char* verdict(double judged, double middle, double goal) {
    return judged <= goal ? "met" : middle <= goal ? "mostly" : "missed";
}

/// Shows panels, frame by frame.
struct PanelAlone {
    panels::Selection selection;
    panels::Style style;
    panels::Transport transport;
    std::vector<panels::Request> requests = {};  // of the last frame
    std::size_t shown = 0;

    PanelAlone() { panels::apply_style(style, ImGui::GetStyle()); }

    /// Seconds that the panel took. `lend` may set what the Context can have besides.
    template <class Lend>
    double show(panels::Panel& panel, const ecs::World& world, const ecs::Schedule& schedule, ImVec2 size, Lend lend) {
        ImGuiIO& io = ImGui::GetIO();
        io.DisplaySize = size;
        io.DeltaTime = 1.0f / 60;
        ImGui::NewFrame();
        ImGui::SetNextWindowPos({0, 0});
        ImGui::SetNextWindowSize(size);
        ImGui::SetNextWindowFocus();
        ImGui::Begin("panel", nullptr, ImGuiWindowFlags_NoDecoration);
        requests.clear();
        panels::Context context{.world = world,
                                .schedule = schedule,
                                .selection = selection,
                                .requests = requests,
                                .style = style,
                                .transport = transport,
                                .time_secs = static_cast<double>(++shown) / 60};
        lend(context);
        const double before = cpu_secs();
        panel.show(context);
        const double secs = cpu_secs() - before;
        ImGui::End();
        ImGui::EndFrame();
        return secs;
    }
    double show(panels::Panel& panel, const ecs::World& world, const ecs::Schedule& schedule, ImVec2 size) {
        return show(panel, world, schedule, size, [](panels::Context&) {});
    }
};

/// Rows about one panel over so many entities.
struct PanelRows {
    // A frame in which a person waits may take longer, as long as the picture stays smooth.
    static constexpr double calm_goal_ms = 0.25, asked_goal_ms = 8;

    std::size_t entities = 0, frames = 0;
    std::function<double()> frame;  // seconds

    void print(const std::string& what, std::vector<double> secs, double goal_ms, std::size_t waited) const {
        const Spread ms = spread_of(std::move(secs));
        std::printf("%-46s %8zu %9.3f %9.3f %9.3f %7.2f %-6s %6zu\n", what.c_str(), entities, ms.middle, ms.most,
                    ms.slowest, goal_ms, verdict(ms.slowest, ms.middle, goal_ms), waited);
    }
    /// Frames until `done`; the last number is how many.
    void wait(const std::string& what, const std::function<bool()>& done) const {
        std::vector<double> secs;
        do secs.push_back(frame());
        while (!done());
        const std::size_t waited = secs.size();
        print(what, std::move(secs), asked_goal_ms, waited);
    }
    void row(const std::string& what, const std::function<void()>& before_frame) const {
        std::vector<double> secs;
        for (std::size_t i = 0; i < frames; ++i) {
            before_frame();
            secs.push_back(frame());
        }
        print(what, std::move(secs), calm_goal_ms, 0);
    }
};
