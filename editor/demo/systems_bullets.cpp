#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

#include "ecs/base/language.hpp"
#include "editor/demo/bullets_game.hpp"
#include "editor/demo/components.hpp"
#include "editor/demo/system_table.hpp"

namespace editor {

namespace {

/// The copy of a row that Hits keeps while it reads other rows.
struct Body {
    ecs::Entity entity;
    Position at;
    float radius = 0;
    std::int32_t points = 0;  // of health or damage
    bool hurt = false;
};

/// As squares: each reaches as far as its radius along each axis.
bool overlap(const Body& a, const Body& b) {
    const float reach = a.radius + b.radius;
    return std::abs(a.at.x - b.at.x) < reach && std::abs(a.at.y - b.at.y) < reach;
}

/// Sorts by handle, so that the order of rows does not matter.
void sort(std::vector<Body>& bodies) {
    std::sort(bodies.begin(), bodies.end(), [](const Body& a, const Body& b) { return a.entity < b.entity; });
}

/// Nothing when there is no arena. With several, the lowest handle counts.
std::optional<Arena> arena_of(ecs::SystemContext& context, ecs::View<const Arena>& arenas) {
    ecs::Entity first;
    std::optional<Arena> result;
    arenas.each(context.world, [&](ecs::Entity entity, const Arena& arena) {
        if (first && first < entity) return;
        first = entity;
        result = arena;
    });
    return result;
}

}  // namespace

ecs::SystemDescription make_fire(const ecs::World& world, const HeldKeys&) {
    ecs::SystemDescription system;
    system.description = ecs::tr_later("Lets each gun fire a bullet upwards when its time has come");
    system.accesses = ecs::access<Gun, const Position>(world);
    ecs::View<Gun, const Position> guns(world);
    system.queries = ecs::queries_of(guns);
    system.run = [guns, firing = std::vector<Body>()](ecs::SystemContext& context) mutable {
        firing.clear();
        context.each(guns, [&](ecs::Entity entity, Gun& gun, const Position& at) {
            if (--gun.wait > 0) return;
            gun.wait = gun.period;
            firing.push_back({.entity = entity, .at = at});
        });
        sort(firing);
        for (const Body& gun : firing) bullets::add_bullet(context.commands, {gun.at.x, gun.at.y - 14});
    };
    return system;
}

ecs::SystemDescription make_hits(const ecs::World& world, const HeldKeys&) {
    ecs::SystemDescription system;
    system.description =
        ecs::tr_later("Looks at every bullet beside every player: a hit costs health, and destroys who has none left");
    system.accesses = ecs::access<Health, const Damage, const Position, const Radius>(world);
    ecs::View<const Damage, const Position, const Radius> bullets(world);
    ecs::View<Health, const Position, const Radius> hurt(world);
    ecs::View<const Health, const Position, const Radius> players(world);
    system.queries = ecs::queries_of(bullets, hurt);  // health is written one by one
    system.run = [bullets, players, flying = std::vector<Body>(),
                  targets = std::vector<Body>()](ecs::SystemContext& context) mutable {
        flying.clear();
        targets.clear();
        context.each(bullets, [&](ecs::Entity entity, const Damage& damage, const Position& at, const Radius& radius) {
            flying.push_back({entity, at, radius.value, damage.points});
        });
        context.each(players, [&](ecs::Entity entity, const Health& left, const Position& at, const Radius& radius) {
            targets.push_back({entity, at, radius.value, left.hp});
        });
        sort(flying);
        sort(targets);
        for (const Body& bullet : flying) {
            const auto target = std::find_if(targets.begin(), targets.end(), [&](const Body& player) {
                return player.points > 0 && player.entity != bullet.entity && overlap(bullet, player);
            });
            if (target == targets.end()) continue;
            target->points -= bullet.points;
            target->hurt = true;
            // Through commands: no entity is destroyed while others are read.
            context.commands.destroy(bullet.entity);
        }
        for (const Body& target : targets) {
            if (!target.hurt) continue;
            context.world.get_mut<Health>(target.entity).hp = std::max(target.points, 0);
            if (target.points <= 0) context.commands.destroy(target.entity);
        }
    };
    return system;
}

ecs::SystemDescription make_leave(const ecs::World& world, const HeldKeys&) {
    ecs::SystemDescription system;
    system.description = ecs::tr_later("Destroys bullets that have left the arena");
    system.accesses = ecs::access<const Position, const Damage, const Arena>(world);
    system.parallel = true;
    system.records_commands = true;
    ecs::View<const Position, const Damage> bullets(world);
    ecs::View<const Arena> arenas(world);
    system.queries = ecs::queries_of(bullets, arenas);
    system.run = [bullets, arenas, leaving = std::vector<ecs::Entity>()](ecs::SystemContext& context) mutable {
        const std::optional<Arena> arena = arena_of(context, arenas);
        if (!arena) return;
        leaving.clear();
        context.each(bullets, [&](ecs::Entity entity, const Position& at, const Damage&) {
            if (at.x < 0 || at.y < 0 || at.x > arena->width || at.y > arena->height) leaving.push_back(entity);
        });
        // Free handles are reused in the order in which they became free.
        std::sort(leaving.begin(), leaving.end());
        for (const ecs::Entity entity : leaving) context.commands.destroy(entity);
    };
    return system;
}

ecs::SystemDescription make_tint(const ecs::World& world, const HeldKeys&) {
    ecs::SystemDescription system;
    system.description = ecs::tr_later("Colours players from green to red by the health that they have left");
    system.accesses = ecs::access<Color, const Health, const Player>(world);
    system.parallel = true;
    ecs::View<Color, const Health> players(world);
    players.with<Player>();
    system.queries = ecs::queries_of(players);
    system.run = [players](ecs::SystemContext& context) mutable {
        context.each_parallel(players, [](Color& color, const Health& health) {
            const float whole = static_cast<float>(health.hp) / static_cast<float>(std::max(health.max, 1));
            const auto mixed = [&](float full, float none) { return none + (full - none) * std::min(whole, 1.0f); };
            using bullets::green, bullets::red;
            color.value = {mixed(green.r, red.r), mixed(green.g, red.g), mixed(green.b, red.b), 1};
        });
    };
    return system;
}

ecs::SystemDescription make_waves(const ecs::World& world, const HeldKeys&) {
    ecs::SystemDescription system;
    system.description = ecs::tr_later("Brings the next wave when no player is left");
    system.accesses = ecs::access<Wave, const Health, const Player, const Arena>(world);
    ecs::View<const Health> players(world);
    players.with<Player>();
    ecs::View<Wave> waves(world);
    ecs::View<const Arena> arenas(world);
    system.queries = ecs::queries_of(waves, players, arenas);
    system.run = [players, waves, arenas](ecs::SystemContext& context) mutable {
        const std::optional<Arena> arena = arena_of(context, arenas);
        if (!arena || players.query().entity_count() > 0) return;
        std::vector<Wave> next;
        context.each(waves, [&](Wave& wave) {
            ++wave.number;
            next.push_back(wave);
        });
        for (const Wave& wave : next)
            for (std::int32_t i = 0; i < wave.players; ++i)
                bullets::add_player(context.commands, i, wave.number, *arena);
    };
    return system;
}

}  // namespace editor
