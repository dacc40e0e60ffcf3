// What it costs a program that another process looks at it over the link. The program moves all its entities in a tick,
// and writes some of them again; that is the "floor" of the rows of time. Ticks follow each other at 60 a second, as
// frames do at the other end. All figures of one size come from the same run; those without such a floor stand beside
// their budget.
#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <stdexcept>
#include <thread>
#include <utility>
#include <vector>

#include "ecs/base/random.hpp"
#include "ecs/ecs.hpp"
#include "link_looker.hpp"
#include "meter.hpp"
#include "probe/run/probe.hpp"
#include "rows.hpp"

namespace bench {

namespace {

using Clock = std::chrono::steady_clock;
constexpr std::chrono::microseconds tick_length{16'667};
constexpr std::chrono::seconds patience{60};

struct Place {
    float x = 0, y = 0;
};
struct Destination {
    float x = 0, y = 0;
};

/// A world and its program's own tick.
struct Program {
    Program(std::size_t n, double share) : written(static_cast<std::size_t>(static_cast<double>(n) * share)) {
        world.types().add<Place>("Place").field("x", &Place::x).field("y", &Place::y);
        world.types().add<Destination>("Destination").field("x", &Destination::x).field("y", &Destination::y);
        world.types().add<Stamp>("Stamp").field("tick", &Stamp::tick);
        stamped = world.create(Stamp{});
        for (std::size_t i = 1; i < n; ++i) all.push_back(world.create(Place{}, Destination{static_cast<float>(i), 1}));
    }
    void run() {
        moving.each(world, [&](const Place& place, const Destination& to) { distances += to.x - place.x; });
        const bool some = written < all.size();
        for (std::size_t i = 0; i < std::min(written, all.size()); ++i)
            world.get_mut<Place>(all[some ? random.below(static_cast<std::uint32_t>(all.size())) : i]).x += 1;
        world.get_mut<Stamp>(stamped).tick = ++tick;
    }

    ecs::World world;
    ecs::View<const Place, const Destination> moving{world};
    std::vector<ecs::Entity> all;
    ecs::Entity stamped;
    ecs::Random random{1};
    std::size_t written;
    std::uint64_t tick = 0;
    float distances = 0;
};

/// Of the ticks after the looker has the whole world; `worst_secs` and `most_bytes` also before.
struct Figures {
    double own_secs = 0, probe_secs = 0;  // of a tick
    double worst_secs = 0;                // of Probe::tick()
    double first_secs = 0, whole_secs = 0;
    double ticks_a_picture = 0, most_behind = 0, most_bytes = 0;
};

Figures measure(std::size_t n, double share) {
    Figures figures;
    Program program(n, share);
    const double bytes_before = read(Meter::Memory);
    probe::Probe probe("bench", {.announced = false});
    probe.show(program.world);
    Looker looker(probe.port(), probe.token());
    Board& board = looker.board();
    board.entities = program.world.entity_count();
    const auto tick = [&] {
        const auto begin = Clock::now();
        board.tick = program.tick + 1;
        program.run();
        figures.own_secs += secs_since(begin);
        const auto asked = Clock::now();
        (void)probe.tick();
        figures.worst_secs = std::max(figures.worst_secs, secs_since(asked));
        figures.most_bytes = std::max(figures.most_bytes, read(Meter::Memory) - bytes_before);
        if (looker.ended()) throw std::runtime_error("nobody looks any more");
        std::this_thread::sleep_until(begin + tick_length);
    };
    const auto begin = Clock::now();
    while (board.whole_secs == 0) {
        tick();
        if (Clock::now() - begin > patience) throw std::runtime_error("the world does not arrive");
    }
    figures.first_secs = board.first_secs;
    figures.whole_secs = board.whole_secs;
    figures.own_secs = 0;
    board.reset_behind = true;
    const auto first = probe.counts();
    const int ticks = n >= 10'000 ? 600 : 20;
    for (int i = 0; i < ticks; ++i) tick();
    const auto last = probe.counts();
    figures.own_secs /= ticks;
    figures.probe_secs = (last.secs - first.secs) / ticks;
    figures.ticks_a_picture = ticks / static_cast<double>(std::max<std::size_t>(1, last.pictures - first.pictures));
    figures.most_behind = static_cast<double>(board.most_behind);
    return figures;
}

/// The rows of one size share it, because it takes long.
const Figures& figures_of(std::size_t n, double share) {
    static std::map<std::pair<std::size_t, double>, Figures> all;
    const auto found = all.find({n, share});
    return found != all.end() ? found->second : all.emplace(std::pair(n, share), measure(n, share)).first->second;
}

constexpr double all = 1, percent = 0.01, permille = 0.001;

}  // namespace

Comparison link_idle(std::size_t n) {
    struct Shown {
        explicit Shown(std::size_t count) : program(count, percent) { probe.show(program.world); }
        Program program;
        probe::Probe probe{"bench", {.announced = false}};
    };
    const auto shown = std::make_shared<Shown>(n);
    const auto secs_of = [](auto&& run) {
        const double before = read(Meter::CpuTime);
        run();
        return read(Meter::CpuTime) - before;
    };
    constexpr int ticks = 100'000;
    return fact(
        [shown, secs_of] {
            return secs_of([&] {
                       for (int i = 0; i < ticks; ++i) (void)shown->probe.tick();
                   }) /
                   ticks;
        },
        [shown, secs_of] { return secs_of([&] { shown->program.run(); }); });
}

Comparison link_idle_bytes(std::size_t n) {
    Program program(n, percent);
    const double before = read(Meter::Memory);
    probe::Probe probe("bench", {.announced = false});
    probe.show(program.world);
    for (int i = 0; i < 1'000; ++i) (void)probe.tick();
    return fact(read(Meter::Memory) - before, 1024.0 * 1024, Meter::Memory);
}

Comparison link_all(std::size_t n) {
    const Figures& figures = figures_of(n, all);
    return fact(figures.probe_secs, figures.own_secs);
}
Comparison link_1pct(std::size_t n) {
    const Figures& figures = figures_of(n, percent);
    return fact(figures.probe_secs, figures.own_secs);
}
Comparison link_every_tick(std::size_t n) { return fact(figures_of(n, percent).ticks_a_picture, 1, Meter::Ticks); }
Comparison link_behind(std::size_t n) { return fact(figures_of(n, percent).most_behind, 2, Meter::Ticks); }
Comparison link_bytes(std::size_t n) {
    return fact(figures_of(n, percent).most_bytes, 16.0 * 1024 * 1024, Meter::Memory);
}
Comparison link_first_ms(std::size_t n) { return fact(figures_of(n, permille).first_secs, 0.1); }
Comparison link_whole_ms(std::size_t n) { return fact(figures_of(n, permille).whole_secs, 1); }
Comparison link_worst_ms(std::size_t n) { return fact(figures_of(n, permille).worst_secs, 0.0005); }

}  // namespace bench
