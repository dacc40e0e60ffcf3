// What a second thread brings. The "floor" here is the same loop on one thread, and time is that on the wall.
#include <memory>

#include "ecs/base/job_pool.hpp"
#include "ecs/world/commands.hpp"
#include "rows.hpp"
#include "sides.hpp"

namespace bench {

Comparison iterate_2threads(std::size_t n) {
    struct Threads {
        explicit Threads(ecs::World& world) : commands(world) {}
        ecs::JobPool pool{2};
        ecs::Commands commands;
    };
    const auto two = std::make_shared<EcsSide>(n), one = std::make_shared<EcsSide>(n);
    const auto threads = std::make_shared<Threads>(*two->world);
    two->fill();
    one->fill();
    const std::size_t passes = repeats(n, 4'000'000);
    Comparison comparison;
    comparison.meter = Meter::WallTime;
    comparison.operations = static_cast<double>(n * passes);
    comparison.ecs.run = [two, threads, passes] {
        for (std::size_t pass = 0; pass < passes; ++pass)
            two->moving->each_chunk_parallel(
                *two->world, threads->commands, &threads->pool,
                [](std::span<const ecs::Entity>, std::span<Position> position, std::span<const Velocity> velocity) {
                    integrate(position.data(), velocity.data(), position.size());
                });
    };
    comparison.floor.run = [one, passes] {
        for (std::size_t pass = 0; pass < passes; ++pass) one->integrate_all();
    };
    comparison.ecs.digest = [two] { return two->digest(); };
    comparison.floor.digest = [one] { return one->digest(); };
    return comparison;
}

}  // namespace bench
