// The menus of archetypes, chunks, rows and bytes.
#include <string>
#include <utility>

#include "ecs/diagnose/describe.hpp"
#include "panels/base/format.hpp"
#include "panels/base/language.hpp"
#include "panels/base/value_text.hpp"
#include "panels/menus/copied_text.hpp"
#include "panels/menus/cpp_text.hpp"
#include "panels/menus/menu_of.hpp"
#include "panels/widgets/widgets.hpp"

namespace panels {

namespace {

const ecs::Archetype* archetype_at(const ecs::World& world, ecs::ArchetypeId archetype) {
    return archetype < world.archetype_count() ? &world.archetype(archetype) : nullptr;
}

/// Null when the chunk was freed meanwhile.
const ecs::Chunk* chunk_at(const ecs::World& world, ecs::ArchetypeId archetype, std::size_t chunk) {
    const ecs::Archetype* const of = archetype_at(world, archetype);
    return of != nullptr && chunk < of->chunk_count() ? &of->chunk(chunk) : nullptr;
}

std::string why_no_chunk(const ecs::Chunk* chunk) { return chunk != nullptr ? "" : tr("The chunk was freed"); }

MenuItem select_entities_item(std::string label, ecs::ArchetypeId archetype, std::optional<std::size_t> only,
                              std::string why_not) {
    return {.label = std::move(label),
            .icon = Icon::Select,
            .why_not = std::move(why_not),
            .run = [archetype, only](const Context& now) {
                const ecs::Archetype* const of = archetype_at(now.world, archetype);
                if (of == nullptr) return;
                std::vector<ecs::Entity> all;
                for (std::size_t chunk = 0; chunk < of->chunk_count(); ++chunk) {
                    if (only && *only != chunk) continue;
                    const auto entities = of->chunk(chunk).entities();
                    all.insert(all.end(), entities.begin(), entities.end());
                }
                now.selection.select_all(std::move(all));
            }};
}

MenuItem show_chunk_item(const ChunkAt& at, std::string why_not) {
    return {.label = tr("Look inside"),
            .icon = Icon::Bytes,
            .why_not = std::move(why_not),
            .run = [at](const Context& now) {
                now.selection.select_chunk(at.archetype, at.chunk);
                now.requests.push_back(ShowPanelRequest{"chunks"});
            }};
}

/// "Hex" and "C++" of some bytes of a chunk, as they are when it is chosen.
void add_byte_copies(std::vector<MenuItem>& items, const ChunkAt& at, std::uint32_t offset, std::uint32_t size,
                     const std::string& why_not) {
    const auto bytes_of = [at, offset, size](const Context& now) -> std::span<const std::byte> {
        const ecs::Chunk* const chunk = chunk_at(now.world, at.archetype, at.chunk);
        if (chunk == nullptr || std::size_t{offset} + size > chunk->block_bytes) return {};
        return {chunk->at(offset), size};
    };
    items.push_back(copy_item(
        tr("Hex"), [bytes_of](const Context& now) { return hex_of_bytes(bytes_of(now)); }, why_not));
    items.push_back(copy_item(
        "C++", [bytes_of](const Context& now) { return cpp_of_bytes(bytes_of(now)); }, why_not));
    items.back().hint = tr("An array of std::byte");
    items.push_back(copy_item(tr("Offset"), [offset](const Context&) { return format_hex(offset); }));
    items.push_back(copy_item(
        tr("Address"),
        [bytes_of](const Context& now) {
            const auto bytes = bytes_of(now);
            return bytes.empty() ? std::string() : format_address(bytes.data());
        },
        why_not));
    items.back().hint = tr("In the memory of this process, now");
}

/// The bytes of a row, a line for each column.
std::string hex_of_row(const ecs::Archetype& archetype, const ecs::Chunk& chunk, std::uint32_t row) {
    std::string text = phrase("entity id: {}", hex_of_bytes(std::as_bytes(chunk.entities().subspan(row, 1))));
    for (std::size_t column = 0; column < archetype.types().size(); ++column) {
        const ecs::ComponentType& type = *archetype.types()[column];
        if (type.is_tag()) continue;
        const std::byte* const at = chunk.at(archetype.layout().offsets[column] + row * type.size);
        text += "\n" + std::string(short_name(type.name)) + ": " + hex_of_bytes({at, type.size});
    }
    return text;
}

MenuItem submenu(std::string label, Icon icon, std::vector<MenuItem> items) {
    return {.label = std::move(label), .icon = icon, .items = std::move(items)};
}

/// Why the row is not that of the entity any more.
std::string why_no_row(const ecs::Chunk* chunk, std::uint32_t row, ecs::Entity entity) {
    if (chunk == nullptr) return tr("The chunk was freed");
    const bool there = row < chunk->rows && chunk->entities()[row] == entity;
    return there ? "" : phrase("The row of {} moved", ecs::to_string(entity));
}

MenuItem select_one_item(ecs::Entity entity, std::string why_not) {
    return {.label = tr("Select its entity"),
            .icon = Icon::Select,
            .why_not = std::move(why_not),
            .run = [entity](const Context& now) { now.selection.select(entity); }};
}

MenuItem entity_submenu(const MenuSource& source, ecs::Entity entity) {
    return submenu(phrase("Entity {}", name_or_id(source.context.world, entity)), Icon::Circle,
                   menu_of_entity(source, entity));
}

}  // namespace

std::vector<MenuItem> menu_of_archetype(const MenuSource& source, const ArchetypeAt& at) {
    const ecs::World& world = source.context.world;
    const ecs::Archetype* const archetype = archetype_at(world, at.archetype);
    if (archetype == nullptr) return {};
    const std::string empty = archetype->entity_count() == 0 ? tr("No entity has exactly these components") : "";
    std::vector<MenuItem> items;
    items.push_back(
        select_entities_item(phrase("Select its {}", format_count(archetype->entity_count(), "entity", "entities")),
                             at.archetype, {}, empty));
    items.push_back({.label = tr("Show chunks"), .icon = Icon::Bytes, .run = [at](const Context& now) {
                         now.selection.select_archetype(at.archetype);
                         now.requests.push_back(ShowPanelRequest{"chunks"});
                     }});
    items.push_back(archetype_item(at.archetype));
    items.back().label = tr("Show in Archetypes");
    items.push_back(
        query_item(written_query_of(world.types(), archetype->components(), beside_archetype(world, *archetype))));
    std::vector<MenuItem> copies;
    const auto with = [at](std::string (*text)(const ecs::Archetype&)) {
        return [at, text](const Context& now) { return text(now.world.archetype(at.archetype)); };
    };
    copies.push_back(copy_item(tr("Name"), with(archetype_name)));
    copies.push_back(copy_item(tr("JSON"), with(json_of_archetype)));
    copies.push_back(copy_item("C++", with(cpp_of_archetype)));
    copies.back().hint = tr("The list of types of a view");
    copies.push_back(copy_item(tr("Query"), [at](const Context& now) {
        return query_of_archetype(now.world, now.world.archetype(at.archetype));
    }));
    copies.back().hint = tr("For the filter of Entities: its entities");
    items.push_back(copy_menu(std::move(copies)));
    items.back().begins_group = true;
    return items;
}

std::vector<MenuItem> menu_of_chunk(const MenuSource& source, const ChunkAt& at) {
    const ecs::Chunk* const chunk = chunk_at(source.context.world, at.archetype, at.chunk);
    const std::string gone = why_no_chunk(chunk);
    const std::uint32_t rows = chunk != nullptr ? chunk->rows : 0;
    std::vector<MenuItem> items;
    items.push_back(show_chunk_item(at, gone));
    items.push_back(select_entities_item(phrase("Select its {}", format_count(rows, "entity", "entities")),
                                         at.archetype, at.chunk,
                                         gone.empty() && rows == 0 ? tr("No row is in use") : gone));
    std::vector<MenuItem> copies;
    add_byte_copies(copies, at, 0, chunk != nullptr ? chunk->block_bytes : 0, gone);
    std::erase_if(copies, [](const MenuItem& item) { return item.label == "Offset"; });
    items.push_back(copy_menu(std::move(copies)));
    items.back().begins_group = true;
    items.push_back(submenu(tr("Archetype"), Icon::Diamond, menu_of_archetype(source, {at.archetype})));
    return items;
}

std::vector<MenuItem> menu_of_row(const MenuSource& source, const RowAt& at) {
    const ecs::World& world = source.context.world;
    const ecs::Chunk* const chunk = chunk_at(world, at.archetype, at.chunk);
    const std::string moved = why_no_row(chunk, at.row, at.entity);
    std::vector<MenuItem> items;
    items.push_back(select_one_item(at.entity, why_gone(source.context, at.entity)));
    items.push_back(bytes_item(source.context, at.entity));
    std::vector<MenuItem> copies;
    copies.push_back(copy_item(
        tr("Hex"),
        [at](const Context& now) {
            const ecs::Chunk* const its = chunk_at(now.world, at.archetype, at.chunk);
            return its != nullptr && at.row < its->rows ? hex_of_row(now.world.archetype(at.archetype), *its, at.row)
                                                        : std::string();
        },
        moved));
    copies.back().hint = tr("A line for each column");
    copies.push_back(copy_item(tr("Row"), [at](const Context&) { return std::to_string(at.row); }));
    items.push_back(copy_menu(std::move(copies)));
    items.back().begins_group = true;
    items.push_back(entity_submenu(source, at.entity));
    items.back().begins_group = true;
    items.push_back(submenu(phrase("Chunk {}", format_count(at.chunk)), Icon::Bytes,
                            menu_of_chunk(source, {at.archetype, at.chunk})));
    return items;
}

std::vector<MenuItem> menu_of_byte(const MenuSource& source, const ByteAt& at) {
    const ecs::World& world = source.context.world;
    const ecs::Chunk* const chunk = chunk_at(world, at.archetype, at.chunk);
    const ChunkAt of{at.archetype, at.chunk};
    if (chunk == nullptr || at.byte >= chunk->block_bytes) return menu_of_chunk(source, of);
    const ecs::Archetype& archetype = world.archetype(at.archetype);
    const ecs::ByteSpan span = ecs::describe_byte(archetype, at.chunk, at.byte);
    const bool in_row = at.entity && span.row >= 0;
    const std::string moved = in_row ? why_no_row(chunk, static_cast<std::uint32_t>(span.row), at.entity) : "";
    const bool in_column = in_row && span.role == ecs::ByteRole::Field && span.column != ecs::no_column;
    const ecs::ComponentId component =
        in_column ? archetype.components()[static_cast<std::size_t>(span.column)] : ecs::no_component;
    const FieldAt field{at.entity, component, static_cast<std::uint32_t>(span.field)};
    const bool has_field = in_column && span.field >= 0;

    std::vector<MenuItem> items;
    if (in_row) items.push_back(select_one_item(at.entity, why_gone(source.context, at.entity)));
    if (has_field) {
        const auto value = [field](const Context& now) {
            const void* const its = now.world.get(field.entity, field.component);
            return its == nullptr ? std::string()
                                  : value_of_field(now.world.types()[field.component].fields[field.field], its);
        };
        items.push_back(copy_item(tr("Copy value"), value, moved));
    } else if (in_row && span.role == ecs::ByteRole::Entity) {
        items.push_back(copy_item(tr("Copy value"), [id = at.entity](const Context&) { return ecs::to_string(id); }));
    }
    std::vector<MenuItem> copies;
    add_byte_copies(copies, of, span.offset, span.size, "");
    items.push_back(copy_menu(std::move(copies)));
    bool group = true;
    const auto add = [&](MenuItem item) {
        item.begins_group = std::exchange(group, false);
        items.push_back(std::move(item));
    };
    if (has_field)
        add(submenu(phrase("Field {}", world.types()[component].fields[field.field].name), Icon::Minus,
                    menu_of_field(source, field)));
    if (in_column)
        add(submenu(phrase("Component {}", std::string(short_name(world.types()[component].name))), Icon::Square,
                    menu_of_component(source, {at.entity, component})));
    if (in_row) add(entity_submenu(source, at.entity));
    add(submenu(phrase("Chunk {}", format_count(at.chunk)), Icon::Bytes, menu_of_chunk(source, of)));
    return items;
}

}  // namespace panels
