// What is selected in the Storage Lab, and where that lies in each of the six storages. An entity, a component and a
// cache line mean something in all of them: of a line, the values that share it, wherever others keep those.
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

/// Without a line: what belongs to the entity and is of the component, as far as these are set. With one: what the line
/// holds.
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
    std::uint64_t lines = 0;                         // cache lines that have a part in it
};

/// In the storage as it is wound now. Costs a look at each of its spans.
LabFound find_selected(LabRuns& runs, const LabSelection& selection, ecs::lab::StorageKind kind);

/// `28 B values + 24 B index, 3 lines`
std::string found_text(const LabFound& found);

}  // namespace panels
