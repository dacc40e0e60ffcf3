// What creating, destroying and copying entities share: subtrees, and the handles inside of values.
#pragma once

#include <algorithm>
#include <vector>

#include "ecs/edit/edit.hpp"

namespace ecs {

/// The entity and all below it, parents first, children in the order of their ids.
std::vector<Entity> subtree(const World& world, Entity root);

/// Whether values of the field can name entities.
inline bool has_entity(const Field& field) {
    return field.kind == FieldKind::Entity || std::any_of(field.fields.begin(), field.fields.end(), has_entity);
}
inline bool has_entities(const std::vector<Field>& fields) {
    return std::any_of(fields.begin(), fields.end(), has_entity);
}

/// Calls `visit(Entity&)` for every Entity inside a value, those in arrays and nested structs included.
template <class Visit>
void each_entity(const std::vector<Field>& fields, void* value, const Visit& visit) {
    for (const Field& field : fields) {
        if (field.kind != FieldKind::Entity && field.kind != FieldKind::Struct) continue;
        for (std::uint32_t i = 0; i < field.count; ++i) {
            std::byte* element = static_cast<std::byte*>(value) + field.offset + std::size_t{i} * field.element_size;
            if (field.kind == FieldKind::Entity)
                visit(*reinterpret_cast<Entity*>(element));
            else
                each_entity(field.fields, element, visit);
        }
    }
}

}  // namespace ecs
