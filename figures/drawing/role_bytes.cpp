#include "figures/drawing/role_bytes.hpp"

#include <numeric>

namespace figures {

std::uint64_t RoleBytes::total() const { return std::accumulate(of_role.begin(), of_role.end(), std::uint64_t{0}); }

std::uint64_t RoleBytes::used() const {
    return (*this)[ecs::ByteRole::Header] + (*this)[ecs::ByteRole::Entity] + (*this)[ecs::ByteRole::Field];
}

RoleBytes& RoleBytes::operator+=(const RoleBytes& other) {
    for (std::size_t role = 0; role < of_role.size(); ++role) of_role[role] += other.of_role[role];
    return *this;
}

RoleBytes role_bytes(const ecs::Archetype& archetype, std::size_t chunk_position) {
    RoleBytes bytes;
    for (const ecs::ByteSpan& span : ecs::describe(archetype, chunk_position))
        bytes.of_role[static_cast<std::size_t>(span.role)] += span.size;
    return bytes;
}

RoleBytes role_bytes(const ecs::Archetype& archetype) {
    const std::size_t chunks = archetype.chunk_count();
    if (chunks == 0) return {};
    RoleBytes bytes = role_bytes(archetype, chunks - 1);
    if (chunks == 1) return bytes;
    const RoleBytes full = role_bytes(archetype, 0);
    for (std::size_t role = 0; role < full.of_role.size(); ++role)
        bytes.of_role[role] += full.of_role[role] * (chunks - 1);
    return bytes;
}

}  // namespace figures
