// The sample of article 001: eight points in space are rotated, scaled by one, rotated again and moved.
#include <algorithm>
#include <string>

#include "ecs/base/language.hpp"
#include "ecs/world/hierarchy.hpp"
#include "editor/demo/components.hpp"
#include "editor/demo/system_table.hpp"
#include "editor/game/scene.hpp"

namespace editor {

namespace {

constexpr ecs::Rgba blue{0.36f, 0.65f, 1, 1}, orange{0.95f, 0.72f, 0.29f, 1};
constexpr std::size_t moving = 3;  // the last ones

void fill(ecs::World& world, std::size_t count, std::uint64_t) {
    world.create(ecs::Name{"Arena"}, Arena{12, 12});
    const std::size_t still = count - std::min(count, moving);
    for (std::size_t number = 0; number < count; ++number) {
        const bool moves = number >= still;
        const std::size_t i = moves ? number - still : number;
        const auto from = static_cast<float>(i);
        const Position3D at{from, from + 1, from + 2};
        const ecs::Name name{"Point " + std::to_string(number + 1)};
        if (moves)
            world.create(name, at, Velocity3D{from * 0.1f, from * 0.1f, from * 0.1f}, projected(at), Radius{0.18f},
                         Shape{ShapeKind::Diamond}, Color{orange});
        else
            world.create(name, at, projected(at), Radius{0.3f}, Shape{ShapeKind::Circle}, Color{blue});
    }
}

}  // namespace

Scene increment_scene() {
    return {.name = "increment",
            .description = ecs::tr_later(
                "Article 001: eight points, and four systems that have their turn once, a second apart. Look at "
                "Position3D: 5v1 ends at (5, 6, 4)"),
            .keys = ecs::tr_later("F10 steps one tick"),
            .default_count = 8,
            .systems = {"Shuffle", "Increment", "Shuffle again", "Apply velocity", "Project"},
            .fill = fill};
}

}  // namespace editor
