// chunkscope_link_bench [TICKS [ENTITIES]]: what it costs a program that somebody looks at it over the link, beside the
// work of its own tick. The program and who looks at it are two threads of one process, with a socket between them; ticks
// follow each other at 60 a second.
//
//     own        the program's own work in a tick: it moves all entities, and writes some of them again
//     probe      Probe::tick() in such a tick, on average and at worst, the first picture left out
//     whole      the first picture, which has everything
//     pictures   of the ticks: how many came as a picture of their own
//     bytes      of the pictures, a written value of 8 bytes
//
// First, what it costs while nobody is connected: a tick, what it allocates, and what the Probe holds. It fails when
// such a tick allocates.
#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <new>
#include <thread>
#include <vector>

#include "ecs/base/random.hpp"
#include "ecs/ecs.hpp"
#include "probe/run/probe.hpp"
#include "remote/kinds/owner_kinds.hpp"

namespace {

std::atomic<std::size_t> allocated_bytes;
thread_local std::size_t allocations = 0;

}  // namespace

void* operator new(std::size_t bytes) {
    ++allocations;
    allocated_bytes += bytes;
    if (void* const memory = std::malloc(bytes)) return memory;
    throw std::bad_alloc();
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }

namespace {

using Clock = std::chrono::steady_clock;

struct Position {
    float x = 0, y = 0;
};
struct Goal {
    float x = 0, y = 0;
};

struct Row {
    int entities;
    double share;  // that is written in a tick
};

double ms_since(Clock::time_point begin) {
    return std::chrono::duration<double, std::milli>(Clock::now() - begin).count();
}

/// How often a tick allocated while nobody was connected.
std::size_t run_unconnected() {
    ecs::World world;
    for (int i = 0; i < 100'000; ++i) world.create(Position{}, Goal{});
    const std::size_t bytes_before = allocated_bytes;
    probe::Probe probe("link bench", {.announced = false});
    probe.show(world);
    for (int i = 0; i < 1'000; ++i) probe.tick();
    const std::size_t held = allocated_bytes - bytes_before, made_before = allocations;
    constexpr int ticks = 1'000'000;
    const auto begin = Clock::now();
    for (int i = 0; i < ticks; ++i) probe.tick();
    const double ns = 1e6 * ms_since(begin) / ticks;
    const std::size_t made = allocations - made_before;
    std::printf("nobody connected, 100000 entities: %.0f ns a tick, %zu allocations in %d ticks, %zu bytes before\n\n",
                ns, made, ticks, held);
    return made;
}

void run(const Row& row, int ticks) {
    ecs::World world;
    world.types().add<Position>("Position").field("x", &Position::x).field("y", &Position::y);
    world.types().add<Goal>("Goal").field("x", &Goal::x).field("y", &Goal::y);
    std::vector<ecs::Entity> all;
    for (int i = 0; i < row.entities; ++i) all.push_back(world.create(Position{}, Goal{static_cast<float>(i), 1}));
    ecs::View<const Position, const Goal> places(world);
    ecs::Random random(1);
    const auto written = static_cast<int>(row.entities * row.share);
    float distances = 0;
    const auto own_work = [&] {
        places.each(world, [&](const Position& position, const Goal& goal) { distances += goal.x - position.x; });
        for (int i = 0; i < written; ++i) {
            const auto any = row.share < 1 ? random.below(static_cast<std::uint32_t>(row.entities)) : unsigned(i);
            world.get_mut<Position>(all[any]).x += 1;
        }
    };

    probe::Probe probe("link bench", {.announced = false});
    probe.show(world);
    std::atomic<bool> stop = false;
    std::thread looker([&] {
        const auto owner =
            remote::find_owner_kind("program")->make_owner({.port = probe.port(), .token = probe.token()});
        {
            ecs::Mirror mirror(*owner);
            owner->know(&mirror);
            while (!stop) {
                while (owner->moments().value_or(0) > 0) mirror.update();
                std::this_thread::sleep_for(std::chrono::milliseconds(2));
            }
            owner->know(nullptr);
        }
    });
    while (probe.counts().pictures == 0) {
        probe.tick();
        std::this_thread::yield();
    }
    const auto first = probe.counts();
    double own = 0, worst = 0;
    for (int tick = 0; tick < ticks; ++tick) {
        const auto begin = Clock::now();
        own_work();
        own += ms_since(begin);
        const auto asked = Clock::now();
        probe.tick();
        worst = std::max(worst, ms_since(asked));
        std::this_thread::sleep_until(begin + std::chrono::microseconds(16'667));
    }
    const auto last = probe.counts();
    stop = true;
    looker.join();
    const double spent = 1e3 * (last.secs - first.secs) / ticks;
    own /= ticks;
    const double values = static_cast<double>(written) * ticks;
    std::printf("%9d %7.1f %% %9.3f ms %9.3f ms %8.2f %9.2f ms %9.2f ms %8.0f %% %8.1f\n", row.entities,
                100 * row.share, own, spent, spent / own, worst, 1e3 * first.secs,
                100.0 * static_cast<double>(last.pictures - first.pictures) / ticks,
                values > 0 ? static_cast<double>(last.bytes - first.bytes) / values : 0);
    if (distances == 1) std::puts("");  // the work is done
}

}  // namespace

int main(int argc, char** argv) {
    const std::size_t allocating = run_unconnected();
    const int ticks = argc > 1 ? std::max(1, std::atoi(argv[1])) : 300;
    std::printf("%9s %9s %12s %12s %8s %12s %12s %10s %8s\n", "entities", "written", "own", "probe", "ratio", "worst",
                "whole", "pictures", "bytes");
    const int only = argc > 2 ? std::atoi(argv[2]) : 0;
    for (const Row& row : {Row{1'000, 1}, Row{10'000, 1}, Row{100'000, 0.01}, Row{1'000'000, 0.001}})
        if (only == 0 || only == row.entities) run(row, ticks);
    return allocating == 0 ? 0 : 1;
}
