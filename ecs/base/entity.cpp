#include "ecs/base/entity.hpp"

#include <charconv>

namespace ecs {

std::string to_string(Entity entity) {
    if (!entity) return "none";
    return std::to_string(entity.index) + 'v' + std::to_string(entity.generation);
}

std::optional<Entity> parse_entity(std::string_view text) {
    Entity entity;
    const char* const end = text.data() + text.size();
    const auto index = std::from_chars(text.data(), end, entity.index);
    if (index.ec != std::errc{} || index.ptr == end || *index.ptr != 'v') return std::nullopt;
    const auto generation = std::from_chars(index.ptr + 1, end, entity.generation);
    if (generation.ec != std::errc{} || generation.ptr != end) return std::nullopt;
    if (entity.index == 0 || entity.generation == 0) return std::nullopt;
    // "01v1" and "1v1" must not both be ids, or a file could name one entity in two ways.
    if (to_string(entity) != text) return std::nullopt;
    return entity;
}

}  // namespace ecs
