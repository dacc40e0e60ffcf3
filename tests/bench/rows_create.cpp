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

Trial create(std::size_t n) {
    const auto ecs = std::make_shared<EcsSide>(n);
    const auto floor = std::make_shared<FloorSide>(n);
    Trial trial;
    trial.operations = static_cast<double>(n);
    trial.rounds = repeats(n, created_a_repetition);
    trial.ecs = {[ecs] { ecs->reset(); }, [ecs] { ecs->fill(); }, [ecs] { return ecs->digest(); }};
    trial.floor = {[floor] { floor->reset(); }, [floor] { floor->fill(); }, [floor] { return floor->digest(); }};
    return trial;
}

Trial create_batch(std::size_t n) {
    const auto ecs = std::make_shared<EcsSide>(n);
    const auto floor = std::make_shared<FloorSide>(n);
    Trial trial;
    trial.operations = static_cast<double>(n);
    trial.rounds = repeats(n, created_a_repetition);
    trial.ecs.prepare = [ecs] { ecs->reset(); };
    trial.ecs.run = [ecs] {
        const std::array components{ecs->world->id<Position>(), ecs->world->id<Velocity>()};
        ecs->world->create_many(ecs->handles, components);
    };
    trial.ecs.digest = [ecs] { return ecs->digest(); };
    trial.floor = {[floor] { floor->reset(); }, [floor] { floor->floor->create_many(floor->handles); },
                   [floor] { return floor->digest(); }};
    return trial;
}

/// What operator new handed out for n entities, nothing reserved: chunks, chunk tables, index and free list. The empty
/// world before does not count. The floor has arrays of exactly the right size.
Trial bytes(std::size_t n) {
    const auto ecs = std::make_shared<EcsSide>(n);
    const auto floor = std::make_shared<FloorSide>(n);
    Trial trial;
    trial.meter = Meter::Memory;
    trial.operations = static_cast<double>(n);
    trial.ecs = {[ecs] { ecs->reset(false); }, [ecs] { ecs->fill(); }, [ecs] { return ecs->digest(); }};
    trial.floor.prepare = [floor] { floor->floor.reset(); };
    trial.floor.run = [floor] { floor->reset_and_fill(); };
    trial.floor.digest = [floor] { return floor->digest(); };
    return trial;
}

}  // namespace bench
