// Sums of bytes by role for a chunk, or for all chunks of an archetype: header, ids, fields, padding and unused, from
// ecs::describe.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "ecs/diagnose/describe.hpp"

namespace figures {

struct RoleBytes {
    std::array<std::uint64_t, 5> of_role{};

    std::uint64_t operator[](ecs::ByteRole role) const { return of_role[static_cast<std::size_t>(role)]; }
    std::uint64_t total() const;
    /// Headers, ids and fields.
    std::uint64_t used() const;
    RoleBytes& operator+=(const RoleBytes& other);
};

RoleBytes role_bytes(const ecs::Archetype& archetype, std::size_t chunk_position);
/// For all chunks of the archetype. Reads two of them, because all but the last are full and alike.
RoleBytes role_bytes(const ecs::Archetype& archetype);

}  // namespace figures
