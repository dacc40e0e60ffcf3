#include "ecs/base/language.hpp"
#include "editor/demo/components.hpp"
#include "editor/demo/system_table.hpp"

namespace editor {

namespace {

constexpr std::uint64_t scales_a_tick = 2'000;
constexpr float first_scale = 500, last_scale = 495;  // after five updates

}  // namespace

ecs::SystemDescription make_add_scale(const ecs::World& world, const HeldKeys&) {
    ecs::SystemDescription system;
    system.description =
        ecs::tr_later("Gives 2,000 entities a tick a scale, one by one: each row moves to another archetype");
    system.accesses = ecs::access<const Position, Scale>(world);
    ecs::View<const Position> waiting(world);
    waiting.without<Scale>();
    system.queries = ecs::queries_of(waiting);
    system.run = [waiting](ecs::SystemContext& context) mutable {
        // By handle, so that the order of rows does not matter.
        const std::uint64_t reached = (context.tick + 1) * scales_a_tick;
        context.each(waiting, [&](ecs::Entity entity, const Position&) {
            if (entity.index <= reached) context.commands.add(entity, Scale{first_scale});
        });
    };
    return system;
}

ecs::SystemDescription make_update(const ecs::World& world, const HeldKeys&) {
    ecs::SystemDescription system;
    system.description =
        ecs::tr_later("Five times for each entity that has a scale: adds 2 to x and takes 1 from the scale");
    system.accesses = ecs::access<Position, Scale>(world);
    system.parallel = true;
    ecs::View<Position, Scale> scaled(world);
    system.queries = ecs::queries_of(scaled);
    system.run = [scaled](ecs::SystemContext& context) mutable {
        context.each_parallel(scaled, [](Position& position, Scale& scale) {
            if (scale.value <= last_scale) return;
            position.x += 2;
            scale.value -= 1;
        });
    };
    return system;
}

}  // namespace editor
