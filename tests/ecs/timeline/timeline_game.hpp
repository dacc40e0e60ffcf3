// A game whose systems move, create and destroy, draw random numbers and follow a key, with a timeline that can record
// it: for the tests of the timeline.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "catch.hpp"
#include "ecs/snapshot/state_hash.hpp"
#include "ecs/support/random_edits.hpp"
#include "ecs/timeline/timeline.hpp"

namespace test {

struct TimelineGame final : EditFixture, ecs::TimelineInputs {
    ecs::History history{world, schedule};
    ecs::Timeline timeline{world, schedule, history};
    std::string key = "-";
    ecs::JobPool pool{4};

    TimelineGame() {
        const auto add = [&](std::string name, ecs::SystemFunction run) {
            ecs::SystemDescription system;
            system.name = std::move(name);
            system.run = std::move(run);
            REQUIRE(schedule.add(std::move(system)));
        };
        ecs::View<Position> moving(world);
        add("Drift", [moving](ecs::SystemContext& context) mutable {
            context.each(moving, [&](Position& at) { at.x += context.random.unit(); });
        });
        ecs::View<const Position> all(world);
        add("Churn", [all](ecs::SystemContext& context) mutable {
            if (context.tick % 3 == 0) context.commands.create(Position{1, 2, float(context.tick)}, Health{3});
            if (context.tick % 5 != 0) return;
            ecs::Entity first;
            context.each(all, [&](ecs::Entity entity, const Position&) {
                if (entity.index > 4 && (!first || entity < first)) first = entity;
            });
            if (first && context.world.entity_count() > 20) context.commands.destroy(first);
        });
        ecs::View<Health> hurt(world);
        add("Keys", [hurt, this](ecs::SystemContext& context) mutable {
            context.each(hurt, [&](Health& health) { health.hp += key == "down" ? 2 : 1; });
        });
    }
    ~TimelineGame() { timeline.stop(); }

    void start(ecs::TimelineOptions options = {}) { timeline.start(this, options); }
    std::string read() const override { return key; }
    void write(std::string_view inputs) override { key = inputs; }
    std::uint64_t hash() const { return ecs::state_hash(world) ^ ecs::Random(schedule.random.state()).next(); }
    void tick(int count = 1) {
        for (; count > 0; --count) schedule.tick(world);
    }
    std::string perform(ecs::Edit edit) {
        std::vector<ecs::Edit> edits;
        edits.push_back(std::move(edit));
        std::string why = history.perform({"Step", std::move(edits)});
        history.seal();
        return why;
    }
    std::string set_health(int hp, ecs::Entity entity) {
        std::vector<ecs::Edit> edits;
        edits.push_back(ecs::SetComponent{entity, value(Health{hp}), {}});
        return history.perform({"Drag", std::move(edits)});
    }
};

}  // namespace test
