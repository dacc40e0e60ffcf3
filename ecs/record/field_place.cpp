#include "ecs/record/field_place.hpp"

namespace ecs {

namespace {

FieldPlace find_place(const std::vector<Field>& fields, std::uint32_t start, std::uint32_t offset,
                      const std::string& before) {
    for (const Field& field : fields) {
        const std::uint32_t first = start + field.offset;
        if (offset < first || offset >= first + field.size_bytes()) continue;
        const std::uint32_t element = (offset - first) / field.element_size;
        std::string path = before + field.name;
        if (field.count > 1) path += "[" + std::to_string(element) + "]";
        const std::uint32_t at = first + element * field.element_size;
        if (field.kind == FieldKind::Struct) return find_place(field.fields, at, offset, path + ".");
        if (at != offset) return {};
        return {&field, offset, std::move(path)};
    }
    return {};
}

}  // namespace

FieldPlace field_at(const ComponentType& type, std::uint32_t offset) { return find_place(type.fields, 0, offset, {}); }

bool can_record(const ComponentType& type) { return !type.fields.empty() && type.copyable() && type.size > 0; }

}  // namespace ecs
