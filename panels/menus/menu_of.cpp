#include "panels/menus/menu_of.hpp"

#include <algorithm>
#include <utility>

#include "ecs/snapshot/left_out.hpp"
#include "panels/base/archetype_names.hpp"
#include "panels/base/language.hpp"
#include "panels/inspector/entity_edits.hpp"
#include "panels/widgets/widgets.hpp"

namespace panels {

namespace {

template <class... Fs>
struct EachKind : Fs... {
    using Fs::operator()...;
};
template <class... Fs>
EachKind(Fs...) -> EachKind<Fs...>;

bool is_type(const ecs::World& world, ecs::ComponentId component) { return component < world.types().size(); }

std::string of_entity(const ecs::World& world, ecs::Entity entity) {
    return entity ? phrase(" of {}", name_or_id(world, entity)) : std::string();
}

std::string name_of_type(const ecs::World& world, ecs::ComponentId component) {
    return is_type(world, component) ? std::string(short_name(world.types()[component].name)) : std::string("?");
}

std::string name_of_archetype(const Context& context, ecs::ArchetypeId archetype) {
    if (archetype >= context.world.archetype_count()) return tr("An archetype of another world");
    return archetype_name_of(context, context.world.archetype(archetype)).text;
}

MenuTitle title_of_place(const Context& context, const PlaceAt& at) {
    if (at.entities.empty()) return {tr("Nothing is here"), tr("Drag selects, the right button moves the camera")};
    if (at.entities.size() == 1) return title_of(context, EntityAt{at.entities.front()});
    return {phrase("{} are here", format_count(at.entities.size(), "entity", "entities"))};
}

std::vector<MenuItem> menu_of_place(const MenuSource& source, const PlaceAt& at) {
    if (at.entities.size() == 1) return menu_of_entity(source, at.entities.front());
    std::vector<MenuItem> items;
    if (at.entities.empty()) {
        items.push_back({.label = tr("Create entity"),
                         .action = "edit.create",
                         .icon = Icon::Plus,
                         .wanted = {WantedChange::Kind::Create},
                         .run = [](const Context& context) { request_create(context); }});
        return items;
    }
    constexpr std::size_t listed_max = 12;
    for (std::size_t i = 0; i < std::min(at.entities.size(), listed_max); ++i)
        items.push_back({.label = name_and_id(source.context.world, at.entities[i]),
                         .icon = Icon::Circle,
                         .checked = source.context.selection.has(at.entities[i]),
                         .items = menu_of_entity(source, at.entities[i])});
    if (at.entities.size() > listed_max)
        items.push_back(
            {.label = format_count(at.entities.size() - listed_max, "more entity", "more entities"),
             .why_not = tr("The menu lists those on top. Move the camera closer to tell the others apart")});
    return items;
}

}  // namespace

MenuTitle title_of(const Context& context, const PointedAt& at) {
    const ecs::World& world = context.world;
    const EachKind kinds{
        [&](const EntityAt& it) -> MenuTitle {
            const std::size_t count =
                context.selection.has(it.entity) ? context.selection.entities().size() : std::size_t{1};
            return {name_and_id(world, it.entity),
                    count > 1 ? phrase("and {} more, which are selected", format_count(count - 1)) : ""};
        },
        [&](const ComponentAt& it) -> MenuTitle {
            return {name_of_type(world, it.component) + of_entity(world, it.entity)};
        },
        [&](const FieldAt& it) -> MenuTitle {
            std::string field = "?";
            if (is_type(world, it.component) && it.field < world.types()[it.component].fields.size())
                field = world.types()[it.component].fields[it.field].name;
            return {name_of_type(world, it.component) + "." + field + of_entity(world, it.entity)};
        },
        [&](const ArchetypeAt& it) -> MenuTitle { return {name_of_archetype(context, it.archetype)}; },
        [&](const ChunkAt& it) -> MenuTitle {
            return {phrase("Chunk {}", format_count(it.chunk)), name_of_archetype(context, it.archetype)};
        },
        [&](const RowAt& it) -> MenuTitle {
            return {phrase("Row {} of chunk {}", format_count(it.row), format_count(it.chunk)),
                    name_or_id(world, it.entity)};
        },
        [&](const ByteAt& it) -> MenuTitle {
            return {phrase("Byte {} of chunk {}", format_count(it.byte), format_count(it.chunk)),
                    it.entity ? name_or_id(world, it.entity) : ""};
        },
        [&](const SystemAt& it) -> MenuTitle { return {it.name}; },
        [&](const StepAt& it) -> MenuTitle {
            const auto steps = context.history.all;
            return {it.step < steps.size() ? steps[it.step].label : std::string(tr("A step that was forgotten"))};
        },
        [&](const PlaceAt& it) -> MenuTitle { return title_of_place(context, it); },
        [&](const PanelAt& it) -> MenuTitle { return {it.title}; },
    };
    return std::visit(kinds, at);
}

std::vector<MenuItem> menu_of(const MenuSource& source, const PointedAt& at) {
    const EachKind kinds{
        [&](const EntityAt& it) { return menu_of_entity(source, it.entity); },
        [&](const ComponentAt& it) { return menu_of_component(source, it); },
        [&](const FieldAt& it) { return menu_of_field(source, it); },
        [&](const ArchetypeAt& it) { return menu_of_archetype(source, it); },
        [&](const ChunkAt& it) { return menu_of_chunk(source, it); },
        [&](const RowAt& it) { return menu_of_row(source, it); },
        [&](const ByteAt& it) { return menu_of_byte(source, it); },
        [&](const SystemAt& it) { return menu_of_system(source, it); },
        [&](const StepAt& it) { return menu_of_step(source, it); },
        [&](const PlaceAt& it) { return menu_of_place(source, it); },
        [&](const PanelAt&) { return std::vector<MenuItem>(); },
    };
    return std::visit(kinds, at);
}

std::vector<ecs::Entity> entities_meant(const Selection& selection, ecs::Entity entity) {
    return selection.has(entity) ? selection.entities() : std::vector<ecs::Entity>{entity};
}

MenuItem copy_menu(std::vector<MenuItem> items) { return {.label = tr("Copy as"), .items = std::move(items)}; }

MenuItem copy_item(std::string label, std::function<std::string(const Context&)> text, std::string why_not) {
    return {
        .label = std::move(label),
        .why_not = std::move(why_not),
        .run = [text = std::move(text)](const Context& context) { ImGui::SetClipboardText(text(context).c_str()); }};
}

MenuItem copy_entities_item(std::string label, ecs::Entity entity, TextOfEntities text, std::string why_not) {
    // More of them take longer than a frame.
    constexpr std::size_t few = 2'000;
    const auto run = [label, entity, text = std::move(text)](const Context& context) {
        std::vector<ecs::Entity> entities = entities_meant(context.selection, entity);
        // A copy of the world has no values of what cannot be copied.
        const bool can_wait =
            context.take_snapshot && !context.world.iterating() && ecs::left_out_of(context.world).empty();
        const ecs::Result<ecs::Snapshot> snapshot =
            entities.size() > few && can_wait ? context.take_snapshot() : ecs::Result<ecs::Snapshot>(ecs::Error{});
        if (!snapshot) {
            const ecs::Result<std::string> copied = text(context.world, entities, nullptr);
            return ImGui::SetClipboardText((copied ? *copied : copied.error()).c_str());
        }
        const std::string what = phrase("{} as {}", format_count(entities.size(), "entity", "entities"), label);
        const auto work = [snapshot = *snapshot, entities = std::move(entities), text,
                           what](ecs::Progress& progress) -> ecs::Result<JobResult> {
            progress.say(tr_later("Copying the world"));
            const std::unique_ptr<const ecs::World> world = snapshot.make_world();
            progress.begin(entities.size());
            progress.say(tr_later("Writing"));
            ecs::Result<std::string> copied = text(*world, entities, &progress);
            if (!copied) return ecs::Error{copied.error()};
            const std::string told = phrase("Copied {}, {}", what, format_bytes(copied->size()));
            const auto all = std::make_shared<const std::string>(std::move(*copied));
            return JobResult{.told = told, .take = [all] { ImGui::SetClipboardText(all->c_str()); }};
        };
        context.requests.push_back(JobRequest{
            {.title = phrase("Copying {}", what),
             .consequence = phrase("Of tick {}; the clipboard stays until then", format_count(context.world.tick())),
             .work = work}});
    };
    return {.label = std::move(label), .why_not = std::move(why_not), .run = run};
}

MenuItem bytes_item(const Context& context, ecs::Entity entity, std::string why_not) {
    if (why_not.empty()) why_not = why_gone(context, entity);
    return {.label = tr("Show its bytes"),
            .icon = Icon::Bytes,
            .why_not = std::move(why_not),
            .hint = tr("Its row in the Chunks panel"),
            .run = [entity](const Context& now) {
                if (!now.world.alive(entity)) return;
                const ecs::Location at = now.world.location(entity);
                if (!now.selection.has(entity)) now.selection.select(entity);
                now.selection.select_chunk(at.archetype, at.chunk);
                now.requests.push_back(ShowPanelRequest{"chunks"});
            }};
}

MenuItem archetype_item(ecs::ArchetypeId archetype, std::string why_not) {
    return {.label = tr("Show its archetype"),
            .icon = Icon::Reference,
            .why_not = std::move(why_not),
            .run = [archetype](const Context& now) {
                now.selection.select_archetype(archetype);
                now.requests.push_back(ShowPanelRequest{"archetypes"});
            }};
}

MenuItem select_all_item(const Context& context, ecs::ComponentId component) {
    std::size_t count = 0;
    for (ecs::ArchetypeId id = 0; id < context.world.archetype_count(); ++id)
        if (context.world.archetype(id).has(component)) count += context.world.archetype(id).entity_count();
    const std::string name = name_of_type(context.world, component);
    return {.label = phrase("Select the {} with {}", format_count(count, "entity", "entities"), name),
            .icon = Icon::Select,
            .why_not = count == 0 ? tr("No entity has it") : "",
            .run = [component](const Context& now) {
                std::vector<ecs::Entity> all;
                for (ecs::ArchetypeId id = 0; id < now.world.archetype_count(); ++id) {
                    const ecs::Archetype& archetype = now.world.archetype(id);
                    if (!archetype.has(component)) continue;
                    for (std::size_t chunk = 0; chunk < archetype.chunk_count(); ++chunk) {
                        const auto entities = archetype.chunk(chunk).entities();
                        all.insert(all.end(), entities.begin(), entities.end());
                    }
                }
                now.selection.select_all(std::move(all));
            }};
}

MenuItem query_item(std::string query) {
    return {.label = tr("Query these entities"),
            .icon = Icon::Search,
            .why_not = query.empty() ? tr("It names no component") : "",
            .hint = query,
            .run = [query](const Context& now) {
                now.requests.push_back(ShowPanelRequest{"query", query});
            }};
}

std::string why_gone(const Context& context, ecs::Entity entity) {
    return context.world.alive(entity) ? "" : phrase("{} was destroyed", ecs::to_string(entity));
}

}  // namespace panels
