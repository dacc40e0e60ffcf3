#include "ecs/types/field.hpp"

#include <algorithm>
#include <array>
#include <cstring>

#include "ecs/types/number_kinds.hpp"

namespace ecs {

namespace {

struct KindInfo {
    std::string_view name;
    std::uint8_t size, align;
};

constexpr std::array<KindInfo, field_kind_count> kinds{{
    {"bool", 1, 1},
    {"i8", 1, 1},
    {"i16", 2, 2},
    {"i32", 4, 4},
    {"i64", 8, 8},
    {"u8", 1, 1},
    {"u16", 2, 2},
    {"u32", 4, 4},
    {"u64", 8, 8},
    {"f32", 4, 4},
    {"f64", 8, 8},
    {"enum", 0, 0},
    {"string", sizeof(std::string), alignof(std::string)},
    {"entity", sizeof(Entity), alignof(Entity)},
    {"vec2", sizeof(Vec2), alignof(Vec2)},
    {"vec3", sizeof(Vec3), alignof(Vec3)},
    {"vec4", sizeof(Vec4), alignof(Vec4)},
    {"color", sizeof(Rgba), alignof(Rgba)},
    {"struct", 0, 0},
}};

const KindInfo& info(FieldKind kind) { return kinds[static_cast<std::size_t>(kind)]; }

const std::byte* element(const Field& field, const void* component, std::uint32_t i) {
    return static_cast<const std::byte*>(component) + field.offset + std::size_t{i} * field.element_size;
}

std::byte* element(const Field& field, void* component, std::uint32_t i) {
    return static_cast<std::byte*>(component) + field.offset + std::size_t{i} * field.element_size;
}

const std::string& string_at(const std::byte* bytes) { return *reinterpret_cast<const std::string*>(bytes); }
std::string& string_at(std::byte* bytes) { return *reinterpret_cast<std::string*>(bytes); }

template <class Integer>
std::int64_t read_as(const void* bytes) {
    Integer value;
    std::memcpy(&value, bytes, sizeof value);
    return value;
}

template <class Integer>
void write_as(void* bytes, std::int64_t value) {
    const auto narrow = static_cast<Integer>(value);
    std::memcpy(bytes, &narrow, sizeof narrow);
}

}  // namespace

std::string_view name_of(FieldKind kind) { return info(kind).name; }

std::optional<FieldKind> field_kind_from(std::string_view name) {
    for (std::size_t i = 0; i < kinds.size(); ++i)
        if (kinds[i].name == name) return static_cast<FieldKind>(i);
    return std::nullopt;
}

std::size_t size_of(FieldKind kind) { return info(kind).size; }
std::size_t align_of(FieldKind kind) { return info(kind).align; }

std::size_t float_count(FieldKind kind) {
    switch (kind) {
        case FieldKind::F32:
            return 1;
        case FieldKind::Vec2:
            return 2;
        case FieldKind::Vec3:
            return 3;
        case FieldKind::Vec4:
        case FieldKind::Color:
            return 4;
        default:
            return 0;
    }
}

std::size_t align_of(const Field& field) {
    if (field.kind == FieldKind::Enum) return field.element_size;
    if (field.kind != FieldKind::Struct) return align_of(field.kind);
    std::size_t widest = 1;
    for (const Field& member : field.fields) widest = std::max(widest, align_of(member));
    return widest;
}

bool is_trivial(const Field& field) {
    return field.kind != FieldKind::String && std::all_of(field.fields.begin(), field.fields.end(),
                                                          [](const Field& member) { return is_trivial(member); });
}

std::int64_t read_enum(const Field& field, const void* element) {
    switch (stored_kind(field)) {
        case FieldKind::I8:
            return read_as<std::int8_t>(element);
        case FieldKind::U8:
            return read_as<std::uint8_t>(element);
        case FieldKind::I16:
            return read_as<std::int16_t>(element);
        case FieldKind::U16:
            return read_as<std::uint16_t>(element);
        case FieldKind::I32:
            return read_as<std::int32_t>(element);
        case FieldKind::U32:
            return read_as<std::uint32_t>(element);
        default:
            return read_as<std::int64_t>(element);
    }
}

void write_enum(const Field& field, void* element, std::int64_t value) {
    switch (field.element_size) {
        case 1:
            return write_as<std::int8_t>(element, value);
        case 2:
            return write_as<std::int16_t>(element, value);
        case 4:
            return write_as<std::int32_t>(element, value);
        default:
            return write_as<std::int64_t>(element, value);
    }
}

std::optional<std::string_view> enum_name(const Field& field, std::int64_t value) {
    // Bits count: a name may have a number that only the other sign gives.
    const std::uint64_t bits =
        field.element_size >= 8 ? ~std::uint64_t{0} : (std::uint64_t{1} << 8 * field.element_size) - 1;
    for (const EnumName& known : field.names)
        if (((static_cast<std::uint64_t>(known.value) ^ static_cast<std::uint64_t>(value)) & bits) == 0)
            return known.name;
    return std::nullopt;
}

// A nested struct is always handled member by member: it may hold more than the description says.

bool field_equal(const Field& field, const void* a, const void* b) {
    if (field.kind != FieldKind::String && field.kind != FieldKind::Struct)
        return std::memcmp(element(field, a, 0), element(field, b, 0), field.size_bytes()) == 0;
    for (std::uint32_t i = 0; i < field.count; ++i) {
        const std::byte* x = element(field, a, i);
        const std::byte* y = element(field, b, i);
        if (field.kind == FieldKind::String) {
            if (string_at(x) != string_at(y)) return false;
            continue;
        }
        for (const Field& member : field.fields)
            if (!field_equal(member, x, y)) return false;
    }
    return true;
}

void copy_field(const Field& field, void* to, const void* from) {
    if (field.kind != FieldKind::String && field.kind != FieldKind::Struct) {
        std::memmove(element(field, to, 0), element(field, from, 0), field.size_bytes());
        return;
    }
    for (std::uint32_t i = 0; i < field.count; ++i) {
        std::byte* target = element(field, to, i);
        const std::byte* source = element(field, from, i);
        if (field.kind == FieldKind::String) {
            string_at(target) = string_at(source);
            continue;
        }
        for (const Field& member : field.fields) copy_field(member, target, source);
    }
}

void swap_field(const Field& field, void* a, void* b) {
    if (field.kind != FieldKind::String && field.kind != FieldKind::Struct) {
        std::byte* first = element(field, a, 0);
        std::swap_ranges(first, first + field.size_bytes(), element(field, b, 0));
        return;
    }
    for (std::uint32_t i = 0; i < field.count; ++i) {
        std::byte* x = element(field, a, i);
        std::byte* y = element(field, b, i);
        if (field.kind == FieldKind::String) {
            string_at(x).swap(string_at(y));
            continue;
        }
        for (const Field& member : field.fields) swap_field(member, x, y);
    }
}

}  // namespace ecs
