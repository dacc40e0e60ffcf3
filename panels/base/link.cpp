#include "panels/base/link.hpp"

namespace panels {

namespace {
constexpr std::string_view link_start = "chunkscope:entity=";
}  // namespace

std::string link_to(ecs::Entity entity) { return std::string(link_start) + ecs::to_string(entity); }

std::optional<ecs::Entity> entity_of_link(std::string_view text) {
    if (!text.starts_with(link_start)) return std::nullopt;
    return ecs::parse_entity(text.substr(link_start.size()));
}

}  // namespace panels
