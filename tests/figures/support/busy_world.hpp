// A world in which rows move and memory is wasted: what the figures about traffic, moves and the doctor show.
#pragma once

#include "figures/support/figure_world.hpp"

namespace test {

struct BusyWorld {
    static constexpr int toggling = 5, ticks = 12, emptied = 30;

    ecs::World world;
    ecs::Schedule schedule;
    ecs::Journal journal;
    std::vector<ecs::Entity> entities;

    BusyWorld() {
        world.types().add<Position>("game::Position").field("x", &Position::x).field("y", &Position::y);
        world.types().add<Health>("game::Health").field("shield", &Health::shield).field("hp", &Health::hp);
        world.types().add<Enemy>("game::Enemy");
        // Archetypes that all entities left, each with a block of its own.
        for (int i = 0; i < emptied; ++i) {
            const ecs::Entity entity = world.create();
            world.add(entity, add_type(world, "Tag" + std::to_string(i)));
            world.destroy(entity);
        }
        for (int i = 0; i < toggling; ++i) entities.push_back(world.create(Position{1, 2}, Health{}));
        ecs::SystemDescription toggle;
        toggle.name = "Toggle";
        toggle.run = [this](ecs::SystemContext& context) {
            for (const ecs::Entity entity : entities) {
                if (context.tick % 2 == 0)
                    context.commands.add<Enemy>(entity);
                else
                    context.commands.remove<Enemy>(entity);
            }
            if (context.tick == 3) context.commands.create(Position{});
        };
        CHECK(schedule.add(std::move(toggle)));
        world.observe(&journal);
        traffic.read(journal, world.tick());
        for (int i = 0; i < ticks; ++i) {
            schedule.tick(world);
            traffic.read(journal, world.tick());
        }
        world.add(entities.front(), world.id<Enemy>());  // not the last row: a hole is filled
    }
    BusyWorld(const BusyWorld&) = delete;
    BusyWorld& operator=(const BusyWorld&) = delete;

    figures::FigureRequest request(figures::FigureKind kind) const {
        figures::FigureRequest request{kind};
        if (kind == figures::FigureKind::Traffic) request.traffic = figures::take_traffic(traffic);
        if (kind == figures::FigureKind::Move) request.operation = ecs::last_operations(journal, 1).at(0);
        return request;
    }
    figures::Drawing draw(figures::FigureKind kind) const {
        return figures::make_drawing({world, &schedule}, request(kind), "scene busy, seed 1");
    }

    ecs::Traffic traffic;
};

}  // namespace test
