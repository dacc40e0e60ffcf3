// The least and the greatest value of one field, chunk by chunk, over all entities that have it. Conditions that
// compare the field with a constant are asked only while the constant lies within. A chunk is read again when its
// column was written. A NaN makes the range wider, never narrower. Private to BreakpointLooks.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "ecs/types/field_path.hpp"
#include "ecs/world/world.hpp"

namespace ecs {

class FieldRanges {
public:
    explicit FieldRanges(const FieldPath& field) : field_(field) {}

    /// Whether a double holds all values of this kind exactly.
    static bool fits(FieldKind kind);

    const FieldPath& field() const { return field_; }
    /// Returns how many chunks were read.
    std::size_t update(const World& world);
    /// Without any value, the least one is above the greatest.
    double least() const { return least_; }
    double greatest() const { return greatest_; }

private:
    struct Range {
        std::uint64_t read_at = 0;  // World::version(); 0: never
        double least = std::numeric_limits<double>::infinity();
        double greatest = -std::numeric_limits<double>::infinity();
    };
    struct OfArchetype {
        ArchetypeId archetype = no_archetype;
        int column = no_column;
        std::vector<Range> chunks;
    };

    FieldPath field_;
    std::vector<OfArchetype> archetypes_;  // that have the component
    std::size_t seen_archetypes_ = 0;
    double least_ = std::numeric_limits<double>::infinity(), greatest_ = -std::numeric_limits<double>::infinity();
};

}  // namespace ecs
