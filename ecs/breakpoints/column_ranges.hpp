// The least and the greatest value of some fields of one component, chunk by chunk, over all entities that have it.
// Conditions that compare such a field with a constant are asked only while the constant lies within. A chunk is read
// again when its column was written, once for all fields:
//
//     chunk 0 | x y x y x y … |  ──►  least x, least y, greatest x, greatest y  ──►  the same over all chunks
//
// A NaN makes a range wider, never narrower, or is passed over, as no such condition holds for it. Private to
// BreakpointLooks.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "ecs/types/field_path.hpp"
#include "ecs/world/world.hpp"

namespace ecs {

class ColumnRanges {
public:
    /// Without any value, the least one is above the greatest.
    struct Range {
        double least = std::numeric_limits<double>::infinity();
        double greatest = -std::numeric_limits<double>::infinity();
    };

    explicit ColumnRanges(ComponentId component) : component_(component) {}

    /// Whether a double holds all values of this kind exactly.
    static bool fits(FieldKind kind);

    ComponentId component() const { return component_; }
    /// The number of the field in range(); before the first update(). The same field has one number.
    std::size_t add(const FieldPath& field);
    bool never_read() const { return seen_archetypes_ == 0; }
    /// Returns how many chunks were read.
    std::size_t update(const World& world);
    const Range& range(std::size_t field) const { return ranges_[field]; }

private:
    struct OfArchetype {
        ArchetypeId archetype = no_archetype;
        int column = no_column;
        std::vector<std::uint64_t> read_at;  // by chunk: World::version(); 0: never
        std::vector<Range> ranges;           // by chunk, then by field
    };

    void read_chunk(const std::byte* column, std::size_t stride, std::size_t rows, Range* ranges) const;

    ComponentId component_;
    std::vector<FieldPath> fields_;
    std::vector<Range> ranges_;            // by field, over all chunks
    std::vector<OfArchetype> archetypes_;  // that have the component
    std::size_t seen_archetypes_ = 0;
};

}  // namespace ecs
