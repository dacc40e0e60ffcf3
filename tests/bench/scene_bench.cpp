#include "scene_bench.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <functional>
#include <string>
#include <vector>

#include "cpu_clock.hpp"
#include "ecs/edit/history.hpp"
#include "panels/base/archetype_names.hpp"
#include "panels/running/viewport_panel.hpp"
#include "panels/scene/scene_gesture.hpp"

namespace scene_bench {

namespace {

// The panel has 0.25 ms of a frame of 16.6; a drag may take a quarter of it, with the edits and all else it does.
constexpr double panel_goal_ms = 0.25, drag_goal_ms = 4;
constexpr std::size_t most_selected = 10'000;

struct Place {
    float x = 0, y = 0;
};
struct Turn {
    float degrees = 0;
};
struct Size {
    float factor = 1;
};
template <int N>
struct Mark {};

struct Bench {
    ecs::World world;
    ecs::Schedule schedule;
    ecs::History history{world, schedule};
    std::vector<ecs::Entity> entities;
    std::size_t frames, shown = 0;
    panels::Selection selection;
    panels::Style style;
    panels::Transport transport;
    panels::ArchetypeNames names;
    panels::ViewportPanel panel;
    panels::SceneLink link;

    Bench(std::size_t count, std::size_t frames_) : frames(frames_) {
        panels::apply_style(style, ImGui::GetStyle());
        world.types().add<Place>("Place").field("x", &Place::x).field("y", &Place::y);
        world.types().add<Turn>("Turn").field("degrees", &Turn::degrees);
        world.types().add<Size>("Size").field("factor", &Size::factor);
        const ecs::ComponentId marks[] = {
            world.types().add<Mark<0>>("Mark0").id(), world.types().add<Mark<1>>("Mark1").id(),
            world.types().add<Mark<2>>("Mark2").id(), world.types().add<Mark<3>>("Mark3").id()};
        for (int kind = 0; kind < 24; ++kind) {
            std::vector<ecs::ComponentId> components{world.id<Place>(), world.id<Size>()};
            if (kind >= 16) components.push_back(world.id<Turn>());
            for (int bit = 0; bit < 4; ++bit)
                if ((kind >> bit & 1) != 0) components.push_back(marks[bit]);
            std::vector<ecs::Entity> made(count / 24);
            world.create_many(made, components);
            entities.insert(entities.end(), made.begin(), made.end());
        }
        for (std::size_t i = 0; i < entities.size(); ++i)
            world.get_mut<Place>(entities[i]) = {static_cast<float>(i % 1000), static_cast<float>(i / 1000)};
        const auto path = [&](const char* text) { return *ecs::find_field(world.types(), text); };
        link.fields.x = path("Place.x");
        link.fields.y = path("Place.y");
        link.fields.angle = path("Turn.degrees");
        link.fields.scale = path("Size.factor");
        link.fields.default_radius = 4;
        link.texture = 1;
        link.marks_selection = true;
        link.bounds = [this](ecs::Entity entity) -> std::optional<ecs::Vec3> {
            const Place* place = world.find<Place>(entity);
            if (place == nullptr) return std::nullopt;
            return ecs::Vec3{place->x, place->y, 4};
        };
        panel.show_part("scene.move");
    }

    void row(const char* what, double goal, const std::function<void(std::size_t)>& work) {
        for (std::size_t i = 0; i < 3; ++i) work(i);
        std::vector<double> secs;
        for (std::size_t i = 0; i < frames; ++i) {
            const double before = cpu_secs();
            work(i + 3);
            secs.push_back(cpu_secs() - before);
        }
        std::sort(secs.begin(), secs.end());
        const double middle = secs[secs.size() / 2] * 1e3, most = secs[secs.size() * 95 / 100] * 1e3;
        std::printf("%-46s %8zu %9.3f %9.3f %7.2f %-6s\n", what, entities.size(), middle, most, goal,
                    most <= goal     ? "met"
                    : middle <= goal ? "mostly"
                                     : "missed");
    }

    void show() {
        ImGuiIO& io = ImGui::GetIO();
        io.DisplaySize = {1200, 800};
        io.DeltaTime = 1.0f / 60;
        ImGui::NewFrame();
        ImGui::SetNextWindowPos({0, 0});
        ImGui::SetNextWindowSize({1200, 800});
        ImGui::Begin("panel", nullptr, ImGuiWindowFlags_NoDecoration);
        std::vector<panels::Request> requests;
        const panels::Context context{.world = world,
                                      .schedule = schedule,
                                      .selection = selection,
                                      .requests = requests,
                                      .style = style,
                                      .transport = transport,
                                      .viewport = &link,
                                      .time_secs = static_cast<double>(++shown) / 60,
                                      .archetype_names = &names};
        panel.show(context);
        ImGui::End();
        ImGui::EndFrame();
    }

    void drag_row(const char* what, panels::GestureKind kind) {
        const ecs::Vec2 pivot = panels::middle_of(world, link.fields, selection.entities()).value_or(ecs::Vec2{});
        panels::SceneGesture gesture(kind, panels::Placements(world, link.fields, link.marks, selection.entities()),
                                     {pivot.x + 50, pivot.y}, pivot, std::nullopt);
        history.seal();
        row(what, drag_goal_ms, [&](std::size_t frame) {
            const float way = static_cast<float>(frame + 1);
            gesture.placements().forget_gone(world);
            if (gesture.update({.mouse = {pivot.x + 50 + way, pivot.y + way}}))
                (void)history.perform({"Drag", gesture.edits()});
        });
    }
};

}  // namespace

void print_rows(std::size_t count, std::size_t frames) {
    std::printf("%-46s %8s %9s %9s %7s\n", "a frame of the Scene panel", "entities", "ms", "ms, 95 %", "goal");
    Bench bench(count, frames);
    bench.row("nothing is selected", panel_goal_ms, [&](std::size_t) { bench.show(); });
    std::vector<ecs::Entity> chosen;
    const std::size_t every = std::max<std::size_t>(bench.entities.size() / most_selected, 1);
    for (std::size_t i = 0; i < bench.entities.size() && chosen.size() < most_selected; i += every)
        chosen.push_back(bench.entities[i]);
    bench.selection.select_all(chosen);
    bench.row("10,000 selected, with handles", panel_goal_ms, [&](std::size_t) { bench.show(); });
    bench.row("the same, and the world changes", panel_goal_ms, [&](std::size_t) {
        bench.world.get_mut<Place>(chosen.front()).x += 1;
        bench.show();
    });
    bench.drag_row("10,000 are moved", panels::GestureKind::Move);
    bench.drag_row("10,000 are turned", panels::GestureKind::Rotate);
    bench.drag_row("10,000 are sized", panels::GestureKind::Scale);
}

}  // namespace scene_bench
