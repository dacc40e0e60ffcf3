// Widgets that the panels about archetypes share: an archetype's name made of component marks, the list of its
// entities, and the tooltip of an entity.
#pragma once

#include <optional>

#include "panels/widgets/widgets.hpp"

namespace panels {

/// The archetype that panels about memory show: the one a person picked, else that of the selected entity.
std::optional<ecs::ArchetypeId> archetype_in_view(const Context& context);
/// The place of an entity; nothing when the entity is gone.
std::optional<ecs::Location> location_if_alive(const ecs::World& world, ecs::Entity entity);

/// Marks and names of the components, as many as fit into `width`, then marks alone, then "+3"; the tooltip lists
/// all. It fits into a line with buttons and boxes.
void archetype_label(const Context& context, const ecs::Archetype& archetype, float width);
/// The same without becoming an item: draws at `at` and returns the width used.
float draw_archetype_label(const Context& context, const ecs::Archetype& archetype, ImVec2 at, float width);
/// The content of a tooltip: all components with their sizes, one per line.
void archetype_tooltip(const Context& context, const ecs::Archetype& archetype);

/// The content of a tooltip: name, id and values of the entity, which must be alive.
void entity_tooltip(const Context& context, ecs::Entity entity);
/// The effect of a click on an entity, in all panels: selects it; with Ctrl adds it to the selection or removes it.
void select_by_click(Selection& selection, ecs::Entity entity);

/// The entities of an archetype in order of their rows. The cost depends on the visible rows only.
class ArchetypeEntities {
public:
    void show(const Context& context, const ecs::Archetype& archetype, ImVec2 size);

private:
    std::size_t revision_seen_ = 0;
};

/// Begins a table as ImGui::BeginTable does. In less room than `width_min` the table keeps that width and scrolls
/// sideways.
/// there.
inline constexpr float wide_table_padding = 6;  // at the sides of a cell, at scale 1
bool begin_wide_table(const char* id, const Style& style, int columns, ImGuiTableFlags flags, ImVec2 size,
                      float width_min);

/// Draws text flush right within the present table cell. Cheaper than an item.
void draw_cell_number(const Style& style, std::string_view text, ImU32 color);

}  // namespace panels
