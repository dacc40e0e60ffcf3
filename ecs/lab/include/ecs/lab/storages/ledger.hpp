// The byte ledger: which role each byte of an arena has, as the storage itself describes it (Storage::describe). Every
// byte of every block has exactly one role, so the roles of the heap add up to what was allocated.
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
    Payload,     // values of components that an entity has, padding inside of them included
    EntityId,    // whose value or row it is
    Index,       // hash slots, sparse positions, location tables; their spare capacity, too
    Generation,  // how often an index was given out
    OptionTag,   // whether a value is there, with the padding that it costs
    Pointer,     // addresses of other blocks
    Header,      // of chunks, of objects, heads of containers
    FreeList,    // what may be used again
    Flag,        // deleted or not, borrowed or not
    Padding,     // between columns, and behind what a block was asked for
    Hole,        // values that no entity has any more, or never had, between values that are in use
    Spare,       // room for values that are yet to come
};
inline constexpr std::size_t role_count = 12;
/// `payload`, `entity id`, `index`, `generation`, `option tag`, `pointer`, `header`, `free list`, `flag`, `padding`,
/// `hole`, `spare`
std::string_view name_of(Role role);

/// What the role is summed up as on the compare board.
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
    std::int32_t type = -1;    // TypeIndex of the value; -1 where it does not apply
    std::int64_t slot = -1;    // row, slot or position within the block; -1 where it does not apply
    std::uint64_t handle = 0;  // bits of the Handle of the entity; 0 where it does not apply or is not known

    Address end() const { return at + bytes; }
    friend bool operator==(const Span&, const Span&) = default;
};
using SpanFunction = std::function<void(const Span&)>;

/// Bytes of the heap by what they are for. payload + index + holes + spare + padding == allocated.
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

/// All spans in the order of their addresses, blocks of Place::Program included.
std::vector<Span> spans_of(const Storage& storage);

/// Empty when the spans tile every block of the arena without gap or overlap; otherwise the first fault as a sentence.
std::string fault_of(const Storage& storage, const Arena& arena);

}  // namespace ecs::lab
