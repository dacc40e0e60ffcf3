#include "ecs/base/language.hpp"
#include "editor/demo/components.hpp"
#include "editor/demo/system_table.hpp"

namespace editor {

namespace {

constexpr std::uint64_t turn_ticks = 40;  // period in which an entity freezes once; it thaws after half of it

/// Whether it is this entity's turn. One entity in forty has its turn each tick, independent of the order of rows.
bool has_turn(ecs::Entity entity, std::uint64_t tick) { return (entity.index + tick) % turn_ticks == 0; }

}  // namespace

ecs::SystemDescription make_freeze(const ecs::World& world, const HeldKeys&) {
    ecs::SystemDescription system;
    system.description =
        ecs::tr_later("Freezes one in forty of what moves, by turns: each gets a tag, so its row moves");
    system.accesses = ecs::access<const Velocity, Frozen>(world);
    ecs::View<const Velocity> moving(world);
    moving.without<Frozen>();
    system.queries = ecs::queries_of(moving);
    system.run = [moving](ecs::SystemContext& context) mutable {
        context.each(moving, [&](ecs::Entity entity, const Velocity&) {
            if (has_turn(entity, context.tick)) context.commands.add<Frozen>(entity);
        });
    };
    return system;
}

ecs::SystemDescription make_thaw(const ecs::World& world, const HeldKeys&) {
    ecs::SystemDescription system;
    system.description = ecs::tr_later("Thaws what Freeze froze, twenty ticks later");
    system.accesses = ecs::access<const Velocity, Frozen>(world);
    ecs::View<const Velocity> frozen(world);
    frozen.with<Frozen>();
    system.queries = ecs::queries_of(frozen);
    system.run = [frozen](ecs::SystemContext& context) mutable {
        context.each(frozen, [&](ecs::Entity entity, const Velocity&) {
            if (has_turn(entity, context.tick + turn_ticks / 2)) context.commands.remove<Frozen>(entity);
        });
    };
    return system;
}

}  // namespace editor
