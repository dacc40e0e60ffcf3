#include "ecs/lab/lessons/fact_experiments.hpp"

#include <algorithm>
#include <array>

#include "ecs/lab/lessons/fact.hpp"

namespace ecs::lab {

std::vector<Handle> visited_now(ScenarioRun& run, TypeIndex type) {
    std::vector<Handle> order;
    run.storage().each(std::array<TypeIndex, 1>{type}, [&](Row& row) { order.push_back(row.entity()); });
    return order;
}

double FactFinder::find_walk_removed(const Fact& fact) const {
    // A simple loop over positions: it removes the row at its position and misses the row that takes the place.
    const auto walked = fresh_run(fact, step_of(fact));
    std::uint64_t removed = 0;
    std::vector<Handle> met = visited_now(*walked, fact.type);
    for (std::size_t i = fact.backward ? met.size() : 0; fact.backward ? i > 0 : i < met.size();) {
        if (walked->storage().destroy(met[fact.backward ? i - 1 : i])) ++removed;
        met = visited_now(*walked, fact.type);
        fact.backward ? --i : ++i;
    }
    return static_cast<double>(removed);
}

double FactFinder::find_walk_added(const Fact& fact) const {
    const auto walked = fresh_run(fact, step_of(fact));
    const std::vector<std::byte> bytes(walked->scenario().types[fact.type]->size);
    const std::array<Value, 1> values{{{fact.type, bytes.data()}}};
    std::uint64_t met_before = 0;
    walked->storage().each(std::array<TypeIndex, 1>{fact.type}, [&](Row&) {
        ++met_before;
        walked->storage().create(values);
    });
    return static_cast<double>(visited_now(*walked, fact.type).size() - met_before);
}

double FactFinder::find_crossover(const Fact& fact) {
    if (!crossovers_)
        crossovers_ = measurements_.crossovers
                          ? measurements_.crossovers()
                          : crossovers_of(run_bench({BenchKind::Crossover, {}, {}}, {.clock = {}, .stop = stop_}));
    for (const CrossoverFound& found : *crossovers_)
        if (found.archetypes == fact.count) return static_cast<double>(found.chunks.value_or(0));
    return 0;
}

double FactFinder::find_join_time_ratio(const Fact& fact) {
    auto known = joins_.find(fact.count);
    if (known == joins_.end())
        known =
            joins_
                .emplace(
                    fact.count,
                    measurements_.join
                        ? measurements_.join(fact.count)
                        : lines_versus_time(fact.count, {}, {.clock = {}, .stop = stop_}).value_or(LinesVersusTime{}))
                .first;
    return (fact.what == "scalar" ? known->second.time_ratio_scalar : known->second.time_ratio).median;
}

double FactFinder::find_revived(const Fact& fact) const {
    const auto run = fresh_run(fact, fact.from);
    const std::optional<Handle> held = run->handle_of(fact.entity);
    double created = 0;
    for (std::size_t step = fact.from; held && step < step_of(fact); ++step) {
        run->step();
        if (std::holds_alternative<CreateStep>(run->scenario().steps[step].what)) ++created;
        if (run->storage().alive(*held)) return created;
    }
    return 0;
}

double FactFinder::find_listed(const Fact& fact) {
    const std::vector<Span> spans = spans_of(run(fact, step_of(fact)).storage());
    return static_cast<double>(std::count_if(spans.begin(), spans.end(), [&](const Span& span) {
        return span.role == Role::Pointer && span.type == static_cast<std::int32_t>(fact.type);
    }));
}

std::vector<std::string> FactFinder::find_touch_order(const Fact& fact) {
    const ScenarioRun& run = this->run(fact, step_of(fact));
    std::vector<std::string> order;
    for (const LineTouch& touch : run.trace()->operations().back().touched) {
        const Block* block = run.arena().block_of(touch.line);
        if (block == nullptr || std::find(order.begin(), order.end(), block->what) != order.end()) continue;
        order.emplace_back(block->what);
    }
    return order;
}

}  // namespace ecs::lab
