// An AccessLog holds every access to the heap by the last query of a scenario, in the real order of the storage: the
// input of a simulated cache. A run that only counts keeps no accesses, so the scenario is run again up to that
// query. The same scenario gives the same accesses.
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
    /// Limit of kept accesses: 64 MiB of them.
    static constexpr std::size_t most = 4 << 20;

    std::vector<Access> accesses;  // of the query's last repetition
    std::uint64_t made = 0;        // all accesses, kept or not

    bool complete() const { return made == accesses.size(); }
    /// Accesses that cross the end of a cache line.
    std::uint64_t straddling() const;
};

/// Nothing when there is no query among the first `steps` steps, or when it was stopped. Takes as long as running the
/// steps.
std::optional<AccessLog> log_last_query(const Scenario& scenario, StorageKind kind, Mode mode,
                                        const StorageOptions& options, std::size_t steps, std::stop_token stop = {},
                                        std::size_t most = AccessLog::most);

/// Simulates a cache of this shape. The shape must be valid, and the log complete.
CacheSimulation simulate(const AccessLog& log, const CacheShape& shape);

}  // namespace ecs::lab
