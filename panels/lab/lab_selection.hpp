// What is selected in the Storage Lab, and where it lies in each of the six storages. A selected entity or component is
// the same in all of them. A cache line belongs to one storage; in the others the values that it holds are selected.
#pragma once

#include <optional>
#include <string>

#include "ecs/lab/memory/byte_ranges.hpp"
#include "ecs/lab/storages/storage.hpp"

namespace panels {

struct LabRuns;

struct LabLine {
    ecs::lab::StorageKind kind = ecs::lab::StorageKind::Chunks;
    ecs::lab::Address line = 0;  // its first byte
    friend bool operator==(const LabLine&, const LabLine&) = default;
};

/// With a line: what the line holds. Without one: what belongs to the entity and the component; one that is not set
/// stands for any.
struct LabSelection {
    std::optional<std::uint64_t> entity;  // number in the scenario
    std::optional<ecs::lab::TypeIndex> type;
    std::optional<LabLine> line;

    bool empty() const { return !entity && !type && !line; }
    friend bool operator==(const LabSelection&, const LabSelection&) = default;
};

/// Where it lies in one storage.
struct LabFound {
    ecs::lab::ByteRanges ranges;
    std::uint64_t value_bytes = 0, other_bytes = 0;  // other: ids, index entries, tags that belong to an entity
    std::uint64_t lines = 0;                         // cache lines with at least one of its bytes
};

/// At the moment to which the storage's trace is wound. Visits each of its spans.
LabFound find_selected(LabRuns& runs, const LabSelection& selection, ecs::lab::StorageKind kind);

/// `28 B values + 24 B index, 3 lines`
std::string found_text(const LabFound& found);

}  // namespace panels
