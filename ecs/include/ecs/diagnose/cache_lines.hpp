// Counts the cache lines that a system touches. This is a model: nothing is measured, and values do not matter. It
// uses what the system declares (see SystemAccess), the chunk layout and the 64-byte alignment of blocks. It assumes
// that the system visits every row of the archetypes that have all declared components, and that it reads or writes
// each byte of their fields once. It ignores tags, because a system does not declare whether it requires or excludes
// them.
//
// All full chunks of an archetype are alike, so the calculation examines at most two chunks per archetype, however
// many rows there are.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "ecs/storage/access.hpp"
#include "ecs/storage/archetype.hpp"
#include "ecs/types/type_registry.hpp"

namespace ecs {

inline constexpr std::uint32_t cache_line_bytes = 64;

/// Bytes of one line that hold fields which the system reads or writes. A written byte counts as written only.
struct LineUse {
    std::uint8_t read_bytes = 0, written_bytes = 0;

    std::uint32_t useful_bytes() const { return std::uint32_t{read_bytes} + written_bytes; }
    friend bool operator==(const LineUse&, const LineUse&) = default;
};

struct RowRange {
    std::uint32_t begin = 0, end = 0;
};

struct LineCounts {
    std::uint64_t lines = 0;         // lines with at least one useful byte; each is fetched as a whole
    std::uint64_t useful_bytes = 0;  // without the padding inside of components
    std::uint64_t fields = 0;        // values visited
    std::uint64_t straddling = 0;    // values that lie in two or more lines

    /// Share of useful bytes in all fetched bytes; 0 when nothing is fetched.
    double useful_share() const {
        return lines == 0 ? 0 : static_cast<double>(useful_bytes) / static_cast<double>(lines * cache_line_bytes);
    }
    LineCounts& operator+=(const LineCounts& other);
    friend bool operator==(const LineCounts&, const LineCounts&) = default;
};

/// The use of one declared component.
struct ColumnUse {
    ComponentId component = no_component;
    Access access = Access::Read;
    int column = no_column;  // no_column when the archetype lacks the component or the component is a tag
    LineCounts counts;       // a line that two columns share counts for both
};

/// One chunk, or some of its rows.
struct ChunkUse {
    std::vector<LineUse> lines;                       // every line of the block
    std::vector<ColumnUse> columns;                   // in the order declared, each component once
    LineCounts counts;                                // all columns together: a shared line counts once
    std::uint64_t read_lines = 0, written_lines = 0;  // a line may be both read and written
};
ChunkUse cache_lines_of(const Archetype& archetype, RowRange rows, std::span<const SystemAccess> accesses);

/// Whether the system visits this archetype, according to the model.
bool visits(const Archetype& archetype, const TypeRegistry& types, std::span<const SystemAccess> accesses);

/// All archetypes for which visits() is true.
struct SystemUse {
    LineCounts counts;
    std::uint64_t archetypes = 0, chunks = 0, rows = 0;  // visited; those without rows are left out
    std::uint64_t chunks_examined = 0;                   // what the calculation cost
};
SystemUse cache_lines_of(const World& world, std::span<const SystemAccess> accesses);

}  // namespace ecs
