// The byte ledger gives the role of each byte of an arena, as the storage itself describes it (Storage::describe).
// Every byte of every block has exactly one role, so the roles of the heap add up to the allocated bytes.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "ecs/lab/memory/arena.hpp"

namespace ecs::lab {

class Storage;

enum class Role : std::uint8_t {
    Payload,     // values of components that an entity has, with their inner padding
    EntityId,    // owner of a value or row
    Index,       // hash slots, sparse positions, location tables, with their spare capacity
    Generation,  // how often an index was issued
    OptionTag,   // whether a value exists, with the padding that the tag costs
    Pointer,     // addresses of other blocks
    Header,      // of chunks, of objects, heads of containers
    FreeList,    // indices or slots that can be reused
    Flag,        // deleted or not, borrowed or not
    Padding,     // between columns, and behind the requested bytes of a block
    Hole,        // values that no entity has (any more), between values in use
    Spare,       // room for future values
};
inline constexpr std::size_t role_count = 12;
/// `payload`, `entity id`, `index`, `generation`, `option tag`, `pointer`, `header`, `free list`, `flag`, `padding`,
/// `hole`, `spare`
std::string_view name_of(Role role);

/// The groups of roles on the compare board.
enum class RoleGroup : std::uint8_t { Payload, Index, Holes, Spare, Padding };
inline constexpr std::array role_groups{RoleGroup::Payload, RoleGroup::Index, RoleGroup::Holes, RoleGroup::Spare,
                                        RoleGroup::Padding};
/// `payload`, `index`, `holes`, `spare`, `padding`
std::string_view name_of(RoleGroup group);
RoleGroup group_of(Role role);

struct Span {
    Address at = 0;
    std::uint64_t bytes = 0;  // more than 0
    Role role = Role::Spare;
    std::int32_t type = -1;    // TypeIndex of the value; -1 if none
    std::int64_t slot = -1;    // row, slot or position within the block; -1 if none
    std::uint64_t handle = 0;  // bits of the entity's Handle; 0 if none or unknown

    Address end() const { return at + bytes; }
    friend bool operator==(const Span&, const Span&) = default;
};
using SpanFunction = std::function<void(const Span&)>;

/// Bytes of the heap by purpose. payload + index + holes + spare + padding == allocated.
struct Account {
    std::uint64_t allocated = 0, payload = 0, index = 0, holes = 0, spare = 0, padding = 0;
    std::array<std::uint64_t, role_count> by_role{};
    std::uint64_t blocks = 0;

    std::uint64_t operator[](RoleGroup group) const;
    /// Share of the allocated bytes that are payload; 0 when nothing is allocated.
    double utilisation() const {
        return allocated == 0 ? 0 : static_cast<double>(payload) / static_cast<double>(allocated);
    }
    friend bool operator==(const Account&, const Account&) = default;
};
Account account_of(const Storage& storage, const Arena& arena);

/// All spans in order of address, with blocks of BlockKind::Program.
std::vector<Span> spans_of(const Storage& storage);

/// Empty when the spans cover every block of the arena without gap or overlap; otherwise the first fault, as a
/// sentence.
std::string fault_of(const Storage& storage, const Arena& arena);

}  // namespace ecs::lab
