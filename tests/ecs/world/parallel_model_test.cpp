// Random schedules of random systems: what they come to does not depend on the number of threads, nor on how a tick is
// run, and systems that conflict are never inside at the same time.
#include <array>
#include <atomic>
#include <deque>
#include <random>
#include <set>

#include "catch.hpp"
#include "ecs/schedule/schedule.hpp"
#include "ecs/snapshot/state_hash.hpp"
#include "ecs/support/test_types.hpp"

namespace parallel_model_test {

using namespace ecs;
using namespace test;

namespace {

/// Four kinds, some hundred rows a chunk.
template <int kind>
struct Cell {
    std::uint32_t value = kind;
    std::uint32_t filling[11] = {};
};
constexpr std::size_t kind_count = 4;

template <int kind>
void register_cell(World& world) {
    world.types().add<Cell<kind>>("Cell" + std::to_string(kind)).field("value", &Cell<kind>::value);
}

/// What a random system does. The same plan makes the same system in every world.
struct Plan {
    int writes = 0, reads = 0;  // kinds of cells
    int style = 0;
    bool parallel = false, draws = false, records = false;
    std::uint32_t salt = 0;
    std::vector<std::string> after;
    Phase phase = Phase::Update;
};

std::vector<Plan> random_plans(std::mt19937& random) {
    const auto below = [&](unsigned end) { return static_cast<int>(random() % end); };
    std::vector<Plan> plans(static_cast<std::size_t>(2 + below(9)));
    for (std::size_t i = 0; i < plans.size(); ++i) {
        plans[i].writes = below(kind_count);
        plans[i].reads = below(kind_count);
        plans[i].style = below(4);
        plans[i].parallel = below(8) != 0;
        plans[i].draws = below(6) == 0;
        plans[i].records = below(5) == 0;
        plans[i].salt = static_cast<std::uint32_t>(random());
        if (i > 0 && below(6) == 0)
            plans[i].after.push_back("system " + std::to_string(below(static_cast<unsigned>(i))));
        if (below(6) == 0) plans[i].phase = Phase::PostUpdate;
    }
    return plans;
}

/// How many systems are inside that use a kind of cells, and whether two ever were that conflict.
struct Watch {
    std::array<std::atomic<int>, kind_count> readers{}, writers{};
    std::atomic<int> conflicts = 0;

    void enter(int written, int read) {
        const auto w = static_cast<std::size_t>(written), r = static_cast<std::size_t>(read);
        if (writers[w].fetch_add(1) != 0 || readers[w] != 0) ++conflicts;
        if (w != r) {
            ++readers[r];
            if (writers[r] != 0) ++conflicts;
        }
    }
    void leave(int written, int read) {
        --writers[static_cast<std::size_t>(written)];
        if (written != read) --readers[static_cast<std::size_t>(read)];
    }
};

std::uint32_t mix(std::uint32_t a, std::uint32_t b) { return (a ^ (b + 0x9e3779b9u)) * 0x85ebca6bu + (a >> 13); }

/// A system that writes cells of kind W from those of kind R.
template <int W, int R>
SystemFunction make_run(const Plan& plan, Watch& watch, const World& world) {
    using Read = const Cell<R>;
    return [plan, &watch, cells = View<Cell<W>>(world),
            pairs = View<Cell<W>, Read*>(world)](SystemContext& context) mutable {
        watch.enter(W, R);
        std::uint32_t salt = plan.salt + static_cast<std::uint32_t>(context.tick);
        if (plan.draws) salt += static_cast<std::uint32_t>(context.random.next());
        const auto doomed = [&](Entity entity) { return plan.records && mix(entity.index, salt) % 50 == 0; };
        const auto change = [&](Commands& commands, Entity entity) {
            const std::uint32_t dice = mix(entity.index, salt) / 64;
            if (dice % 4 == 0) commands.destroy(entity);
            if (dice % 4 == 1) commands.add(entity, Cell<(W + 1) % 4>{dice});
            if (dice % 4 == 2) commands.template remove<Cell<(R + 2) % 4>>(entity);
            if (dice % 4 == 3) commands.set_parent(entity, context.world.entity_at_slot(1 + dice % 40));
        };
        const auto step = [&](Entity entity, Cell<W>& cell, std::uint32_t read) {
            cell.value = mix(cell.value + salt, read ^ entity.index);
        };
        if constexpr (W == R) {
            context.each_parallel(cells, [&](Entity entity, Cell<W>& cell) { step(entity, cell, 0); });
        } else {
            const auto row = [&](Entity entity, Cell<W>& cell, Read* read) {
                step(entity, cell, read ? read->value : 7);
            };
            if (plan.style == 0) context.each(pairs, row);
            if (plan.style == 1) context.each_parallel(pairs, row);
            if (plan.style == 2) {
                context.each_parallel(pairs, [&](Commands& commands, Entity entity, Cell<W>& cell, Read* read) {
                    row(entity, cell, read);
                    if (doomed(entity)) change(commands, entity);
                });
            }
            if (plan.style == 3) {
                context.each_parallel(cells, [&](Entity entity, Cell<W>& cell) {
                    row(entity, cell, context.world.template find<Cell<R>>(entity));
                });
            }
        }
        if (plan.style != 2 || W == R) {
            for (std::uint32_t slot = 1; slot < context.world.slot_count(); slot += 7)
                if (const Entity entity = context.world.entity_at_slot(slot); entity && doomed(entity))
                    change(context.commands, entity);
        }
        if (!plan.parallel && plan.records) {
            for (std::uint32_t i = 0; i < salt % 12; ++i) context.commands.create(Cell<W>{i});
            context.world.create(Cell<W>{salt});
        }
        watch.leave(W, R);
    };
}

template <int... pair>
SystemFunction make_run(const Plan& plan, Watch& watch, const World& world, std::integer_sequence<int, pair...>) {
    SystemFunction result;
    const int wanted = plan.writes * static_cast<int>(kind_count) + plan.reads;
    ((wanted == pair ? void(result = make_run<pair / 4, pair % 4>(plan, watch, world)) : void(0)), ...);
    return result;
}

struct Simulation {
    World world;
    Watch watch;
    JobPool pool;
    Schedule schedule;

