// The menu of entities.
#include <string>
#include <utility>

#include "ecs/language/written_names.hpp"
#include "panels/base/language.hpp"
#include "panels/base/link.hpp"
#include "panels/inspector/entity_edits.hpp"
#include "panels/inspector/many_edits.hpp"
#include "panels/menus/copied_text.hpp"
#include "panels/menus/cpp_text.hpp"
#include "panels/menus/entity_clipboard.hpp"
#include "panels/menus/menu_of.hpp"
#include "panels/menus/pasted.hpp"
#include "panels/menus/prefab_menus.hpp"
#include "panels/stops/break_item.hpp"
#include "panels/stops/debugger.hpp"
#include "panels/why/system_match.hpp"
#include "panels/widgets/widgets.hpp"

namespace panels {

namespace {

using Entities = std::vector<ecs::Entity>;

/// For the right column of a menu.
std::string shortened_reason(const std::string& reason) {
    constexpr std::size_t most = 40;
    return one_line(reason, most);
}

/// "Copy as" of the entities that are meant.
MenuItem copy_menu_of_entities(const MenuSource& source, ecs::Entity entity, const std::string& gone) {
    const ecs::World& world = source.context.world;
    // One a line.
    const auto each = [](auto text) -> TextOfEntities {
        return [text](const ecs::World& now, std::span<const ecs::Entity> entities, ecs::Progress* progress) {
            std::string all;
            for (std::size_t i = 0; i < entities.size(); ++i) {
                if (progress != nullptr && progress->cancelled()) break;
                if (i > 0) all += '\n';
                all += text(now, entities[i]);
                if (progress != nullptr) progress->advance_to(i);
            }
            return ecs::Result<std::string>(std::move(all));
        };
    };
    const TextOfEntities json = [](const ecs::World& now, std::span<const ecs::Entity> entities,
                                   ecs::Progress* progress) { return json_of_entities(now, entities, progress); };
    const TextOfEntities cpp = [](const ecs::World& now, std::span<const ecs::Entity> entities,
                                  ecs::Progress* progress) {
        return ecs::Result<std::string>(cpp_of_entities(now, entities, progress));
    };
    std::string why_no_json = gone;
    if (gone.empty()) {
        const auto text = json_of_entities(world, {&entity, 1});
        if (!text) why_no_json = text.error();
    }
    const std::string why_no_name = gone.empty() && world.name(entity).empty() ? tr("It has no name") : gone;
    std::vector<MenuItem> items;
    const auto add = [&](const char* label, const TextOfEntities& text, const std::string& why_not = {}) {
        items.push_back(copy_entities_item(label, entity, text, why_not));
    };
    add(tr("Name"), each([](const ecs::World& now, ecs::Entity one) {
            return now.alive(one) ? std::string(now.name(one)) : std::string();
        }),
        why_no_name);
    add(tr("Id"), each([](const ecs::World&, ecs::Entity one) { return ecs::to_string(one); }));
    add(tr("JSON"), json, why_no_json);
    items.back().hint = tr("As a world file has it");
    add("C++", cpp, gone);
    items.back().hint = tr("Code that creates it");
    items.push_back(copy_item(
        tr("Query"),
        [entity](const Context& now) { return query_of_archetype(now.world, now.world.archetype_of(entity)); }, gone));
    items.back().hint = tr("For the filter of Entities: all entities with the same components");
    add(tr("Link"), each([](const ecs::World&, ecs::Entity one) { return link_to(one); }));
    items.back().hint = tr("For the filter of Entities and the command palette");
    return copy_menu(std::move(items));
}

MenuItem remove_menu(const MenuSource& source, ecs::Entity entity, const std::string& gone) {
    MenuItem menu{.label = tr(remove_component_label), .icon = Icon::Minus, .why_not = gone};
    if (!gone.empty()) return menu;
    for (const ecs::ComponentType* type : source.context.world.archetype_of(entity).types())
        menu.items.push_back({.label = std::string(short_name(type->name)),
                              .icon = type->is_tag() ? Icon::Tag : Icon::Square,
                              .why_not = why_not_change(source.context, entity, *type, WantedChange::Kind::Remove),
                              .run = [entity, component = type->id](const Context& now) {
                                  request_remove(now, entities_meant(now.selection, entity), component);
                              }});
    if (menu.items.empty()) menu.why_not = tr("It has no components");
    return menu;
}

MenuItem paste_item(const MenuSource& source, ecs::Entity entity, const std::string& gone) {
    const auto pasted = pasted_components(source.context.world, source.clipboard);
    MenuItem item{.label = tr("Paste components"),
                  .why_not = gone.empty() ? pasted.error() : gone,
                  .wanted = {WantedChange::Kind::Set, entity}};
    if (!item.why_not.empty()) return item;
    for (const ecs::Value& value : *pasted)
        item.hint += (item.hint.empty() ? "" : ", ") + std::string(short_name(value.type().name));
    item.run = [entity, values = *pasted](const Context& now) {
        request_set_all(now, entities_meant(now.selection, entity), values);
    };
    return item;
}

MenuItem paste_below_item(const MenuSource& source, ecs::Entity entity, const std::string& gone) {
    MenuItem item{.label = tr("Paste below it"),
                  .why_not = gone.empty() ? pasted_entities(source.context.world, source.clipboard).error() : gone,
                  .wanted = {WantedChange::Kind::Create}};
    item.run = [entity, text = std::string(source.clipboard)](const Context& now) {
        paste_entities(now, text, entity);
    };
    return item;
}

/// Every system, with why it does not visit the entity.
MenuItem why_menu(const Context& context, ecs::Entity entity, const std::string& gone) {
    MenuItem menu{.label = tr("Why isn't this in…"), .icon = Icon::System, .why_not = gone};
    if (!gone.empty()) return menu;
    for (const ecs::System* system : context.schedule.systems()) {
        const std::string& name = system->description.name;
        const SystemVerdict found = why_of_system(context.world, system->description, entity);
        MenuItem item{.label = name, .icon = Icon::System, .run = [entity, name](const Context& now) {
                          if (now.world.alive(entity)) request_why(now, entity, name);
                      }};
        if (found.matched == Matched::Yes) {
            item.checked = true;
            item.hint = tr("It visits this entity");
        } else if (found.matched == Matched::No) {
            item.keys = shortened_reason(found.verdict.nearest_miss);
            item.hint = found.verdict.nearest_miss;
        } else {
            item.keys = tr("not known");
            item.hint = words_for_not_told(context.world, system->description);
        }
        menu.items.push_back(std::move(item));
    }
    if (menu.items.empty()) menu.why_not = tr("This world has no systems");
    return menu;
}

std::string why_not_to_top(const Context& context, const Entities& meant) {
    // Of many, each time the menu is drawn would be too often.
    constexpr std::size_t asked_max = 1000;
    return meant.size() > asked_max ? std::string() : why_not_move(context, meant, ecs::null_entity);
}

}  // namespace

std::vector<MenuItem> menu_of_entity(const MenuSource& source, ecs::Entity entity) {
    const Context& context = source.context;
    const std::string gone = why_gone(context, entity);
    const bool selected = context.selection.has(entity);
    const Entities meant = entities_meant(context.selection, entity);
    // Keys do it to what is selected.
    const auto key_of = [&](std::string_view action) { return selected ? action : std::string_view(); };
    std::vector<MenuItem> items;
    if (!selected)
        items.push_back(
            {.label = tr("Select"), .icon = Icon::Select, .why_not = gone, .run = [entity](const Context& now) {
                 now.selection.select(entity);
             }});
    items.push_back({.label = tr("Rename"),
                     .action = key_of("edit.rename"),
                     .why_not = gone,
                     .wanted = {WantedChange::Kind::Rename, entity},
                     .opens = MenuItem::Opens::NameField,
                     .opens_for = entity});
    items.push_back(
        {.label = tr("Duplicate"),
         .action = key_of("edit.duplicate"),
         .why_not = gone,
         .wanted = {WantedChange::Kind::Create},
         .run = [entity](const Context& now) { request_duplicate(now, entities_meant(now.selection, entity)); }});
    std::vector<MenuItem> clipboard;
    clipboard.push_back(
        {.label = tr("Cut"),
         .action = key_of("edit.cut"),
         .why_not = gone,
         .wanted = {WantedChange::Kind::Destroy, entity},
         .run = [entity](const Context& now) { cut_entities(entities_meant(now.selection, entity), now); }});
    clipboard.push_back(
        {.label = tr("Copy"), .action = key_of("edit.copy"), .why_not = gone, .run = [entity](const Context& now) {
             copy_entities(entities_meant(now.selection, entity), now);
         }});
    clipboard.push_back(paste_below_item(source, entity, gone));
    clipboard.push_back(paste_item(source, entity, gone));
    items.push_back({.label = tr("Clipboard"), .why_not = gone, .items = std::move(clipboard)});
    items.push_back({.label = tr("Create child"),
                     .icon = Icon::Plus,
                     .why_not = gone,
                     .wanted = {WantedChange::Kind::Create},
                     .run = [entity](const Context& now) { request_create(now, entity); }});
    items.push_back({.label = tr("Move out of its parent"),
                     .why_not = either(gone, gone.empty() ? why_not_to_top(context, meant) : ""),
                     .wanted = {WantedChange::Kind::Move, entity},
                     .run = [entity](const Context& now) {
                         request_move(now, entities_meant(now.selection, entity), ecs::null_entity);
                     }});
    items.push_back({.label = tr("Frame in the scene"),
                     .action = key_of("view.frame_selection"),
                     .icon = Icon::Maximize,
                     .why_not = why_not_frame(context, entity),
                     .begins_group = true,
                     .run = [entity](const Context& now) { now.requests.push_back(FrameEntityRequest{entity}); }});
    if (context.viewport != nullptr && context.viewport->fields.placed()) {
        const SceneMarks& marks = context.viewport->marks;
        items.push_back({.label = tr("Hide in the scene"),
                         .action = key_of("edit.hide"),
                         .icon = Icon::Eye,
                         .why_not = gone,
                         .checked = marks.hidden(entity),
                         .run = [entity](const Context& now) {
                             SceneMarks& its = now.viewport->marks;
                             its.set_hidden(entities_meant(now.selection, entity), !its.hidden(entity));
                         }});
        items.push_back({.label = tr("Lock in the scene"),
                         .action = key_of("edit.lock"),
                         .icon = Icon::Lock,
                         .why_not = gone,
                         .checked = marks.locked(entity),
                         .run = [entity](const Context& now) {
                             SceneMarks& its = now.viewport->marks;
                             its.set_locked(entities_meant(now.selection, entity), !its.locked(entity));
                         }});
    }
    items.push_back({.label = tr("Show in Entities"),
                     .icon = Icon::Reference,
                     .why_not = gone,
                     .run = [entity](const Context& now) {
                         now.selection.select(entity);
                         now.requests.push_back(ShowPanelRequest{"entities"});
                     }});
    items.push_back(archetype_item(gone.empty() ? context.world.location(entity).archetype : ecs::no_archetype, gone));
    items.push_back(bytes_item(context, entity));
    items.push_back(why_menu(context, entity, gone));
    items.push_back(prefab_menu_of(context, entity, gone));
    items.push_back({.label = tr("Add component…"),
                     .icon = Icon::Plus,
                     .why_not = gone,
                     .wanted = {WantedChange::Kind::Add},
                     .begins_group = true,
                     .opens = MenuItem::Opens::ComponentList,
                     .opens_for = entity});
    items.push_back(remove_menu(source, entity, gone));
    if (context.debugger != nullptr)
        items.push_back(break_item(tr("Break when it is destroyed"), text_for_destroyed(entity), gone));
    items.push_back(copy_menu_of_entities(source, entity, gone));
    items.back().begins_group = true;
    items.push_back(
        {.label = tr("Destroy"),
         .action = key_of("edit.destroy"),
         .icon = Icon::Close,
         .why_not = gone,
         .wanted = {WantedChange::Kind::Destroy, entity},
         .begins_group = true,
         .run = [entity](const Context& now) { request_destroy(now, entities_meant(now.selection, entity)); }});
    return items;
}

}  // namespace panels
