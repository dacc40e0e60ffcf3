// A CacheSimulation feeds the accesses of a trace, in order, to a simulated cache and counts hits and misses. The
// address of a line selects its set. Each set holds `ways` lines and replaces the least recently used one.
//
// The result is simulated, never measured: one level, empty at the start, no prefetching, no other data, and the
// arena's addresses. An access that crosses lines counts once for each line. Only the heap counts, as in Work.
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
/// Why no cache has this shape, as one sentence; empty when the shape is valid.
std::string fault_of(const CacheShape& shape);

struct CachedLine {
    Address line = 0;  // its first byte
    std::uint64_t hits = 0, misses = 0;
};

class CacheSimulation {
public:
    /// `shape` must be valid.
    explicit CacheSimulation(CacheShape shape);

    void access(Address at, std::uint64_t bytes);
    /// Feeds the accesses of one operation of the trace, by its number.
    void run(const Trace& trace, std::size_t operation);

    std::uint64_t hits() const { return hits_; }
    std::uint64_t misses() const { return misses_; }
    /// Reads and probes that the trace counted but did not keep (Trace::kept_reads). The simulation has not seen
    /// them.
    std::uint64_t not_kept() const { return not_kept_; }
    /// In order of first access.
    const std::vector<CachedLine>& lines() const { return lines_; }
    const CacheShape& shape() const { return shape_; }

private:
    struct Way {
        Address line = 0;  // 0: empty; there is no line at address 0
        std::uint64_t used = 0;
    };
    bool look_up(Address line);

    CacheShape shape_;
    std::vector<Way> ways_;  // all sets, one after another
    std::vector<CachedLine> lines_;
    std::unordered_map<Address, std::size_t> line_numbers_;
    std::uint64_t clock_ = 0, hits_ = 0, misses_ = 0, not_kept_ = 0;
};

/// Calls `function` for the heap accesses of an operation's events, in order. A copy reads first, then writes.
void for_each_access(const Trace& trace, std::size_t operation, const AccessFunction& function);

}  // namespace ecs::lab
