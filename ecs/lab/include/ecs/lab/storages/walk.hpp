// One iteration over a storage that may be changed by the one who iterates. It is known to its storage while it lives,
// so that a change can be told to it before it happens: a repaired storage then notes whom the walk has yet to visit, a
// faithful one refuses the change or trips over it, as its article does. A walk is no part of the storage's state.
#pragma once

#include <cstdint>
#include <vector>

#include "ecs/lab/storages/storage.hpp"

namespace ecs::lab {

class Walk {
public:
    /// `first` is the storage's list of walks.
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
    /// Whether it reads the values of a type.
    bool covers(TypeIndex type) const { return (types_ >> type & 1) != 0; }
    /// The storage's next walk.
    Walk* next() const { return next_; }

    /// A container that it covers is about to change: addresses found before are no longer good.
    bool stale = false;
    /// The base is about to change: from here on those to visit are `rest`, not what follows `at`.
    bool left = false;
    std::uint64_t at = 0;             // position that is looked at next: in the base, or in `rest` once it was left
    std::uint64_t visited = 0;        // 002: handle of whom it was at when the base was left
    std::uint64_t expected = 0;       // length of the base when the walk began
    bool begun = false;               // `expected` is known
    std::vector<std::uint64_t> rest;  // keys, in the order in which they would have been visited

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

/// The type of a join that is walked, where the others are looked for: the first, or the one with the fewest owners.
template <class CountOwners>
TypeIndex base_of(std::span<const TypeIndex> join, StorageOptions::JoinBase which, const CountOwners& owners_of) {
    TypeIndex base = join[0];
    if (which == StorageOptions::JoinBase::Smallest)
        for (const TypeIndex type : join)
            if (owners_of(type) < owners_of(base)) base = type;
    return base;
}

/// Goes on with `row` to its end, and tells the trace on which line of the pseudo-code it is.
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
