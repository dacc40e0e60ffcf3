// Every access to the heap that the last query of a scenario makes, in the order in which a storage really makes them:
// what a simulated cache is fed with. A run that only counts keeps none of them, so the scenario is run again for it,
// up to that query; the same scenario gives the same accesses.
#pragma once

#include <cstdint>
#include <optional>
#include <stop_token>
#include <vector>

#include "ecs/lab/memory/cache_simulation.hpp"
#include "ecs/lab/scenario/scenario_run.hpp"

namespace ecs::lab {

struct Access {
    Address at = 0;
    std::uint32_t bytes = 0;
    bool writes = false;

    Address end() const { return at + bytes; }
    friend bool operator==(const Access&, const Access&) = default;
};

struct AccessLog {
    /// More than this many are not kept: 64 MiB of them.
    static constexpr std::size_t most = 4 << 20;

    std::vector<Access> accesses;  // of the query's last repetition
    std::uint64_t made = 0;        // all of them; more than were kept when there were too many

    bool complete() const { return made == accesses.size(); }
    /// Accesses that reach over the end of a cache line.
    std::uint64_t straddling() const;
};

/// None when there is no query among the first `steps` steps, or when it was to stop. Takes as long as running them.
std::optional<AccessLog> log_last_query(const Scenario& scenario, StorageKind kind, Mode mode,
                                        const StorageOptions& options, std::size_t steps, std::stop_token stop = {},
                                        std::size_t most = AccessLog::most);

/// What a cache of this shape makes of them. The shape must have no fault, and the log must be complete.
CacheSimulation simulate(const AccessLog& log, const CacheShape& shape);

}  // namespace ecs::lab
