// Creating. Every round begins with a fresh world and fresh arrays, so both sides pay for the pages they touch first:
// that is most of what creating costs. Room for the ids is reserved on both sides.
#include <array>
#include <memory>

#include "rows.hpp"
#include "sides.hpp"

namespace bench {

namespace {

constexpr std::size_t created_a_repetition = 200'000;

}  // namespace

Comparison create(std::size_t n) {
    const auto ecs = std::make_shared<EcsSide>(n);
    const auto floor = std::make_shared<FloorSide>(n);
    Comparison comparison;
    comparison.operations = static_cast<double>(n);
    comparison.rounds = repeats(n, created_a_repetition);
    comparison.ecs = {[ecs] { ecs->reset(); }, [ecs] { ecs->fill(); }, [ecs] { return ecs->digest(); }};
    comparison.floor = {[floor] { floor->reset(); }, [floor] { floor->fill(); }, [floor] { return floor->digest(); }};
    return comparison;
}

Comparison create_batch(std::size_t n) {
    const auto ecs = std::make_shared<EcsSide>(n);
    const auto floor = std::make_shared<FloorSide>(n);
    Comparison comparison;
    comparison.operations = static_cast<double>(n);
    comparison.rounds = repeats(n, created_a_repetition);
    comparison.ecs.prepare = [ecs] { ecs->reset(); };
    comparison.ecs.run = [ecs] {
        const std::array components{ecs->world->id<Position>(), ecs->world->id<Velocity>()};
        ecs->world->create_many(ecs->handles, components);
    };
    comparison.ecs.digest = [ecs] { return ecs->digest(); };
    comparison.floor = {[floor] { floor->reset(); }, [floor] { floor->floor->create_many(floor->handles); },
                        [floor] { return floor->digest(); }};
    return comparison;
}

/// What operator new handed out for n entities, nothing reserved: chunks, chunk tables, index and free list. The empty
/// world before does not count. The floor has arrays of exactly the right size.
Comparison bytes(std::size_t n) {
    const auto ecs = std::make_shared<EcsSide>(n);
    const auto floor = std::make_shared<FloorSide>(n);
    Comparison comparison;
    comparison.meter = Meter::Memory;
    comparison.operations = static_cast<double>(n);
    comparison.ecs = {[ecs] { ecs->reset(false); }, [ecs] { ecs->fill(); }, [ecs] { return ecs->digest(); }};
    comparison.floor.prepare = [floor] { floor->floor.reset(); };
    comparison.floor.run = [floor] { floor->reset_and_fill(); };
    comparison.floor.digest = [floor] { return floor->digest(); };
    return comparison;
}

}  // namespace bench
