// Worlds that every panel must stand: one that never rests, and one whose names are not what anybody expects.
#pragma once

#include <string>
#include <vector>

#include "panels/support/headless.hpp"

/// A world in which systems create, destroy and change entities in every frame, while the transport plays, with all
/// that a panel may read of it. It must outlive the panels.
class RunningWorld {
public:
    explicit RunningWorld(Harness& harness);
    ~RunningWorld();
    RunningWorld(const RunningWorld&) = delete;
    RunningWorld& operator=(const RunningWorld&) = delete;

    std::vector<ecs::Entity> movers;  // that go from archetype to archetype; they live on

private:
    Harness& harness_;
    ecs::Journal journal_{10'000};
};

/// Empty, 10,000 characters, an emoji, right to left, combining, control characters, NUL, what ImGui and printf take
/// for their own, bytes that are no text. One of them stands there twice.
const std::vector<std::string>& hostile_names();
/// An entity of each name, some below others, and some with a string component of the same text.
std::vector<ecs::Entity> fill_with_hostile_names(ecs::World& world);
