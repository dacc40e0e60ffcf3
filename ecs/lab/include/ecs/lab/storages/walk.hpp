// A Walk is one iteration over a storage that its own caller may change. The storage knows it while it lives and
// tells it of each change beforehand. A repaired storage then notes the entities still to visit. A faithful one
// refuses the change or stumbles over it, as its article does. A walk is not part of the storage's state.
#pragma once

#include <cstdint>
#include <vector>

#include "ecs/lab/storages/storage.hpp"

namespace ecs::lab {

class Walk {
public:
    /// `first` is the head of the storage's list of walks.
    Walk(Walk*& first, TypeIndex base, std::uint32_t types) : base_(base), types_(types), first_(first), next_(first) {
        first = this;
    }
    ~Walk() {
        Walk** link = &first_;
        while (*link != this) link = &(*link)->next_;
        *link = next_;
    }
    Walk(const Walk&) = delete;
    Walk& operator=(const Walk&) = delete;

    TypeIndex base() const { return base_; }
    /// Whether the walk reads the values of a type.
    bool covers(TypeIndex type) const { return (types_ >> type & 1) != 0; }
    /// The storage's next walk.
    Walk* next() const { return next_; }

    /// A container of the walk is about to change: addresses found before become invalid.
    bool stale = false;
    /// The base is about to change: from now on `rest` holds the entities to visit, instead of the rows after `at`.
    bool left = false;
    std::uint64_t at = 0;             // next position: in the base, or in `rest` after leaving the base
    std::uint64_t visited = 0;        // 002: handle of the entity that was visited when the base was left
    std::uint64_t expected = 0;       // length of the base when the walk began
    bool begun = false;               // `expected` is known
    std::vector<std::uint64_t> rest;  // keys, in the order of visiting

private:
    TypeIndex base_;
    std::uint32_t types_;  // bit i: type i
    Walk*& first_;
    Walk* next_;
};

/// The mask of types for a walk.
inline std::uint32_t types_of(std::span<const TypeIndex> join) {
    std::uint32_t types = 0;
    for (const TypeIndex type : join) types |= std::uint32_t{1} << type;
    return types;
}

/// The type of a join that is walked while the others are looked up: the first, or the one with the fewest owners.
template <class CountOwners>
TypeIndex base_of(std::span<const TypeIndex> join, StorageOptions::JoinBase which, const CountOwners& owners_of) {
    TypeIndex base = join[0];
    if (which == StorageOptions::JoinBase::Smallest)
        for (const TypeIndex type : join)
            if (owners_of(type) < owners_of(base)) base = type;
    return base;
}

/// Completes the walk with `row`, and tells the trace the current line of pseudo-code.
template <class Memory, class JoinRow>
void visit_rows(Memory& memory, JoinRow& row, const RowFunction& function) {
    memory.line(0);
    while (row.advance()) {
        memory.line(2);
        function(row);
        memory.line(0);
    }
}

}  // namespace ecs::lab
