#include "ecs/lab/scenario/access_log.hpp"

#include <algorithm>
#include <utility>

#include "ecs/base/assert.hpp"

namespace ecs::lab {

std::uint64_t AccessLog::straddling() const {
    return static_cast<std::uint64_t>(std::count_if(accesses.begin(), accesses.end(), [](const Access& access) {
        return access.at / line_bytes != (access.end() - 1) / line_bytes;
    }));
}

std::optional<AccessLog> log_last_query(const Scenario& scenario, StorageKind kind, Mode mode,
                                        const StorageOptions& options, std::size_t steps, std::stop_token stop,
                                        std::size_t most) {
    steps = std::min(steps, scenario.steps.size());
    while (steps > 0 && !std::holds_alternative<EachStep>(scenario.steps[steps - 1].what)) --steps;
    if (steps == 0) return std::nullopt;
    ScenarioRun run(scenario, kind, mode, options, Tracing::Counts);
    run.stop_when(stop);
    run.run_to(steps - 1);
    if (stop.stop_requested()) return std::nullopt;

    AccessLog log;
    Trace& trace = *run.trace();
    std::size_t operation = trace.operations().size();
    trace.accessed = [&](Address at, std::uint64_t bytes, bool writes) {
        if (operation != trace.operations().size()) {
            // Starts the next repetition. All repetitions are alike; the log keeps the last one.
            operation = trace.operations().size();
            log.accesses.clear();
            log.made = 0;
        }
        if (bytes == 0) return;
        ++log.made;
        if (log.accesses.size() < most) log.accesses.push_back({at, static_cast<std::uint32_t>(bytes), writes});
    };
    run.step();
    if (stop.stop_requested()) return std::nullopt;
    return log;
}

CacheSimulation simulate(const AccessLog& log, const CacheShape& shape) {
    ECS_ASSERT(log.complete(), "a cache that saw some of the accesses says nothing");
    CacheSimulation cache(shape);
    for (const Access& access : log.accesses) cache.access(access.at, access.bytes);
    return cache;
}

}  // namespace ecs::lab
