// How many bytes of a chunk, or of all chunks of an archetype, are header, ids, fields, padding and unused. They are
// sums of what ecs::describe says.
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
/// Of all its chunks. It describes two of them only: all but the last are full and alike.
RoleBytes role_bytes(const ecs::Archetype& archetype);

}  // namespace figures
