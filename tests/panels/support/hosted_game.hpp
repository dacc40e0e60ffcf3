// A game with a world of its own, in a program with a Dear ImGui loop and one Host or several.
#pragma once

#include <utility>

#include "panels/host/host.hpp"
#include "panels/support/headless.hpp"

namespace hosted {

struct Health {
    float hp = 100;
};
struct Place {
    float x = 0, y = 0;
};

/// A game with a world, and how it moves.
struct Game {
    ecs::World world;
    ecs::Schedule schedule;
    ecs::Entity ball;

    explicit Game(int others = 0, const char* name = "Ball") {
        world.types().add<Health>("Health").field("hp", &Health::hp);
        world.types().add<Place>("Place").field("x", &Place::x).field("y", &Place::y);
        ball = world.create(ecs::Name{name}, Health{}, Place{});
        for (int i = 0; i < others; ++i) world.create(Place{static_cast<float>(i), 0});
        (void)schedule.add({.name = "Movement",
                            .accesses = ecs::access<Place>(world),
                            .run = [view = ecs::View<Place>(world)](ecs::SystemContext& context) mutable {
                                context.each(view, [](Place& place) { place.x += 1; });
                            }});
    }
};

/// A program with a Dear ImGui loop: a frame is a sixtieth of a second.
struct Program {
    Harness harness{{20, 20}};
    double now = 0;

    template <class Frame>
    explicit Program(Frame frame) {
        harness.add([this, frame = std::move(frame)](const panels::Context&) {
            now += 1.0 / 60;
            frame();
        });
        ImGui::GetIO().DisplaySize = {1600, 900};
    }
};

/// With one Host, which says when ticks are due.
struct OneHost {
    Game game;
    panels::Host host{game.world, game.schedule};
    Program program;

    explicit OneHost(int others = 0)
        : game(others), program([this] {
              while (host.tick_due()) game.schedule.tick(game.world);
              host.draw();
          }) {
        host.use_clock([this] { return program.now; });
        program.harness.frames(3);
    }
    float hp() { return game.world.get<Health>(game.ball).hp; }
    void press(editor::Shortcut shortcut) { program.harness.key(shortcut); }
    /// The last place where this stands: the inspector is drawn after the other panels.
    DrawnText last(std::string_view text) {
        std::size_t nth = 0;
        while (program.harness.find(text, nth + 1)) ++nth;
        return program.harness.need(text, nth);
    }
    /// Each panel in a window of its own, and all of them open.
    void open_all_panels() {
        host.shape = panels::HostShape::Panels;
        for (const auto& panel : host.panels()) host.open_panel(panel->id());
    }
    /// Gives the Host the keyboard.
    void click_into_it() {
        program.harness.click_text("Ball");
        program.harness.frames(2);
    }
};

}  // namespace hosted
