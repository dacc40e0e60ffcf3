// The sample of article 002: many entities are created with a position and get a scale later, which moves their rows.
#include <algorithm>
#include <cmath>

#include "ecs/base/language.hpp"
#include "ecs/world/hierarchy.hpp"
#include "editor/demo/components.hpp"
#include "editor/game/scene.hpp"

namespace editor {

namespace {

/// The hue on the colour circle, from 0 to 1.
ecs::Rgba hue(float part) {
    const auto channel = [&](float shift) {
        return 0.62f + 0.3f * std::clamp(std::abs(std::fmod(part + shift, 1.0f) * 6 - 3) * 2 - 3, -1.0f, 1.0f);
    };
    return {channel(0), channel(2.0f / 3), channel(1.0f / 3), 1};
}

void fill(ecs::World& world, std::size_t count, std::uint64_t) {
    world.reserve(count + 1);
    const auto length = std::max(1.0f, static_cast<float>(count));
    // With its scale of 500 a dot's diameter is a hundredth of the line; without, it is a pixel.
    const Radius radius{length / 100'000};
    for (std::size_t i = 0; i < count; ++i) {
        const auto at = static_cast<float>(i);
        world.create(Position{at, at}, radius, Shape{}, Color{hue(at / length)});
    }
    world.create(ecs::Name{"Arena"}, Arena{length, length});
}

}  // namespace

Scene two_phase_scene() {
    return {.name = "two-phase",
            .description = ecs::tr_later(
                "Article 002: entities with a position get a scale one by one, then five updates. Look at the "
                "archetypes: every row moves to another"),
            .keys = ecs::tr_later("F10 steps one tick"),
            .default_count = 100'000,
            .systems = {"Add scale", "Update"},
            .fill = fill};
}

}  // namespace editor
