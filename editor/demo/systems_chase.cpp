#include <cmath>
#include <vector>

#include "ecs/base/language.hpp"
#include "editor/demo/components.hpp"
#include "editor/demo/system_table.hpp"

namespace editor {

namespace {

struct Candidate {
    ecs::Entity entity;
    Position position;
};

float distance_between(const Position& a, const Position& b) {
    const float x = b.x - a.x, y = b.y - a.y;
    return std::sqrt(x * x + y * y);
}

}  // namespace

ecs::SystemDescription make_target(const ecs::World& world, const HeldKeys&) {
    ecs::SystemDescription system;
    system.description = ecs::tr_later("Gives every enemy the player that is nearest to it");
    system.accesses = ecs::access<MoveTarget, const Position, const Player>(world);
    system.parallel = true;
    ecs::View<const Position> players(world);
    players.with<Player>();
    ecs::View<MoveTarget, const Position> enemies(world);
    system.queries = ecs::queries_of(enemies, players);
    system.run = [players, enemies, candidates = std::vector<Candidate>()](ecs::SystemContext& context) mutable {
        candidates.clear();
        players.each(context.world, [&](ecs::Entity entity, const Position& position) {
            candidates.push_back({entity, position});
        });
        context.each_parallel(enemies, [&](ecs::Entity self, MoveTarget& aim, const Position& position) {
            ecs::Entity nearest;
            float distance = 0;
            for (const Candidate& candidate : candidates) {
                if (candidate.entity == self) continue;
                const float gap = distance_between(position, candidate.position);
                // At equal distance the lower handle wins, so that the order of rows does not matter.
                if (nearest && (gap > distance || (gap == distance && nearest < candidate.entity))) continue;
                nearest = candidate.entity;
                distance = gap;
            }
            aim.target = nearest;
            aim.distance = distance;
        });
    };
    return system;
}

ecs::SystemDescription make_input(const ecs::World& world, const HeldKeys& input) {
    ecs::SystemDescription system;
    system.description = ecs::tr_later("Turns the keys that are held down into the player's velocity");
    system.accesses = ecs::access<Velocity, const PlayerInput>(world);
    system.parallel = true;
    ecs::View<Velocity, const PlayerInput> players(world);
    system.queries = ecs::queries_of(players);
    system.run = [players, keys = &input](ecs::SystemContext& context) mutable {
        const auto x = static_cast<float>(int{keys->right} - int{keys->left});
        const auto y = static_cast<float>(int{keys->down} - int{keys->up});
        context.each(players, [&](Velocity& velocity, const PlayerInput& player) {
            velocity = {x * player.speed, y * player.speed};
        });
    };
    return system;
}

ecs::SystemDescription make_seek(const ecs::World& world, const HeldKeys&) {
    ecs::SystemDescription system;
    system.description =
        ecs::tr_later("Takes enemies a fiftieth of the way to a target in range each tick, and stops the others");
    system.accesses = ecs::access<Velocity, const MoveTarget, const Position>(world);
    system.parallel = true;
    ecs::View<Velocity, const MoveTarget, const Position> enemies(world);
    system.queries = ecs::queries_of(enemies);
    system.run = [enemies](ecs::SystemContext& context) mutable {
        context.each_parallel(enemies, [&](Velocity& velocity, const MoveTarget& aim, const Position& position) {
            // Measured again, so that enemies keep following when the Target system is off.
            const auto* target = context.world.find<Position>(aim.target);
            if (target && distance_between(position, *target) < aim.range)
                velocity = {(target->x - position.x) / 50, (target->y - position.y) / 50};
            else
                velocity = {};
        });
    };
    return system;
}

}  // namespace editor
