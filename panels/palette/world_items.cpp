#include "panels/palette/world_items.hpp"

#include <algorithm>
#include <map>
#include <optional>

#include "panels/base/format.hpp"
#include "panels/base/language.hpp"
#include "panels/inspector/entity_edits.hpp"
#include "panels/prefab/prefab_requests.hpp"
#include "panels/texts/manual_text.hpp"
#include "panels/widgets/widgets.hpp"

namespace panels {

namespace {

constexpr const char* places_group = tr_later("Panels and workspaces");

EditRequest toggle(const std::string& system, bool enable) {
    return {.label = enable ? phrase("Switch {} on", system) : phrase("Switch {} off", system),
            .edits = {ecs::ToggleSystem{system, enable}}};
}

/// The archetype with the most entities that have the component.
std::optional<ecs::ArchetypeId> fullest_with(const ecs::World& world, ecs::ComponentId component) {
    std::optional<ecs::ArchetypeId> best;
    for (ecs::ArchetypeId id = 0; id < world.archetype_count(); ++id) {
        const ecs::Archetype& archetype = world.archetype(id);
        if (!archetype.has(component)) continue;
        if (!best || archetype.entity_count() > world.archetype(*best).entity_count()) best = id;
    }
    return best;
}

std::size_t entities_with(const ecs::World& world, ecs::ComponentId component) {
    std::size_t count = 0;
    for (ecs::ArchetypeId id = 0; id < world.archetype_count(); ++id)
        if (world.archetype(id).has(component)) count += world.archetype(id).entity_count();
    return count;
}

constexpr MenuKind menu_kinds[] = {
    {tr_later("File"), tr_later("Files and worlds"), Icon::Bytes},
    {tr_later("Edit"), tr_later("Commands"), Icon::Undo},
    {tr_later("Run"), tr_later("Commands"), Icon::Play},
    {tr_later("View"), tr_later("Settings"), Icon::Eye},
    {tr_later("Workspace"), places_group, Icon::Square},
    {tr_later("Panels"), places_group, Icon::Square},
    {tr_later("Help"), tr_later("Help"), Icon::Hint},
    {tr_later("World"), tr_later("Files and worlds"), Icon::Circle},
};

/// What is done with prefabs, and a command for each of them.
void add_prefab_items(std::vector<PaletteItem>& items, const Context& context) {
    const ecs::World& world = context.world;
    const ecs::Prefabs prefabs(world);
    const ecs::Entity selected = context.selection.entity();
    const ecs::Entity instance = world.alive(selected) ? prefabs.instance_of(selected) : ecs::null_entity;
    const std::string nobody = world.alive(selected) ? "" : tr("No entity is selected");
    const auto found = instance ? ecs::overrides(world, instance, placing_of(world)) : std::vector<ecs::Override>();
    const std::string no_instance = !nobody.empty() ? nobody : instance ? "" : tr("It is no instance of a prefab");
    const std::string same = no_instance.empty() && found.empty() ? tr("Nothing differs from the prefab") : no_instance;
    const auto add = [&](std::string id, std::string label, std::string hint, Icon icon, std::string why_not,
                         std::function<void()> run) {
        items.push_back({.id = std::move(id),
                         .group = tr_later("Commands"),
                         .label = std::move(label),
                         .hint = std::move(hint),
                         .icon = icon,
                         .why_not = std::move(why_not),
                         .run = std::move(run)});
    };
    add("make prefab", tr("Make a prefab"), tr("the selected entity becomes its first instance"), Icon::Prefab,
        nobody.empty() ? ecs::why_not_make_prefab(world, selected) : nobody,
        [context, selected] { request_make_prefab(context, selected); });
    add("revert all overrides", tr("Revert all overrides"), tr("the instance becomes as its prefab is"), Icon::Revert,
        same, [context, found] { request_revert(context, found); });
    add("apply all overrides", tr("Apply all overrides"), tr("the prefab becomes as the instance is"), Icon::Prefab,
        same.empty() ? why_not_apply(world, found) : same, [context, found] { request_apply(context, found); });
    add("unpack instance", tr("Unpack the instance"), tr("it does not follow the prefab any more"), Icon::Prefab,
        no_instance, [context, instance] { request_unpack(context, instance); });
    add("close prefab", tr("Back from the prefab to the world"), {}, Icon::Back,
        context.selection.opened_prefab() ? "" : tr("No prefab is open"),
        [context] { open_prefab(context, ecs::null_entity); });
    for (const ecs::Entity prefab : prefabs.all()) {
        const std::string id = ecs::to_string(prefab), name = name_or_id(world, prefab);
        add("place prefab " + id, phrase("Place {}", name), tr("an instance of the prefab"), Icon::Prefab, {},
            [context, prefab] { request_place(context, prefab); });
        add("open prefab " + id, phrase("Open prefab {}", name), tr("shows only it in the list and in the scene"),
            Icon::Prefab, {}, [context, prefab] { open_prefab(context, prefab); });
    }
}

}  // namespace

const MenuKind& kind_of_menu(std::string_view menu) {
    for (const MenuKind& kind : menu_kinds)
        if (kind.menu == menu) return kind;
    return menu_kinds[1];
}

void add_panel_items(std::vector<PaletteItem>& items, Workbench& workbench) {
    const Workspaces& workspaces = workbench.workspaces();
    for (const auto& panel : workbench.panels()) {
        const std::string id = panel->id(), title = panel->title();
        if (!workbench.offers(id)) continue;
        items.push_back({.id = "go to " + id,
                         .group = places_group,
                         .label = phrase("Go to {}", title),
                         .hint = panel->description(),
                         .icon = Icon::Square,
                         .run = [&workbench, id] { workbench.focus_panel_here(id); }});
        items.push_back({.id = "fill " + id,
                         .group = places_group,
                         .label = phrase("Go to {} and fill the window", title),
                         .hint = tr("again leads back"),
                         .icon = Icon::Maximize,
                         .run = [&workbench, id] {
                             workbench.focus_panel_here(id);
                             workbench.maximize(id);
                         }});
        for (Panel::NamedPart& each : panel->named_parts())
            items.push_back({.id = id + " " + each.part,
                             .group = panel->group_of_parts(),
                             .label = std::move(each.label),
                             .hint = std::move(each.hint),
                             .icon = Icon::Search,
                             .run = [&workbench, id, part = each.part] { workbench.focus_panel_here(id, part); }});
    }
    for (std::size_t i = 0; i < workspaces.all().size(); ++i) {
        const Workspace& each = workspaces.all()[i];
        if (!each.own) continue;  // the others are actions with keys
        items.push_back({.id = "workspace " + each.id,
                         .group = places_group,
                         .label = phrase("Workspace {}", tr(each.title)),
                         .hint = std::string(tr(each.description)),
                         .icon = Icon::Square,
                         .run = [&workbench, i] { workbench.choose_workspace(i); }});
    }
}

void add_system_items(std::vector<PaletteItem>& items, const Context& context) {
    std::vector<PaletteItem> all;
    const ecs::Schedule& schedule = context.schedule;
    std::vector<Request>& requests = context.requests;
    for (const ecs::System* system : schedule.systems()) {
        const std::string name = system->description.name;
        all.push_back(
            {.id = "toggle " + name,
             .group = tr_later("Commands"),
             .label = phrase("Toggle system {}", name),
             .hint = system->enabled ? tr("on") : tr("off"),
             .icon = Icon::System,
             .run = [&requests, name, enable = !system->enabled] { requests.push_back(toggle(name, enable)); }});
    }
    items.push_back({.id = "toggle system",
                     .group = tr_later("Commands"),
                     .label = tr("Toggle system…"),
                     .hint = tr("turns one on or off"),
                     .icon = Icon::System,
                     .why_not = all.empty() ? tr("This world has no systems") : "",
                     .ask = [all] { return all; }});
    items.insert(items.end(), all.begin(), all.end());
}

void add_entity_items(std::vector<PaletteItem>& items, const Context& context) {
    items.push_back(
        {.id = "move below",
         .group = tr_later("Commands"),
         .label = tr("Move below…"),
         .hint = tr("another entity becomes the parent of what is selected"),
         .icon = Icon::Reference,
         .why_not = context.selection.entity() ? "" : tr("No entity is selected"),
         .run_with = [](const Context& now,
                        ecs::Entity parent) { request_move(now, now.selection.entities(), parent); },
         .why_not_with = [](const Context& now,
                            ecs::Entity parent) { return why_not_move(now, now.selection.entities(), parent); }});
    add_prefab_items(items, context);
}

namespace {

/// The archetypes of what is selected, each with one of its entities.
std::map<ecs::ArchetypeId, ecs::Entity> archetypes_selected(const Context& context) {
    std::map<ecs::ArchetypeId, ecs::Entity> all;
    std::optional<ecs::ArchetypeId> last;  // of a million, most have that of the one before
    for (const ecs::Entity entity : context.selection.entities()) {
        if (!context.world.alive(entity)) continue;
        const ecs::ArchetypeId archetype = context.world.location(entity).archetype;
        if (archetype != last) all.try_emplace(archetype, entity);
        last = archetype;
    }
    return all;
}

/// Empty when one of them can get the component, or lose it.
std::string why_no_entity(const Context& context, const std::map<ecs::ArchetypeId, ecs::Entity>& selected,
                          const ecs::ComponentType& type, bool adds) {
    if (selected.empty()) return tr("No entity is selected");
    std::string why = adds ? tr("All that are selected have it") : tr("Nothing that is selected has it");
    for (const auto& [archetype, entity] : selected) {
        if (context.world.archetype(archetype).has(type.id) == adds) continue;
        why = why_not_change(context, entity, type, adds ? WantedChange::Kind::Add : WantedChange::Kind::Remove);
        if (why.empty()) return why;
    }
    return why;
}

/// An item for each component, and one before them that asks for it.
void add_wishes(std::vector<PaletteItem>& items, const Context& context,
                const std::map<ecs::ArchetypeId, ecs::Entity>& selected, bool adds) {
    const std::size_t count = context.selection.entities().size();
    const std::string whom = count == 0 ? std::string() : format_count(count, "selected entity", "selected entities");
    std::vector<PaletteItem> all;
    for (ecs::ComponentId id = 0; id < context.world.types().size(); ++id) {
        const ecs::ComponentType& type = context.world.types()[id];
        if (type.retired || id == context.world.parent_id()) continue;
        all.push_back({.id = (adds ? "add " : "remove ") + type.name,
                       .group = tr_later("Components"),
                       .label = adds ? phrase("Add component {}", type.name) : phrase("Remove component {}", type.name),
                       .hint = whom,
                       .icon = adds ? Icon::Plus : Icon::Minus,
                       .why_not = why_no_entity(context, selected, type, adds),
                       .run = [context, id, adds] {
                           const std::vector<ecs::Entity> entities = context.selection.entities();
                           if (adds)
                               request_add(context, entities, id);
                           else
                               request_remove(context, entities, id);
                       }});
    }
    items.push_back({.id = adds ? "add component" : "remove component",
                     .group = tr_later("Components"),
                     .label = adds ? tr("Add component…") : tr("Remove component…"),
                     .hint = whom,
                     .icon = adds ? Icon::Plus : Icon::Minus,
                     .why_not = selected.empty() ? tr("No entity is selected") : "",
                     .ask = [all] { return all; }});
    items.insert(items.end(), all.begin(), all.end());
}

}  // namespace

void add_component_items(std::vector<PaletteItem>& items, const Context& context, const GoToPanel& go_to) {
    const ecs::World& world = context.world;
    Selection& selection = context.selection;
    for (ecs::ComponentId id = 0; id < world.types().size(); ++id) {
        const ecs::ComponentType& type = world.types()[id];
        if (type.retired) continue;
        const std::size_t count = entities_with(world, id);
        items.push_back({.id = "component " + type.name,
                         .group = tr_later("Components"),
                         .label = phrase("Component {}", type.name),
                         .hint = format_count(count, "entity", "entities"),
                         .icon = type.is_tag() ? Icon::Tag : Icon::Bytes,
                         .why_not = count == 0 ? tr("No entity has it") : "",
                         .run = [&world, &selection, go_to, id] {
                             if (const auto archetype = fullest_with(world, id)) selection.select_archetype(*archetype);
                             go_to("archetypes", {});
                         }});
    }
    const auto selected = archetypes_selected(context);
    add_wishes(items, context, selected, true);
    add_wishes(items, context, selected, false);
}

void add_manual_items(std::vector<PaletteItem>& items, const GoToPanel& go_to) {
    const auto chapters = manual_chapters();
    for (std::size_t chapter = 0; chapter < chapters.size(); ++chapter)
        for (std::size_t block = 0; block < chapters[chapter].blocks.size(); ++block) {
            const ManualBlock& heading = chapters[chapter].blocks[block];
            if (heading.kind != ManualBlock::Kind::Heading || heading.level > 2) continue;
            const std::string link = manual_link({chapter, block}), title(chapters[chapter].title);
            const bool whole = heading.level == 1;
            items.push_back(
                {.id = "manual " + link,
                 .group = tr_later("Manual"),
                 .label = phrase("Manual: {}{}", (whole ? std::string() : title + ": "), plain_text(heading)),
                 .icon = Icon::Book,
                 .run = [go_to, link] { go_to("manual", link); }});
        }
}

}  // namespace panels
