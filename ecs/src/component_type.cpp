#include "ecs/component_type.hpp"

#include <algorithm>
#include <cstring>

#include "copy_bytes.hpp"

namespace ecs {

namespace {

std::uint32_t rounded_up(std::uint32_t value, std::uint32_t multiple) {
    return (value + multiple - 1) / multiple * multiple;
}

}  // namespace

const Field* ComponentType::find_field(std::string_view field_name) const {
    const auto found = std::find_if(fields.begin(), fields.end(), [&](const Field& f) { return f.name == field_name; });
    return found == fields.end() ? nullptr : &*found;
}

void construct_values(const ComponentType& type, void* to, std::size_t count) {
    if (type.is_tag()) return;
    if (!type.trivial) return type.ops.construct(type, to, count);
    const std::byte* value = type.default_bytes.data();
    if (std::all_of(value, value + type.size, [](std::byte b) { return b == std::byte{0}; })) {
        std::memset(to, 0, count * type.size);
        return;
    }
    auto* bytes = static_cast<std::byte*>(to);
    for (std::size_t i = 0; i < count; ++i) copy_bytes(bytes + i * type.size, value, type.size);
}

void copy_values(const ComponentType& type, void* to, const void* from, std::size_t count) {
    if (type.is_tag()) return;
    if (type.trivial)
        std::memcpy(to, from, count * type.size);
    else
        type.ops.copy(type, to, from, count);
}

void relocate_values(const ComponentType& type, void* to, void* from, std::size_t count) {
    if (type.is_tag()) return;
    if (type.trivial)
        std::memcpy(to, from, count * type.size);
    else
        type.ops.relocate(type, to, from, count);
}

void destroy_values(const ComponentType& type, void* values, std::size_t count) {
    if (!type.trivial) type.ops.destroy(type, values, count);
}

bool values_equal(const ComponentType& type, const void* a, const void* b) {
    if (type.is_tag()) return true;
    if (type.fields.empty()) return std::memcmp(a, b, type.size) == 0;
    return std::all_of(type.fields.begin(), type.fields.end(),
                       [&](const Field& field) { return field_equal(field, a, b); });
}

StructSize lay_out(std::vector<Field>& fields) {
    StructSize result;
    for (Field& field : fields) {
        if (field.kind == FieldKind::Struct) {
            const StructSize inner = lay_out(field.fields);
            field.element_size = std::max(inner.size, field.element_size);
        } else if (field.kind != FieldKind::Enum) {
            field.element_size = static_cast<std::uint32_t>(size_of(field.kind));
        }
        const auto align = static_cast<std::uint32_t>(align_of(field));
        field.offset = rounded_up(result.size, align);
        result.size = field.offset + static_cast<std::uint32_t>(field.size_bytes());
        result.align = std::max(result.align, align);
    }
    result.size = rounded_up(result.size, result.align);
    return result;
}

}  // namespace ecs
