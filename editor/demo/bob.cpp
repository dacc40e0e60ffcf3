// A world small enough for a beginner to look at every entity: Bob of article 000, a few objects, and Ann, who was
// created after other entities had been destroyed.
#include <string>
#include <vector>

#include "ecs/base/language.hpp"
#include "ecs/base/random.hpp"
#include "ecs/world/hierarchy.hpp"
#include "editor/demo/components.hpp"
#include "editor/game/scene.hpp"

namespace editor {

namespace {

constexpr ecs::Rgba green{0.35f, 0.79f, 0.55f, 1}, orange{0.95f, 0.72f, 0.29f, 1}, slate{0.42f, 0.47f, 0.57f, 1};

constexpr Arena ground{8, 6};

/// Creates objects: every third one turns, every second one is destroyed again. Then Ann is created in one of the
/// free slots, so her handle has generation 2.
void fill(ecs::World& world, std::size_t count, std::uint64_t seed) {
    ecs::Random random(seed);
    world.create(ecs::Name{"Bob"}, Position{1, 2}, Shape{ShapeKind::Circle}, Radius{0.4f}, Color{green});
    std::vector<ecs::Entity> doomed;
    for (std::size_t number = 1; number <= count; ++number) {
        const float x = random.between(2.2f, ground.width - 0.5f);
        const float y = random.between(0.5f, ground.height - 0.5f);
        const auto create = [&](const char* kind, auto... more) {
            return world.create(ecs::Name{kind + std::to_string(number)}, Position{x, y}, Radius{0.25f}, Color{slate},
                                more...);
        };
        const ecs::Entity made = number % 3 == 0 ? create("Mill ", Shape{ShapeKind::Square}, Rotation{}, Spin{2})
                                                 : create("Rock ", Shape{ShapeKind::Triangle});
        if (number % 2 == 0) doomed.push_back(made);
    }
    for (const ecs::Entity entity : doomed) world.destroy(entity);
    world.create(ecs::Name{"Ann"}, Position{1, 4}, Velocity{0.02f, 0.01f}, Shape{ShapeKind::Circle}, Radius{0.4f},
                 Color{orange});
    world.create(ecs::Name{"Ground"}, ground);
}

}  // namespace

Scene bob_scene() {
    return {.name = "bob",
            .description = ecs::tr_later(
                "Article 000: Bob has a position and a name. Ann came when others were gone: her handle ends in "
                "v2. Give Bob a velocity, and he walks"),
            .keys = ecs::tr_later("Click Bob, then add Velocity in the Inspector"),
            .default_count = 8,
            .systems = {"Movement", "Bounce", "Spin"},
            .fill = fill};
}

}  // namespace editor
