// The record of a world that somebody else runs: its states, tick by tick. 1 % of the entities move at steady speeds;
// a tick also reads all of them, which is the "floor" of the first row. The others stand beside their budget.
#include <map>
#include <memory>
#include <vector>

#include "ecs/base/random.hpp"
#include "ecs/timeline/timeline.hpp"
#include "ecs/world/view.hpp"
#include "known_ticks.hpp"
#include "meter.hpp"
#include "rows.hpp"

namespace bench {

namespace {

constexpr double three_minutes = 3 * 3600;  // in ticks

struct Spot {
    float x = 0, y = 0;
};
struct Speed {
    float x = 0, y = 0;
};

struct Recorded {
    explicit Recorded(std::size_t n) : ticks(n >= 10'000 ? 3'000 : 100) {
        world.types().add<Spot>("Spot").field("x", &Spot::x).field("y", &Spot::y);
        world.types().add<Speed>("Speed").field("x", &Speed::x).field("y", &Speed::y);
        for (std::size_t i = 0; i < n; ++i) {
            const ecs::Entity entity = world.create(Spot{100 * random.unit(), 100 * random.unit()},
                                                    Speed{random.unit() - 0.5f, random.unit() - 0.5f});
            if (i % 100 == 0) moving.push_back(entity);
        }
        timeline.start(nullptr, {.by_states = true});
        first_bytes = timeline.stats().bytes;
        for (std::uint64_t tick = 1; tick <= ticks; ++tick) {
            double before = read(Meter::CpuTime);
            move();
            own_secs += read(Meter::CpuTime) - before;
            world.set_tick(tick);
            before = read(Meter::CpuTime);
            timeline.tick_ended(world);
            record_secs += read(Meter::CpuTime) - before;
            if (tick % 50 == 0) known.hashes[tick] = ecs::state_hash(world);
        }
    }
    void move() {
        places.each(world, [&](const Spot& place) { sum += place.x; });
        for (const ecs::Entity entity : moving) {
            const Speed& speed = world.get<Speed>(entity);
            Spot& place = world.get_mut<Spot>(entity);
            place.x += speed.x / 60;
            place.y += speed.y / 60;
        }
    }
    ecs::World world;
    ecs::Schedule schedule{world};
    ecs::History history{world, schedule};
    ecs::Timeline timeline{world, schedule, history};
    ecs::View<const Spot> places{world};
    ecs::Random random{1};
    std::vector<ecs::Entity> moving;
    std::uint64_t ticks;
    std::size_t first_bytes = 0;
    double own_secs = 0, record_secs = 0;
    KnownTicks known;
    float sum = 0;
};

/// The rows share it, because it takes long.
std::shared_ptr<Recorded> recorded(std::size_t n) {
    static std::map<std::size_t, std::shared_ptr<Recorded>> all;
    std::shared_ptr<Recorded>& found = all[n];
    if (!found) found = std::make_shared<Recorded>(n);
    return found;
}

}  // namespace

Comparison record(std::size_t n) {
    const auto run = recorded(n);
    const auto ticks = static_cast<double>(run->ticks);
    return fact(run->record_secs / ticks, run->own_secs / ticks);
}

Comparison record_bytes(std::size_t n) {
    const auto run = recorded(n);
    const auto bytes = static_cast<double>(run->timeline.stats().bytes - run->first_bytes);
    return fact(three_minutes * bytes / static_cast<double>(run->ticks), record_budget_bytes, Meter::Memory);
}

Comparison record_seek_ms(std::size_t n) {
    const auto run = recorded(n);
    Comparison comparison =
        fact([run] { return run->known.longest_seek(run->timeline, run->world, 0); }, [] { return seek_budget_secs; });
    comparison.ecs.digest = [run] { return run->known.wrong; };
    return comparison;
}

}  // namespace bench
