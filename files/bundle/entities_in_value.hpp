// The entities inside of a value, and where they lie: a value of a new entity can name other new ones, which have no
// handles yet.
#pragma once

#include <cstddef>
#include <vector>

#include "ecs/types/value.hpp"

namespace files {

/// Whether this is the handle_of_record of another record.
inline bool is_record(ecs::Entity entity) { return entity.generation == 0 && entity.index != 0; }

/// Calls visit(entity, offset) for each entity in the fields.
template <class Visit>
void each_entity_in(const std::vector<ecs::Field>& fields, std::byte* base, std::size_t at, const Visit& visit) {
    for (const ecs::Field& field : fields)
        for (std::uint32_t i = 0; i < field.count; ++i) {
            const std::size_t offset = at + field.offset + std::size_t{i} * field.element_size;
            if (field.kind == ecs::FieldKind::Entity) visit(*reinterpret_cast<ecs::Entity*>(base + offset), offset);
            if (field.kind == ecs::FieldKind::Struct) each_entity_in(field.fields, base, offset, visit);
        }
}
template <class Visit>
void each_entity_in(ecs::Value& value, const Visit& visit) {
    if (value.data() != nullptr) each_entity_in(value.type().fields, static_cast<std::byte*>(value.data()), 0, visit);
}

}  // namespace files
