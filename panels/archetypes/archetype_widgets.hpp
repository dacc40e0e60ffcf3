// The pieces that the panels about archetypes share: an archetype's name made of component marks, the list of its
// entities, and what is said of an entity while the mouse is over it.
#pragma once

#include <optional>

#include "panels/widgets/widgets.hpp"

namespace panels {

/// The archetype that panels about memory show: the one a person picked, else that of the selected entity.
std::optional<ecs::ArchetypeId> archetype_in_view(const Context& context);
/// Where the selected (or any other) entity is; nothing when it is gone.
std::optional<ecs::Location> location_if_alive(const ecs::World& world, ecs::Entity entity);

/// Marks and names of its components, as many as fit `width`, then marks alone, then "+3"; all of them on hover. Stands
/// in a line with buttons and boxes.
void archetype_label(const Context& context, const ecs::Archetype& archetype, float width);
/// The same without becoming an item: draws at `at` and returns the width used.
float draw_archetype_label(const Context& context, const ecs::Archetype& archetype, ImVec2 at, float width);
/// All components one below the other, with sizes: the content of a tooltip.
void archetype_tooltip(const Context& context, const ecs::Archetype& archetype);

/// Name, id and values of the entity: the content of a tooltip. Must be alive.
void entity_tooltip(const Context& context, ecs::Entity entity);
/// What a click on an entity does everywhere: selects it; with Ctrl adds it or takes it out.
void select_by_click(Selection& selection, ecs::Entity entity);

/// The entities of an archetype in the order of their rows. Costs what is visible.
class ArchetypeEntities {
public:
    void show(const Context& context, const ecs::Archetype& archetype, ImVec2 size);

private:
    std::size_t revision_seen_ = 0;
};

/// Begins a table like ImGui::BeginTable that keeps its width of `width_min` in less room, and is scrolled sideways
/// there.
inline constexpr float wide_table_padding = 6;  // at the sides of a cell, at scale 1
bool begin_wide_table(const char* id, const Style& style, int columns, ImGuiTableFlags flags, ImVec2 size,
                      float width_min);

/// Text flush right within the present table cell, drawn without becoming an item: what a cell of a row costs less by.
void draw_cell_number(const Style& style, std::string_view text, ImU32 color);

}  // namespace panels
