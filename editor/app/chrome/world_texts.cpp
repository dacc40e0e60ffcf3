#include "editor/app/chrome/world_texts.hpp"

#include <algorithm>
#include <string>

namespace editor {

namespace {

void each_text_of(const ecs::Field& field, const TextVisit& visit) {
    visit(field.name);
    visit(field.unit);
    visit(field.description);
    for (const ecs::EnumName& each : field.names) visit(each.name);
    for (const ecs::Field& member : field.fields) each_text_of(member, visit);
}

bool holds_text(const ecs::Field& field) {
    return field.kind == ecs::FieldKind::String || std::any_of(field.fields.begin(), field.fields.end(), holds_text);
}

void each_value(const ecs::Field& field, const std::byte* base, const TextVisit& visit) {
    if (!holds_text(field)) return;
    for (std::uint32_t i = 0; i < field.count; ++i) {
        const std::byte* const element = base + field.offset + std::size_t{i} * field.element_size;
        if (field.kind == ecs::FieldKind::String)
            visit(*reinterpret_cast<const std::string*>(element));
        else
            for (const ecs::Field& member : field.fields) each_value(member, element, visit);
    }
}

bool holds_text(const ecs::ComponentType& type) {
    return type.opaque_json ||
           std::any_of(type.fields.begin(), type.fields.end(), [](const auto& field) { return holds_text(field); });
}

}  // namespace

void each_text(const ecs::ComponentType& type, const TextVisit& visit) {
    visit(type.name);
    visit(type.description);
    for (const ecs::Field& field : type.fields) each_text_of(field, visit);
}

void each_text(const ecs::ComponentType& type, const void* value, const TextVisit& visit) {
    if (type.opaque_json) return visit(*static_cast<const std::string*>(value));
    for (const ecs::Field& field : type.fields) each_value(field, static_cast<const std::byte*>(value), visit);
}

void each_text(const ecs::World& world, const TextVisit& visit) {
    for (ecs::ComponentId id = 0; id < world.types().size(); ++id) each_text(world.types()[id], visit);
    for (ecs::ArchetypeId id = 0; id < world.archetype_count(); ++id) {
        const ecs::Archetype& archetype = world.archetype(id);
        for (std::size_t column = 0; column < archetype.types().size(); ++column) {
            const ecs::ComponentType& type = *archetype.types()[column];
            if (!holds_text(type)) continue;
            for (std::size_t i = 0; i < archetype.chunk_count(); ++i) {
                for (const ecs::Entity entity : archetype.chunk(i).entities())
                    each_text(type, world.get(entity, type.id), visit);
            }
        }
    }
}

void each_text(const ecs::Timeline& timeline, const TextVisit& visit) {
    for (const ecs::TimeBranch* const branch : timeline.branches())
        for (const ecs::TimeMark& mark : branch->marks) visit(mark.text);
}

}  // namespace editor
