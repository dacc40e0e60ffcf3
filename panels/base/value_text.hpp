// Formats component values as one line of text for people, as figures do, laid out for the screen.
#pragma once

#include "figures/drawing/value_text.hpp"
#include "panels/base/script_layout.hpp"

namespace panels {

using figures::archetype_name;

inline std::string field_text(const ecs::World& world, const ecs::Field& field, const void* data) {
    return laid_out(figures::field_text(world, field, data));
}
inline std::string field_text_with_unit(const ecs::World& world, const ecs::Field& field, const void* data) {
    return laid_out(figures::field_text_with_unit(world, field, data));
}
inline std::string component_text(const ecs::World& world, const ecs::ComponentType& type, const void* data) {
    return laid_out(figures::component_text(world, type, data));
}
inline std::string component_values(const ecs::World& world, const ecs::ComponentType& type, const void* data) {
    return laid_out(figures::component_values(world, type, data));
}

}  // namespace panels
