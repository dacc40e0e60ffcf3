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

std::uint32_t values_in(const std::vector<Field>& fields) {
    std::uint32_t values = 0;
    for (const Field& field : fields)
        values += field.count * (field.kind == FieldKind::Struct ? values_in(field.fields) : 1);
    return values;
}

/// `before`: values before these fields.
std::uint32_t find_number(const std::vector<Field>& fields, std::uint32_t offset, std::uint32_t before) {
    for (const Field& field : fields) {
        const bool nested = field.kind == FieldKind::Struct;
        const std::uint32_t each = nested ? values_in(field.fields) : 1;
        if (offset >= field.offset && offset - field.offset < field.size_bytes()) {
            const std::uint32_t within = offset - field.offset, element = within / field.element_size;
            const std::uint32_t rest = within % field.element_size, number = before + element * each;
            if (nested) return find_number(field.fields, rest, number);
            return rest == 0 ? number : whole_component;
        }
        before += field.count * each;
    }
    return whole_component;
}

std::uint32_t find_offset(const std::vector<Field>& fields, std::uint32_t number, std::uint32_t start) {
    for (const Field& field : fields) {
        const bool nested = field.kind == FieldKind::Struct;
        const std::uint32_t each = nested ? values_in(field.fields) : 1;
        if (const std::uint32_t all = field.count * each; number >= all) {
            number -= all;
            continue;
        }
        const std::uint32_t at = start + field.offset + number / each * field.element_size;
        return nested ? find_offset(field.fields, number % each, at) : at;
    }
    return whole_component;
}

}  // namespace

std::uint32_t value_number(const ComponentType& type, std::uint32_t offset) {
    return find_number(type.fields, offset, 0);
}

std::uint32_t offset_of_value(const ComponentType& type, std::uint32_t number) {
    return find_offset(type.fields, number, 0);
}

FieldPlace field_at(const ComponentType& type, std::uint32_t offset) { return find_place(type.fields, 0, offset, {}); }

bool can_record(const ComponentType& type) { return !type.fields.empty() && type.copyable() && type.size > 0; }

}  // namespace ecs
