// A simulated cache, fed with the accesses that a trace noted, in their order: which would have hit, which missed. A
// line goes to one set by its address; each set holds `ways` lines, and the one not used for longest makes room.
//
// What it says is simulated, never measured: one level, empty at the start, no prefetching, nothing else in it, and the
// arena's addresses. An access that crosses lines counts once for each. Only the heap counts, as in Work.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "ecs/lab/memory/trace.hpp"

namespace ecs::lab {

struct CacheShape {
    std::uint64_t bytes = 32 * 1024;
    std::uint64_t ways = 8;
    std::uint64_t sets() const { return bytes / line_bytes / ways; }
    friend bool operator==(const CacheShape&, const CacheShape&) = default;
};
/// Why there is no cache of this shape: one sentence; empty when there is.
std::string fault_of(const CacheShape& shape);

struct CachedLine {
    Address line = 0;  // its first byte
    std::uint64_t hits = 0, misses = 0;
};

class CacheSimulation {
public:
    /// `shape` must have no fault.
    explicit CacheSimulation(CacheShape shape);

    void access(Address at, std::uint64_t bytes);
    /// The accesses of an operation of the trace, by its number.
    void run(const Trace& trace, std::size_t operation);

    std::uint64_t hits() const { return hits_; }
    std::uint64_t misses() const { return misses_; }
    /// Reads and probes that the trace only counted (Trace::kept_reads): the simulation has not seen them.
    std::uint64_t not_kept() const { return not_kept_; }
    /// In the order of the first access.
    const std::vector<CachedLine>& lines() const { return lines_; }
    const CacheShape& shape() const { return shape_; }

private:
    struct Way {
        Address line = 0;  // 0: empty; there is no line at address 0
        std::uint64_t used = 0;
    };
    bool look_up(Address line);

    CacheShape shape_;
    std::vector<Way> ways_;  // of all sets, one set after another
    std::vector<CachedLine> lines_;
    std::unordered_map<Address, std::size_t> line_numbers_;
    std::uint64_t clock_ = 0, hits_ = 0, misses_ = 0, not_kept_ = 0;
};

/// The accesses to the heap that an operation's events tell of, in their order; a copy reads first, then writes.
void for_each_access(const Trace& trace, std::size_t operation, const AccessFunction& function);

}  // namespace ecs::lab
