#include "files/world_file/entity_text.hpp"

#include <string_view>

#include "files/world_file/entity_lines.hpp"

namespace files {

std::string entity_text(const ecs::World& world, ecs::Entity entity) {
    std::string text;
    EntityLines lines(world, {}, [&](std::string_view part) { text += part; });
    lines.write(entity);
    lines.finish();
    return text;
}

}  // namespace files
