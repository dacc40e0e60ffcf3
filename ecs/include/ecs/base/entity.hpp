// An Entity is a 64-bit handle: a slot of the entity index (32 bits) and the generation of that slot (32 bits). Slot
// 0 and generation 0 are never handed out, so an Entity of zeros means "none". The handle of a destroyed entity never
// refers to the next entity in the same slot, because the generations differ.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace ecs {

struct Entity {
    std::uint32_t index = 0;
    std::uint32_t generation = 0;

    constexpr explicit operator bool() const { return generation != 0; }
    constexpr std::uint64_t bits() const { return std::uint64_t{generation} << 32 | index; }
    friend constexpr auto operator<=>(const Entity&, const Entity&) = default;
};

inline constexpr Entity null_entity{};

/// The inverse of Entity::bits().
constexpr Entity entity_of_bits(std::uint64_t bits) {
    return {static_cast<std::uint32_t>(bits), static_cast<std::uint32_t>(bits >> 32)};
}

/// The readable form: `12v3` is slot 12, generation 3. The null handle is `none`.
std::string to_string(Entity entity);

/// The inverse of to_string. Returns nothing when `text` is not an id, or names slot 0 or generation 0.
std::optional<Entity> parse_entity(std::string_view text);

}  // namespace ecs

template <>
struct std::hash<ecs::Entity> {
    std::size_t operator()(ecs::Entity entity) const noexcept { return std::hash<std::uint64_t>{}(entity.bits()); }
};
