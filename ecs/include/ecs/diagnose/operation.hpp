// A Journal records one operation as up to five changes. An Operation joins them again and splits them into beats
// that can be shown one after the other:
//
//     add Velocity   (chunk made) | moved | filled hole | (chunk freed)
//      beats         make room → lift the row → copy each shared column → new column → fill the hole → give back
//
// Bytes are those of the journal: the beats of an operation add up to its changes.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "ecs/world/world.hpp"

namespace ecs {

enum class BeatKind : std::uint8_t {
    MakeRoom,  // a chunk was made, or the only block grew
    Lift,      // the row as it was; nothing is copied
    CopyId,    // the 8-byte handle; the index then holds the new place
    CopyColumn,
    NewColumn,   // the value of the added component, or all values of the created entity
    DropColumn,  // the value of the removed component, or all values of the destroyed entity
    FillHole,    // the archetype's last row moves into the hole
    GiveBack,    // the chunk became empty
    Shrink,      // the only block was larger than its rows need
};
struct Beat {
    BeatKind kind = BeatKind::Lift;
    ComponentId component = no_component;  // for beats about one column
    std::uint32_t bytes = 0;               // copied
    Entity entity;                         // owner of the row; for FillHole the entity that fills the hole; null for
                                           // chunks
    Location from, to;                     // archetype is no_archetype where there is no such place
};

struct Operation {
    std::uint64_t first = 0;  // number of its first change; the journal counts from its first change ever
    std::vector<StructuralChange> changes;
    /// The main change: Created, Destroyed or Moved; otherwise the only one.
    const StructuralChange& main() const;
    std::uint64_t bytes_copied() const;
};

/// The operation that ends with change `number`. Nothing when the journal does not hold the change, when the
/// operation may have begun before the oldest kept change, or when `number` is inside an operation.
std::optional<Operation> operation_ending_at(const Journal& journal, std::uint64_t number);
/// The last `count` whole operations, oldest first.
std::vector<Operation> last_operations(const Journal& journal, std::size_t count);
/// Number of operations that began with change `number` or later and that the journal holds.
std::uint64_t operations_since(const Journal& journal, std::uint64_t number);

/// `world` gives the columns of the archetypes, which never change.
std::vector<Beat> beats_of(const World& world, const Operation& operation);

}  // namespace ecs
