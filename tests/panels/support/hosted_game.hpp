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
};

}  // namespace hosted
