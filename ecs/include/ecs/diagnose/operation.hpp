// A Journal tells of one operation in up to five changes; an Operation puts them together again, and tells them as
// beats that can be shown one after the other:
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
    CopyId,    // the 8-byte handle, and the index that says where it is now
    CopyColumn,
    NewColumn,   // the value of what was added, or all values of what was created
    DropColumn,  // the value of what was removed, or all values of what was destroyed
    FillHole,    // the archetype's last row takes the place
    GiveBack,    // the chunk that became empty
    Shrink,      // the only block was larger than its rows need
};
struct Beat {
    BeatKind kind = BeatKind::Lift;
    ComponentId component = no_component;  // of the beats about one column
    std::uint32_t bytes = 0;               // copied
    Entity entity;                         // whose row it is: the filler's for FillHole, null for chunks
    Location from, to;                     // archetype no_archetype where it does not apply
};

struct Operation {
    std::uint64_t first = 0;  // number of its first change, counted from the first that the journal ever had
    std::vector<StructuralChange> changes;
    /// What it is about: the change that is Created, Destroyed or Moved; else the only one.
    const StructuralChange& main() const;
    std::uint64_t bytes_copied() const;
};

/// The operation that ends with this change; nothing when the journal does not hold it, when it may have begun before
/// the oldest change that is kept, or when `number` is in the middle of one.
std::optional<Operation> operation_ending_at(const Journal& journal, std::uint64_t number);
/// The last `count` whole operations, oldest first.
std::vector<Operation> last_operations(const Journal& journal, std::size_t count);
/// How many operations began with the changes from this number on that the journal holds.
std::uint64_t operations_since(const Journal& journal, std::uint64_t number);

/// The world knows the archetypes' columns, which never change.
std::vector<Beat> beats_of(const World& world, const Operation& operation);

}  // namespace ecs
