#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>
#include <span>
#include <vector>

#include "ecs/base/language.hpp"
#include "editor/demo/bullets_game.hpp"
#include "editor/demo/components.hpp"
#include "editor/demo/system_table.hpp"

namespace editor {

namespace {

/// The copy of a row that a system keeps while it reads other rows.
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

/// Bullets by the column of the arena in which they fly, so that a player is compared with those beside it only:
///
///     | 3 |   | 0 2 |   | 1 |     numbers of bullets; firsts_ says where each column begins in numbers_
class BulletColumns {
public:
    /// The bullets must stay as they are until the next call.
    void set(std::span<const Body> bullets) {
        bullets_ = bullets;
        widest_ = 0;
        float left = std::numeric_limits<float>::max(), right = std::numeric_limits<float>::lowest();
        for (const Body& bullet : bullets) {
            if (bullet.radius > widest_) widest_ = bullet.radius;
            left = std::min(left, bullet.at.x);
            right = std::max(right, bullet.at.x);
        }
        const float width = (right - left) / most_columns;
        // One column for all where they have no extent, or no finite one.
        left_ = left;
        scale_ = std::isnormal(width) && std::isnormal(1 / width) ? 1 / width : 0;
        firsts_.fill(0);
        for (const Body& bullet : bullets) ++firsts_[column(bullet.at.x) + 1];
        std::partial_sum(firsts_.begin(), firsts_.end(), firsts_.begin());
        numbers_.resize(bullets.size());
        std::array<std::uint32_t, most_columns> next;
        std::copy_n(firsts_.begin(), most_columns, next.begin());
        for (std::uint32_t i = 0; i < bullets.size(); ++i) numbers_[next[column(bullets[i].at.x)]++] = i;
    }

    /// Calls `touched` with the number of each bullet that overlaps the body and is not the body.
    template <class Touched>
    void each_touching(const Body& body, Touched&& touched) const {
        const float reach = body.radius + widest_;
        // One column more on either side: a sum of floats is rounded, and may end beside the border.
        const std::size_t first = column(body.at.x - reach), last = column(body.at.x + reach);
        const std::uint32_t begin = firsts_[first == 0 ? 0 : first - 1];
        const std::uint32_t end = firsts_[std::min(last + 2, most_columns)];
        for (std::uint32_t i = begin; i < end; ++i) {
            const Body& bullet = bullets_[numbers_[i]];
            if (bullet.entity != body.entity && overlap(bullet, body)) touched(numbers_[i]);
        }
    }

private:
    static constexpr std::size_t most_columns = 256;

    /// What is no number stands in the first column; it overlaps nothing.
    std::size_t column(float x) const {
        const float place = (x - left_) * scale_;
        if (!(place > 0)) return 0;
        return place < most_columns ? static_cast<std::size_t>(place) : most_columns - 1;
    }

    std::span<const Body> bullets_;
    float widest_ = 0, left_ = 0, scale_ = 0;
    std::array<std::uint32_t, most_columns + 1> firsts_{};
    std::vector<std::uint32_t> numbers_;
};

/// Which bullet touches which player, before anybody is hurt.
struct Touch {
    std::uint32_t bullet = 0;  // in order of handles
    ecs::Entity player;

    auto operator<=>(const Touch&) const = default;
};

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
    system.run = [bullets, players, flying = std::vector<Body>(), columns = BulletColumns(),
                  targets = std::vector<Body>(), touches = std::vector<Touch>()](ecs::SystemContext& context) mutable {
        flying.clear();
        targets.clear();
        touches.clear();
        context.each(bullets, [&](ecs::Entity entity, const Damage& damage, const Position& at, const Radius& radius) {
            flying.push_back({entity, at, radius.value, damage.points});
        });
        sort(flying);
        columns.set(flying);
        context.each(players, [&](ecs::Entity entity, const Health& left, const Position& at, const Radius& radius) {
            if (left.hp <= 0) return;
            const Body player{entity, at, radius.value, left.hp};
            const std::size_t before = touches.size();
            columns.each_touching(player, [&](std::uint32_t bullet) { touches.push_back({bullet, entity}); });
            if (touches.size() > before) targets.push_back(player);
        });
        sort(targets);
        std::sort(touches.begin(), touches.end());
        for (std::size_t i = 0; i < touches.size(); ++i) {
            const auto target = std::lower_bound(targets.begin(), targets.end(), touches[i].player,
                                                 [](const Body& a, ecs::Entity b) { return a.entity < b; });
            if (target->points <= 0) continue;
            const std::uint32_t bullet = touches[i].bullet;
            target->points -= flying[bullet].points;
            target->hurt = true;
            // Through commands: no entity is destroyed while others are read.
            context.commands.destroy(flying[bullet].entity);
            // A bullet hurts one player only.
            while (i + 1 < touches.size() && touches[i + 1].bullet == bullet) ++i;
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
