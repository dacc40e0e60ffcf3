// A world with the types of the tests, whose schedule stops at breakpoints.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <utility>

#include "catch.hpp"
#include "ecs/base/job_pool.hpp"
#include "ecs/breakpoints/breakpoints.hpp"
#include "ecs/support/test_types.hpp"

namespace test {

struct BreakpointsGame {
    ecs::World world;
    ecs::JobPool pool{2};
    ecs::Schedule schedule{world};
    ecs::Breakpoints breakpoints;

    explicit BreakpointsGame(bool threads = false) {
        register_types(world);
        if (!threads) return;
        schedule.pool = &pool;
        schedule.share_from_secs = -1;
    }
    ~BreakpointsGame() { breakpoints.detach(); }

    void system(std::string name, std::function<void(ecs::World&)> run) {
        REQUIRE(schedule.add({.name = std::move(name),
                              .run = [run = std::move(run)](ecs::SystemContext& context) { run(context.world); }}));
    }
    void attach() { breakpoints.attach(world, schedule); }
    /// Runs until something stops, at most so many ticks.
    std::optional<ecs::BreakpointHit> run(int ticks = 100) {
        for (int i = 0; i < ticks; ++i) {
            schedule.tick(world);
            if (auto hit = breakpoints.take_stop()) return hit;
        }
        return std::nullopt;
    }
};

inline int hp_of(const ecs::Value& value) { return value ? static_cast<const Health*>(value.data())->hp : -1000; }

}  // namespace test
