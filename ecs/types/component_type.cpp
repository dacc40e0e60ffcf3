#include "ecs/types/component_type.hpp"

#include <algorithm>
#include <cstring>

#include "ecs/base/copy_bytes.hpp"
#include "ecs/base/rounding.hpp"

namespace ecs {

namespace {

/// `hp i32 at 4`, `path u8[3] at 0`, `kind enum of 2 bytes at 0`
std::string described(const std::string& prefix, const Field& field) {
    std::string text = prefix + field.name + ' ' + std::string(name_of(field.kind));
    if (field.count != 1) text += '[' + std::to_string(field.count) + ']';
    if (field.kind == FieldKind::Enum || field.kind == FieldKind::Struct)
        text += " of " + std::to_string(field.element_size) + (field.element_size == 1 ? " byte" : " bytes");
    return text + " at " + std::to_string(field.offset);
}

std::string difference_of(const std::string& prefix, const std::vector<Field>& fields,
                          const std::vector<Field>& others) {
    for (std::size_t i = 0; i < std::max(fields.size(), others.size()); ++i) {
        const std::string nothing = "no field " + std::to_string(i + 1);
        const std::string one = i < fields.size() ? described(prefix, fields[i]) : nothing;
        const std::string other = i < others.size() ? described(prefix, others[i]) : nothing;
        if (one != other) return one + ", not " + other;
        std::string inside = difference_of(prefix + fields[i].name + '.', fields[i].fields, others[i].fields);
        if (!inside.empty()) return inside;
    }
    return {};
}

std::string size_text(const ComponentType& type) {
    return std::to_string(type.size) + (type.size == 1 ? " byte" : " bytes") + " aligned to " +
           std::to_string(type.align);
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
    // Only a registry gives a type its start value: an Owner describes its types without one.
    if (type.default_bytes.empty() ||
        std::all_of(value, value + type.size, [](std::byte b) { return b == std::byte{0}; })) {
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

std::string layout_difference(const ComponentType& type, const ComponentType& other) {
    std::string difference = difference_of({}, type.fields, other.fields);
    if (difference.empty() && (type.size != other.size || type.align != other.align))
        difference = size_text(type) + ", not " + size_text(other);
    return difference;
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
