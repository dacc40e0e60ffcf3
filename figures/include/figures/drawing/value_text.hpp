// Values, entities and archetypes as one line of text for people: in tables of rows, tooltips, the journal, figures.
#pragma once

#include <string>
#include <string_view>

#include "ecs/types/component_type.hpp"
#include "ecs/world/world.hpp"

namespace figures {

/// `12.50`, `Circle`, `Player`, `#5AA9FF`, `1, 2, 3`. `data` points at the component (or enclosing struct), as Field
/// has it. Long arrays and strings are cut with "…". Entities are shown by name.
std::string field_text(const ecs::World& world, const ecs::Field& field, const void* data);
/// The same with its unit: `12.50 px/s`.
std::string field_text_with_unit(const ecs::World& world, const ecs::Field& field, const void* data);
/// All fields of a component: `12.50` when it has one, `x 12.50, y 3.00` when it has more. Tags give an empty text,
/// types without fields their size.
std::string component_text(const ecs::World& world, const ecs::ComponentType& type, const void* data);
/// The same without names and units, for columns: `12.50, 3.00`.
std::string component_values(const ecs::World& world, const ecs::ComponentType& type, const void* data);

/// `Position, Velocity`; `no components`.
std::string archetype_name(const ecs::Archetype& archetype);
/// Its last part: `Position` of `game::Position`.
std::string_view short_name(std::string_view qualified);
/// Any text on one line, as names are typed by people and read from files: control characters, marks that turn the
/// direction of writing, and bytes that are no UTF-8 are written out, as `\n` and `\xff`. Cut with "…" after so many
/// characters.
std::string one_line(std::string_view text, std::size_t max_characters = static_cast<std::size_t>(-1));
/// Its name on one line, or its id when it has none: what an entity is called where there is little room. Where two of
/// one name must be told apart, ecs::label_of() has both.
std::string name_or_id(const ecs::World& world, ecs::Entity entity);

}  // namespace figures
