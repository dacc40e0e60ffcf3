// What changed from one moment of a world to the next, as one list of bytes:
//
//     for each archetype in which something changed: its id
//         1, number of its layout here, count of chunks, count of entities   or 0: its rows are where they were
//         for each chunk that changed: position + 1
//             1, rows, tick of its making, a patch of each column
//             or 0, and for each column of values 0, or 1 and a patch
//         0
//     no_archetype, then 0, or 1 and patches, of the slots and of the tree
//
// Values that memcpy cannot copy are in a list beside it, in the order in which they are read.
//
// PackedStore writes it (packed_changes.cpp), PackedReader reads it (packed_reader.cpp). Private to snapshot.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "ecs/snapshot/packed_store.hpp"

namespace ecs {

struct PackedChangesContent {
    std::vector<std::byte> bytes;
    std::vector<SavedLayout*> layouts;
    std::vector<const SavedArchetype*> archetypes;  // parallel to layouts
    std::vector<std::shared_ptr<const PackedValues>> values;
    std::shared_ptr<const std::vector<SharedType>> types;
    std::shared_ptr<SnapshotPool> pool;  // of the layouts
    std::size_t entity_count = 0;
    std::uint64_t tick = 0, structural_changes = 0;
    std::unique_ptr<CountedBytes> counted;

    std::size_t memory() const {
        return sizeof *this + 2 * sizeof(void*) + bytes.capacity() + layouts.capacity() * sizeof(layouts[0]) +
               archetypes.capacity() * sizeof(archetypes[0]) + values.capacity() * sizeof(values[0]);
    }
};

}  // namespace ecs
