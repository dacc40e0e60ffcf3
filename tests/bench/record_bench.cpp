// chunkscope_record_bench: what the record of a world that somebody else runs costs (ecs/timeline, by states), beside the
// work of a tick of its own.
//
//     own      the work of a tick: it moves some entities at steady speeds, and reads all of them
//     record   what recording its state takes, on average and at worst
//     bytes    of the record, a moved entity and tick
//     every    ticks that 64 MiB hold one by one
//     seek     to a random one of the ticks that are kept, on average and at worst; step: to the one after it
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "ecs/base/random.hpp"
#include "ecs/ecs.hpp"
#include "ecs/timeline/timeline.hpp"

namespace {

using Clock = std::chrono::steady_clock;

struct Position {
    float x = 0, y = 0;
};
struct Velocity {
    float x = 0, y = 0;
};

struct Row {
    int entities;
    double share;    // that moves in a tick
    bool scattered;  // others in each tick; else the same ones
};

double ms_since(Clock::time_point begin) {
    return std::chrono::duration<double, std::milli>(Clock::now() - begin).count();
}

void run(const Row& row, int ticks) {
    ecs::World world;
    ecs::Schedule schedule(world);
    ecs::History history(world, schedule);
    ecs::Timeline timeline(world, schedule, history);
    ecs::Random random(1);
    std::vector<ecs::Entity> all;
    for (int i = 0; i < row.entities; ++i)
        all.push_back(world.create(Position{100 * random.unit(), 100 * random.unit()},
                                   Velocity{random.unit() - 0.5f, random.unit() - 0.5f}));
    timeline.start(nullptr, {.by_states = true});
    const auto moving = std::max(1, static_cast<int>(row.entities * row.share));
    ecs::View<const Position> places(world);
    float sum = 0;
    double own = 0, record = 0, worst = 0;
    const std::size_t before = timeline.stats().bytes;
    for (int tick = 0; tick < ticks; ++tick) {
        const auto begin = Clock::now();
        places.each(world, [&](const Position& position) { sum += position.x; });
        for (int i = 0; i < moving; ++i) {
            const std::size_t at = row.scattered
                                       ? random.below(static_cast<std::uint32_t>(row.entities))
                                       : static_cast<std::size_t>(i) * all.size() / static_cast<std::size_t>(moving);
            const Velocity& velocity = world.get<Velocity>(all[at]);
            auto& position = world.get_mut<Position>(all[at]);
            position.x += velocity.x / 60;
            position.y += velocity.y / 60;
        }
        own += ms_since(begin);
        world.set_tick(world.tick() + 1);
        const auto asked = Clock::now();
        timeline.tick_ended(world);
        const double took = ms_since(asked);
        record += took;
        worst = std::max(worst, took);
    }
    const ecs::TimelineStats stats = timeline.stats();
    const double bytes = stats.every_tick_from > timeline.first_tick()
                             ? static_cast<double>(timeline.options().cap_bytes) /
                                   static_cast<double>(timeline.last_tick() - stats.every_tick_from)
                             : static_cast<double>(stats.bytes - before) / ticks;
    double seek = 0, slowest = 0, step = 0;
    constexpr int seeks = 40;
    for (int i = 0; i < seeks; ++i) {
        const std::uint64_t from = std::max(stats.every_tick_from, timeline.first_tick());
        const auto begin = Clock::now();
        if (!timeline.seek(from + random.below(static_cast<std::uint32_t>(timeline.last_tick() - from))).empty())
            return;
        const double took = ms_since(begin);
        seek += took;
        slowest = std::max(slowest, took);
        const auto next = Clock::now();
        (void)timeline.step_on();
        step += ms_since(next);
    }
    std::printf("%9d %6.1f %% %s %8.3f ms %8.3f ms %7.2f %8.2f ms %7.2f %9.0f %8.2f ms %8.2f ms %8.2f ms\n",
                row.entities, 100 * row.share, row.scattered ? "scattered" : "the same ", own / ticks, record / ticks,
                record / own, worst, bytes / moving, static_cast<double>(timeline.options().cap_bytes) / bytes,
                seek / seeks, slowest, step / seeks);
    if (sum == 1) std::puts("");  // the work is done
}

}  // namespace

int main(int argc, char** argv) {
    const int ticks = argc > 1 ? std::max(2, std::atoi(argv[1])) : 3000;
    std::printf("%9s %8s %9s %11s %11s %7s %11s %7s %9s %11s %11s %11s\n", "entities", "moved", "", "own", "record",
                "ratio", "worst", "bytes", "every", "seek", "worst", "step");
    for (const Row& row : {Row{1'000, 1, false}, Row{10'000, 1, false}, Row{100'000, 0.01, false},
                           Row{100'000, 0.01, true}, Row{1'000'000, 0.001, false}})
        run(row, ticks);
}
