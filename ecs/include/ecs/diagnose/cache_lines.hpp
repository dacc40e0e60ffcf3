// Which cache lines a system touches: a model of what it declares (see SystemAccess), exact by the layout of chunks and
// the 64-byte alignment of their blocks. It supposes that a system visits every row of the archetypes that have all
// components it declares, tags aside (whether it wants or shuns those is not declared), and reads or writes each byte
// of their fields once. Nothing is measured, and nothing depends on values.
//
// All full chunks of an archetype are alike, so the cost is that of at most two chunks an archetype, however many rows
// there are.
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

/// Bytes of one line that hold fields which the system reads or writes; what it writes counts as written only.
struct LineUse {
    std::uint8_t read_bytes = 0, written_bytes = 0;

    std::uint32_t useful_bytes() const { return std::uint32_t{read_bytes} + written_bytes; }
    friend bool operator==(const LineUse&, const LineUse&) = default;
};

struct RowRange {
    std::uint32_t begin = 0, end = 0;
};

struct LineCounts {
    std::uint64_t lines = 0;         // with at least one useful byte; each is fetched as a whole
    std::uint64_t useful_bytes = 0;  // padding inside of components left out
    std::uint64_t fields = 0;        // values visited
    std::uint64_t straddling = 0;    // of them, those that lie in two lines or more

    /// Of the bytes fetched; 0 when none are.
    double useful_share() const {
        return lines == 0 ? 0 : static_cast<double>(useful_bytes) / static_cast<double>(lines * cache_line_bytes);
    }
    LineCounts& operator+=(const LineCounts& other);
    friend bool operator==(const LineCounts&, const LineCounts&) = default;
};

/// What one declared component has to do with it.
struct ColumnUse {
    ComponentId component = no_component;
    Access access = Access::Read;
    int column = no_column;  // no_column when the archetype lacks it or it is a tag
    LineCounts counts;       // lines that two columns share count for both
};

/// One chunk, or some of its rows.
struct ChunkUse {
    std::vector<LineUse> lines;                       // every line of the block
    std::vector<ColumnUse> columns;                   // in the order declared, each component once
    LineCounts counts;                                // of all columns together: a shared line counts once
    std::uint64_t read_lines = 0, written_lines = 0;  // a line may be both
};
ChunkUse cache_lines_of(const Archetype& archetype, RowRange rows, std::span<const SystemAccess> accesses);

/// Whether the model has the system visit this archetype.
bool visits(const Archetype& archetype, const TypeRegistry& types, std::span<const SystemAccess> accesses);

/// The whole world, as far as visits() says.
struct SystemUse {
    LineCounts counts;
    std::uint64_t archetypes = 0, chunks = 0, rows = 0;  // visited, those without rows left out
    std::uint64_t chunks_examined = 0;                   // what the answer cost
};
SystemUse cache_lines_of(const World& world, std::span<const SystemAccess> accesses);

}  // namespace ecs