    Simulation(const std::vector<Plan>& plans, std::size_t threads, std::size_t rows) : pool(threads) {
        register_cell<0>(world), register_cell<1>(world), register_cell<2>(world), register_cell<3>(world);
        const std::array ids{world.id<Cell<0>>(), world.id<Cell<1>>(), world.id<Cell<2>>(), world.id<Cell<3>>()};
        std::vector<ComponentId> kinds;
        for (unsigned mask = 0; mask < 16; ++mask) {
            kinds.clear();
            for (std::size_t kind = 0; kind < kind_count; ++kind)
                if (mask >> kind & 1) kinds.push_back(ids[kind]);
            std::vector<Entity> created(rows * (mask % 3 == 0 ? 3 : 1));
            world.create_many(created, kinds);
        }
        schedule.pool = threads == 1 ? nullptr : &pool;
        schedule.share_from_rows = 0;
        schedule.share_from_secs = 0;
        for (std::size_t i = 0; i < plans.size(); ++i) {
            SystemDescription system;
            system.name = "system " + std::to_string(i);
            system.phase = plans[i].phase;
            system.after = plans[i].after;
            system.parallel = plans[i].parallel;
            system.uses_random = plans[i].draws;
            system.records_commands = plans[i].records;
            system.accesses = {{ids[static_cast<std::size_t>(plans[i].reads)], Access::Read},
                               {ids[static_cast<std::size_t>(plans[i].writes)], Access::Write}};
            if (!plans[i].parallel && plans[i].records) system.accesses.clear();  // it does as it likes
            system.run = make_run(plans[i], watch, world, std::make_integer_sequence<int, 16>{});
            REQUIRE(schedule.add(std::move(system)));
        }
    }
    std::string state() const {
        std::string text = std::to_string(state_hash(world)) + " " + std::to_string(schedule.random.state());
        for (const Entity entity : world.entity_index().free_list()) text += " " + to_string(entity);
        return text;
    }
    std::uint64_t visited() const {
        std::uint64_t sum = 0;
        for (const System* system : schedule.systems())
            sum += system->stats.entities_visited + system->stats.structural_changes;
        return sum;
    }
};

}  // namespace

TEST_CASE("Parallel model: random schedules come to the same with any number of threads", "[ecs][schedule]") {
    std::mt19937 random(20240607);
    std::size_t shared_stages = 0;
    for (int round = 0; round < 25; ++round) {
        INFO("round " << round);
        const std::vector<Plan> plans = random_plans(random);
        const std::size_t rows = round % 5 == 0 ? 0 : random() % 300;
        Simulation one(plans, 1, rows), stepped(plans, 2, rows);
        std::deque<Simulation> several;
        for (const std::size_t threads : {2u, 3u, 8u}) several.emplace_back(plans, threads, rows);
        for (int tick = 0; tick < 6; ++tick) {
            one.schedule.tick(one.world);
            const std::string expected = one.state();
            while (stepped.world.tick() < one.world.tick()) stepped.schedule.step_system(stepped.world);
            REQUIRE(stepped.state() == expected);
            for (Simulation& each : several) {
                each.schedule.tick(each.world);
                REQUIRE(each.state() == expected);
                REQUIRE(each.visited() == one.visited());
                REQUIRE(each.watch.conflicts == 0);
            }
        }
        const auto stages = one.schedule.stages();
        shared_stages += stages.size() - std::set<std::size_t>(stages.begin(), stages.end()).size();
    }
    CHECK(shared_stages > 20);  // else this would have shown nothing
}

}  // namespace parallel_model_test
