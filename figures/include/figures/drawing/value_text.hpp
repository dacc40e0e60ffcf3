// Formats values, entities and archetypes as one line of text for people: in tables of rows, tooltips, the journal,
// figures.
#pragma once

#include <string>
#include <string_view>

#include "ecs/types/component_type.hpp"
#include "ecs/world/world.hpp"

namespace figures {

/// `12.50`, `Circle`, `Player`, `#5AA9FF`, `1, 2, 3`. `data` points at the component (or enclosing struct), as in
/// Field. Long arrays and strings are cut with "…". Entities appear by name.
std::string field_text(const ecs::World& world, const ecs::Field& field, const void* data);
/// The same with its unit: `12.50 px/s`.
std::string field_text_with_unit(const ecs::World& world, const ecs::Field& field, const void* data);
/// All fields of a component: `12.50` for one field, `x 12.50, y 3.00` for more. Tags give an empty text, types
/// without fields their size.
std::string component_text(const ecs::World& world, const ecs::ComponentType& type, const void* data);
/// The same without names and units, for columns: `12.50, 3.00`.
std::string component_values(const ecs::World& world, const ecs::ComponentType& type, const void* data);

/// `Position, Velocity`; `no components`.
std::string archetype_name(const ecs::Archetype& archetype);
/// The last part of a qualified name: `Position` of `game::Position`.
std::string_view short_name(std::string_view qualified);
/// Any text on one line, for names from people and files. Control characters, marks that change the writing
/// direction, and bytes that are not UTF-8 are written out, as `\n` and `\xff`. Cut with "…" after `max_characters`.
std::string one_line(std::string_view text, std::size_t max_characters = static_cast<std::size_t>(-1));
/// `#12`: an id for lists and labels, where entities are alive. One entity at a time has an index, so the generation
/// tells nothing there; tooltips, files and tables of what is gone have it: `12v3`.
std::string short_id(ecs::Entity entity);
/// The entity's name on one line, or its short id without a name, or its whole id when it is gone: for little room.
/// To distinguish entities of the same name, use ecs::label_of(), which has both.
std::string name_or_id(const ecs::World& world, ecs::Entity entity);

}  // namespace figures
