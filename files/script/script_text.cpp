#include "files/script/script_text.hpp"

#include "files/json/json_fields.hpp"
#include "files/json/json_text.hpp"

namespace files {

std::string open_edit(std::string_view verb, ecs::Entity entity) {
    std::string line = "{ ";
    append_string(line, verb);
    line += ": ";
    append_entity(line, entity);
    return line;
}

std::string open_edit(std::string_view verb, std::string_view name) {
    std::string line = "{ ";
    append_string(line, verb);
    line += ": ";
    append_string(line, name);
    return line;
}

void append_member(std::string& line, std::string_view name) {
    line += ", ";
    append_string(line, name);
    line += ": ";
}

void append_components(std::string& line, const ecs::World& world, std::span<const ecs::ComponentId> components) {
    line += "[";
    for (std::size_t i = 0; i < components.size(); ++i) {
        if (i > 0) line += ", ";
        append_string(line, world.types()[components[i]].name);
    }
    line += "]";
}

}  // namespace files
