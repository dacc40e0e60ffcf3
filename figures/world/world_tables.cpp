#include "figures/drawing/csv.hpp"
#include "figures/drawing/value_text.hpp"
#include "figures/world/figure_parts.hpp"

namespace figures {

std::string component_list(const ecs::Archetype& archetype) {
    std::string list;
    for (const ecs::ComponentType* type : archetype.types()) list.append(list.empty() ? "" : " ").append(type->name);
    return list;
}

std::string archetypes_csv(const ecs::World& world) {
    CsvWriter csv(
        "archetype,components,entities,chunks,rows_a_chunk,row_bytes,bytes,header_bytes,entity_bytes,field_bytes,"
        "padding_bytes,unused_bytes");
    // Empty ones as well: a table can be filtered, a picture cannot.
    for (ecs::ArchetypeId id = 0; id < world.archetype_count(); ++id) {
        const ecs::Archetype& archetype = world.archetype(id);
        const RoleBytes bytes = role_bytes(archetype);
        csv.line(id, component_list(archetype), archetype.entity_count(), archetype.chunk_count(),
                 archetype.layout().capacity, archetype.row_bytes(), archetype.bytes(), bytes[ecs::ByteRole::Header],
                 bytes[ecs::ByteRole::Entity], bytes[ecs::ByteRole::Field], bytes[ecs::ByteRole::Padding],
                 bytes[ecs::ByteRole::Unused]);
    }
    return csv.take();
}

std::string chunk_bytes_csv(const ecs::Archetype& archetype, std::size_t chunk) {
    CsvWriter csv("offset,size,role,component,field,row,entity");
    const auto entities = archetype.chunk(chunk).entities();
    for (const ecs::ByteSpan& span : ecs::describe(archetype, chunk)) {
        const ecs::ComponentType* type =
            span.column == ecs::no_column ? nullptr : archetype.types()[static_cast<std::size_t>(span.column)];
        const bool in_use = span.row >= 0 && span.role != ecs::ByteRole::Unused;
        csv.line(span.offset, span.size, ecs::name_of(span.role), type ? std::string_view(type->name) : "",
                 span.field < 0 ? std::string_view() : type->fields[static_cast<std::size_t>(span.field)].name,
                 span.row < 0 ? std::string() : std::to_string(span.row),
                 in_use ? ecs::to_string(entities[static_cast<std::size_t>(span.row)]) : std::string());
    }
    return csv.take();
}

}  // namespace figures
