// The Timeline, by the scene "bullets". Three rows are facts about a recording of 30 minutes (108,000 ticks; less for
// fewer than 10,000 entities): what it takes, and how long it takes to go to its ticks. Their "floor" is the budget.
// The ticks that they go to must have the state that they had.
#include <algorithm>
#include <functional>
#include <map>
#include <memory>

#include "ecs/base/random.hpp"
#include "ecs/snapshot/state_hash.hpp"
#include "editor/demo/demo_game.hpp"
#include "editor/session/session.hpp"
#include "known_ticks.hpp"
#include "meter.hpp"
#include "rows.hpp"

namespace bench {

namespace {

constexpr double recent_budget_secs = 0.016;
constexpr std::uint64_t minute = 3600;
constexpr std::size_t known_ticks = 1000;

std::unique_ptr<editor::Session> bullets_of(std::size_t n) {
    const editor::Game& game = editor::demo_game();
    auto session = editor::Session::from_scene(game, *game.find_scene("bullets"), n);
    session->use_threads(1);  // what is measured is this thread
    return session;
}

/// Half an hour, and the states of some of its ticks.
struct HalfHour {
    explicit HalfHour(std::size_t n) : session(bullets_of(n)), ticks(n >= 10'000 ? 108'000 : 1'200) {
        ecs::Random choice(5);
        for (std::size_t i = 0; i < known_ticks; ++i) {
            known.hashes[choice.below(static_cast<std::uint32_t>(ticks + 1))];
            known.hashes[ticks - choice.below(static_cast<std::uint32_t>(std::min(minute, ticks)))];
        }
        session->record();
        for (;;) {
            if (const auto found = known.hashes.find(session->world.tick()); found != known.hashes.end())
                found->second = ecs::state_hash(session->world);
            if (session->world.tick() == ticks) break;
            // Somebody plays.
            if (session->world.tick() % 97 == 0) session->keys.left = !session->keys.left;
            if (session->world.tick() % 131 == 0) session->keys.right = !session->keys.right;
            session->tick();
        }
    }

    double longest_seek(std::uint64_t from) { return known.longest_seek(session->timeline, session->world, from); }

    std::unique_ptr<editor::Session> session;
    std::uint64_t ticks;
    KnownTicks known;
};

/// The rows share it, because it takes long.
std::shared_ptr<HalfHour> half_hour(std::size_t n) {
    static std::map<std::size_t, std::shared_ptr<HalfHour>> all;
    std::shared_ptr<HalfHour>& found = all[n];
    if (!found) found = std::make_shared<HalfHour>(n);
    return found;
}

Comparison fact(const std::shared_ptr<HalfHour>& time, std::function<double()> figure, double budget,
                Meter meter = Meter::CpuTime) {
    Comparison comparison = bench::fact(
        std::move(figure), [budget] { return budget; }, meter);
    comparison.ecs.digest = [time] { return time->known.wrong; };
    return comparison;
}

}  // namespace

Comparison timeline_bytes(std::size_t n) {
    const auto time = half_hour(n);
    return fact(
        time, [time] { return static_cast<double>(time->session->timeline.stats().bytes); }, record_budget_bytes,
        Meter::Memory);
}

Comparison timeline_seek_ms(std::size_t n) {
    const auto time = half_hour(n);
    return fact(
        time, [time] { return time->longest_seek(time->session->timeline.first_tick()); }, seek_budget_secs);
}

Comparison timeline_recent_ms(std::size_t n) {
    const auto time = half_hour(n);
    const std::uint64_t from = time->ticks - std::min(minute, time->ticks);
    return fact(
        time, [time, from] { return time->longest_seek(from); }, recent_budget_secs);
}

Comparison timeline_record(std::size_t n) {
    struct Sides {
        explicit Sides(std::size_t count) : recorded(bullets_of(count)), plain(bullets_of(count)) {
            recorded->record();
        }
        std::unique_ptr<editor::Session> recorded, plain;
    };
    const auto sides = std::make_shared<Sides>(n);
    const std::size_t ticks = n >= 10'000 ? 400 : 20;
    const auto run = [ticks](editor::Session& session) {
        for (std::size_t i = 0; i < ticks; ++i) session.tick();
    };
    Comparison comparison;
    comparison.operations = static_cast<double>(ticks);
    comparison.ecs.run = [sides, run] { run(*sides->recorded); };
    comparison.floor.run = [sides, run] { run(*sides->plain); };
    comparison.ecs.digest = [sides] { return ecs::state_hash(sides->recorded->world); };
    comparison.floor.digest = [sides] { return ecs::state_hash(sides->plain->world); };
    return comparison;
}

}  // namespace bench
