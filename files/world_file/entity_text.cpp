#include "files/world_file/entity_text.hpp"

#include <string_view>
#include <utility>

#include "files/world_file/entity_lines.hpp"

namespace files {

std::string entity_text(const ecs::World& world, ecs::Entity entity) {
    return entities_text(world, {&entity, 1}, nullptr);
}

std::string entities_text(const ecs::World& world, std::span<const ecs::Entity> entities, ecs::Progress* progress) {
    constexpr std::size_t entities_a_look = 1024;
    std::string text;
    EntityLines lines(world, {}, [&](std::string_view part) { text += part; });
    bool first = true;
    for (std::size_t i = 0; i < entities.size(); ++i) {
        if (progress != nullptr && i % entities_a_look == 0) {
            if (progress->cancelled()) break;
            progress->advance_to(i);
        }
        if (!world.alive(entities[i])) continue;
        if (!std::exchange(first, false)) lines.write(std::string_view(",\n"));
        lines.write(entities[i]);
    }
    lines.finish();
    return text;
}

}  // namespace files
