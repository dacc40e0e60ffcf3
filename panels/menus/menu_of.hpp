// The menus of all things that can be pointed at, as values: what can be done, with its key, or why it cannot be done.
// One file for each group of things. Nothing here draws, so tests read the menus.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "panels/base/pointed_at.hpp"

namespace panels {

/// What a menu is made from.
struct MenuSource {
    const Context& context;
    std::string_view clipboard;  // when the menu was opened
};

struct MenuTitle {
    std::string name;       // "Player", "Position.x of Player"
    std::string more = {};  // "and 6 more"
};
MenuTitle title_of(const Context& context, const PointedAt& at);
std::vector<MenuItem> menu_of(const MenuSource& source, const PointedAt& at);

/// The entities that a menu of one of them is about: all that are selected, if it is one of them.
std::vector<ecs::Entity> entities_meant(const Selection& selection, ecs::Entity entity);

std::vector<MenuItem> menu_of_entity(const MenuSource& source, ecs::Entity entity);
std::vector<MenuItem> menu_of_component(const MenuSource& source, const ComponentAt& at);
std::vector<MenuItem> menu_of_field(const MenuSource& source, const FieldAt& at);
std::vector<MenuItem> menu_of_archetype(const MenuSource& source, const ArchetypeAt& at);
std::vector<MenuItem> menu_of_chunk(const MenuSource& source, const ChunkAt& at);
std::vector<MenuItem> menu_of_row(const MenuSource& source, const RowAt& at);
std::vector<MenuItem> menu_of_byte(const MenuSource& source, const ByteAt& at);
std::vector<MenuItem> menu_of_system(const MenuSource& source, const SystemAt& at);
std::vector<MenuItem> menu_of_step(const MenuSource& source, const StepAt& at);

// What several of them have

/// "Copy as", with the items that the functions make when they are chosen.
MenuItem copy_menu(std::vector<MenuItem> items);
/// Puts the text into the clipboard.
MenuItem copy_item(std::string label, std::function<std::string(const Context&)> text, std::string why_not = {});
/// The text about entities. `progress` is null, or has their number as its total; once it is cancelled, the text is
/// dropped.
using TextOfEntities =
    std::function<ecs::Result<std::string>(const ecs::World&, std::span<const ecs::Entity>, ecs::Progress* progress)>;
/// Puts the text about the entity, or about all that are selected with it, into the clipboard; of many as a job.
MenuItem copy_entities_item(std::string label, ecs::Entity entity, TextOfEntities text, std::string why_not = {});
/// Selects the entity and shows its row in the Chunks panel.
MenuItem bytes_item(const Context& context, ecs::Entity entity, std::string why_not = {});
/// Shows the archetype in the Archetypes panel.
MenuItem archetype_item(ecs::ArchetypeId archetype, std::string why_not = {});
/// "Select the 12 entities with Position"
MenuItem select_all_item(const Context& context, ecs::ComponentId component);
/// Shows the Query panel with this query; empty: there is nothing to ask for.
MenuItem query_item(std::string query);
/// The first reason that there is.
inline std::string either(std::string first, const std::string& second) { return first.empty() ? second : first; }
/// Goes to where the value was written last.
MenuItem run_back_item(const Context& context, const FieldAt& at, std::string why_not = {});
/// Why nothing can be done with an entity; empty when it is alive.
std::string why_gone(const Context& context, ecs::Entity entity);

}  // namespace panels
